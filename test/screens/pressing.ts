import type { Store } from '../../source/state/core/store.ts';
import { focusedList } from '../../source/tui/shell/focus.ts';
import { handleInput } from '../../source/tui/shell/keyboard/keyboard.ts';
import { pageOf } from '../../source/tui/shell/page.ts';
import type { CommandContext } from '../../source/tui/surfaces/command.ts';
import type { KeyEvent } from '../../source/tui/terminal/input/events.ts';

export interface ScreenSize {
	readonly columns: number;
	readonly rows: number;
}

const nothing = () => {};

/**
 * Returns a function that presses keys of a cockpit without a service. Requests and actions of the program have no
 * effect.
 */
export function presser(
	store: Store,
	size: () => ScreenSize,
	quit: () => void = nothing,
): (...keys: string[]) => void {
	const context = contextOf(store, size, quit);
	return (...keys) => {
		for (const key of keys) handleInput(keyEvent(key), context);
	};
}

/** Returns a context of commands without a service. `acted` is called for every effect outside of the state. */
export function contextOf(
	store: Store,
	size: () => ScreenSize,
	quit: () => void = nothing,
	acted: () => void = nothing,
	isTypeAhead: () => boolean = () => false,
): CommandContext {
	return {
		get state() {
			return store.get();
		},
		dispatch: store.dispatch,
		write: acted,
		writeAll: acted,
		refresh: acted,
		showContext: acted,
		quit,
		suspend: acted,
		redraw: acted,
		copy: () => true,
		get measure() {
			return pageOf(store.get(), size().columns, size().rows);
		},
		get screenRows() {
			return size().rows;
		},
		get screenColumns() {
			return size().columns;
		},
		isTooSmall: false,
		isTypeAhead,
		list: () => focusedList(store.get()),
	};
}

/** Returns the event of a key by its name in the keymap. */
export function keyEvent(key: string): KeyEvent {
	const [, ctrl, alt, shift, name = ''] = /^(ctrl-)?(alt-)?(shift-)?(.+)$/s.exec(key) ?? [];
	const isPlain = ctrl === undefined && alt === undefined && shift === undefined;
	return {
		type: 'key',
		name: name === ' ' ? 'space' : name,
		ctrl: ctrl !== undefined,
		alt: alt !== undefined,
		shift: shift !== undefined,
		text: !isPlain ? '' : name === 'space' ? ' ' : [...name].length === 1 ? name : '',
	};
}
