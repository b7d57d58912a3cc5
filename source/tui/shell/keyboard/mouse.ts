import { declaredKeys } from '../../../state/core/keys.ts';
import type { State } from '../../../state/core/state.ts';
import { type CommandContext, runCommand } from '../../surfaces/command.ts';
import type { MouseEvent } from '../../terminal/input/events.ts';
import type { Part, Target } from '../../terminal/targets.ts';
import { activeCommands, commandOf } from '../commands/keymap.ts';
import { dialogs, isInFooter } from '../dialogs.ts';
import { pageOf } from '../page.ts';
import { detailsHaveFocus } from '../pane-focus.ts';
import { currentPane } from '../panes.ts';

/** Rows per step of the wheel. */
const WHEEL_ROWS = 3;
/** Time within which a second press on the same row is a double click, ms. */
const DOUBLE_CLICK_MS = 400;

type Row = Extract<Target, { kind: 'row' }>;

/**
 * Handles the mouse. The wheel scrolls the part under it. A click activates its target. A double click on a row acts
 * like enter. Targets are those painted at the cell, identified by their keys even if they have moved since.
 */
export class Mouse {
	readonly #context: CommandContext;
	readonly #targetAt: (column: number, row: number) => Target | undefined;
	/** The row pressed last, and when. */
	#pressed: { readonly row: string; readonly at: number } | undefined;

	constructor(context: CommandContext, targetAt: (column: number, row: number) => Target | undefined) {
		this.#context = context;
		this.#targetAt = targetAt;
	}

	handle({ action, button, column, row }: MouseEvent): void {
		if (this.#context.isTooSmall) return;
		const target = this.#targetAt(column, row);
		if (action === 'scroll' && button === 'wheel-up') this.#scroll(target, -1);
		else if (action === 'scroll' && button === 'wheel-down') this.#scroll(target, 1);
		else if (action === 'press' && button === 'left') this.#press(target);
	}

	/** Over the focused part and over a dialog, the wheel acts like the arrow keys. */
	#scroll(target: Target | undefined, direction: 1 | -1): void {
		const { state, dispatch, screenColumns, screenRows } = this.#context;
		const part = partOf(target, state);
		if (part !== undefined && (part === 'details') !== detailsHaveFocus(state)) {
			const { details } = currentPane(state);
			const focused = details?.withFocus(state, part === 'details') ?? state;
			const { page, lines } = pageOf(focused, screenColumns, screenRows);
			const size = lines === undefined ? { page } : { page, lines };
			dispatch({ type: 'move', rows: direction * WHEEL_ROWS, ...size, part });
			return;
		}
		const command = commandOf(state, direction < 0 ? 'up' : 'down');
		for (let step = 0; command && step < WHEEL_ROWS; step++) runCommand(command, this.#context);
	}

	#press(target: Target | undefined): void {
		const { state } = this.#context;
		const before = this.#pressed;
		this.#pressed = undefined;
		if (!target || isBeneath(target, state)) return;
		switch (target.kind) {
			case 'command':
				this.#run(target.id);
				return;
			case 'place':
				this.#focus(target.part);
				return;
			case 'title':
				if (target.part !== 'dialog') {
					this.#context.dispatch({ type: 'sort-rows', part: target.part, column: target.column });
				}
				return;
			case 'condition': {
				const { field, value } = target;
				if (state.dialogs.length > 0) return;
				this.#context.dispatch({ type: 'view', what: { type: 'toggle-condition', field, value } });
				return;
			}
			case 'field':
				this.#point(target);
				return;
			case 'row': {
				this.#goTo(target);
				const row = `${state.pane} ${target.part} ${target.key}`;
				const at = performance.now();
				if (before?.row === row && at - before.at < DOUBLE_CLICK_MS) this.#enter();
				else if (target.acts) this.#enter();
				else this.#pressed = { row, at };
				return;
			}
		}
		target satisfies never;
	}

	/** The command may have become unavailable since it was drawn. */
	#run(id: string): void {
		const command = activeCommands(this.#context.state).find((each) => each.id === id);
		if (command) runCommand(command, this.#context);
	}

	#enter(): void {
		const { state } = this.#context;
		// A double click is about the row, not about the notice. Other keys do not change its action.
		const journal = { ...state.journal, notice: undefined };
		const command = commandOf({ ...state, journal, keys: declaredKeys }, 'enter');
		if (command) runCommand(command, this.#context);
	}

	#point(target: Extract<Target, { kind: 'field' }>): void {
		const top = this.#context.state.dialogs.at(-1);
		if (top) dialogs[top.kind].point?.(target, this.#context);
	}

	/** Moves the cursor to a row, and the focus to its part. */
	#goTo({ part, key, index }: Row): void {
		if (part === 'details') this.#focus(part);
		this.#context.dispatch({ type: 'put-cursor', part, key, index });
	}

	#focus(part: Part): void {
		const { state, dispatch } = this.#context;
		const focused = part === 'details';
		const { details } = currentPane(state);
		if (part === 'dialog' || !details || details.hasFocus(state) === focused) return;
		dispatch({ type: 'focus-details', focused });
	}
}

/** Returns the part of the pane that a target lies in; undefined in a pane without details, or below a dialog. */
function partOf(target: Target | undefined, state: State): 'list' | 'details' | undefined {
	const { details } = currentPane(state);
	if (!details?.isShown(state) || state.dialogs.length > 0) return undefined;
	if (!target || !('part' in target) || target.part === 'dialog') return undefined;
	return target.part;
}

/** Whether it lies below a dialog that has to be answered first. */
function isBeneath(target: Target, { dialogs }: State): boolean {
	const top = dialogs.at(-1);
	if (!top || isInFooter(top) || !('part' in target)) return false;
	return target.part !== 'dialog';
}
