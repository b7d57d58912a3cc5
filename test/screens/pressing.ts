import type { Store } from '../../source/state/store.ts';
import type { CommandContext } from '../../source/tui/command.ts';
import type { KeyEvent } from '../../source/tui/input/events.ts';
import { handleInput } from '../../source/tui/keyboard.ts';
import { commands, commandsBeneath } from '../../source/tui/keymap.ts';
import { pageOf } from '../../source/tui/page.ts';

export interface ScreenSize {
	readonly columns: number;
	readonly rows: number;
}

const nothing = () => {};

/** Presses keys of a cockpit without a service: orders to it and what the program itself would do go nowhere. */
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

/** What commands use, without a service. */
export function contextOf(store: Store, size: () => ScreenSize, quit: () => void = nothing): CommandContext {
	return {
		get state() {
			return store.get();
		},
		dispatch: store.dispatch,
		write: nothing,
		writeAll: nothing,
		refresh: nothing,
		quit,
		suspend: nothing,
		redraw: nothing,
		copy: () => true,
		get pageRows() {
			return pageOf(store.get(), size().columns, size().rows).rows;
		},
		get pageLines() {
			return pageOf(store.get(), size().columns, size().rows).lines;
		},
		get screenRows() {
			return size().rows;
		},
		get screenColumns() {
			return size().columns;
		},
		unseen: false,
		beneath: () => commandsBeneath(store.get()),
		commands,
	};
}

/** A key by its name; one character types itself. */
function keyEvent(key: string): KeyEvent {
	return {
		type: 'key',
		name: key === ' ' ? 'space' : key,
		ctrl: false,
		alt: false,
		shift: false,
		text: [...key].length === 1 ? key : '',
	};
}
