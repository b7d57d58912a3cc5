import type { State } from '../state/state.ts';
import { type CommandContext, runCommand } from './command.ts';
import { lineInFooter } from './dialogs/in-footer.ts';
import { pointAtField } from './dialogs/point-at-field.ts';
import type { MouseEvent } from './input/events.ts';
import { activeCommands, commandOf } from './keymap.ts';
import { leadTo } from './lead-to.ts';
import { pageOf } from './page.ts';
import { sortByTitle } from './sort-by-title.ts';
import type { Part, Target } from './terminal/targets.ts';

/** Rows that a step of the wheel moves by. */
const wheelStep = 3;
/** Milliseconds within which a second press on the same row is a double click. */
const doubleClick = 400;

type Row = Extract<Target, { kind: 'row' }>;

/**
 * What the mouse does: the wheel moves the part that it is over, a click does what it points at, a double click on a
 * row what enter does there. What is pointed at is what was painted there, by its key, wherever it is by now.
 */
export class Mouse {
	readonly #context: CommandContext;
	readonly #targetAt: (column: number, row: number) => Target | undefined;
	/** The row that was pressed last, and when. */
	#pressed: { readonly row: string; readonly at: number } | undefined;

	constructor(context: CommandContext, targetAt: (column: number, row: number) => Target | undefined) {
		this.#context = context;
		this.#targetAt = targetAt;
	}

	handle({ action, button, column, row }: MouseEvent): void {
		if (this.#context.unseen) return;
		const target = this.#targetAt(column, row);
		if (action === 'scroll' && button === 'wheel-up') this.#scroll(target, -1);
		else if (action === 'scroll' && button === 'wheel-down') this.#scroll(target, 1);
		else if (action === 'press' && button === 'left') this.#press(target);
	}

	/** Over the part that has the keys, and over a dialog, it is the arrow keys. */
	#scroll(target: Target | undefined, direction: 1 | -1): void {
		const { state, dispatch } = this.#context;
		const part = partOf(target, state);
		if (part !== undefined && (part === 'details') !== state.details.focused) {
			const details = { ...state.details, focused: part === 'details' };
			const { screenColumns, screenRows } = this.#context;
			const { rows, ...page } = pageOf({ ...state, details }, screenColumns, screenRows);
			dispatch({ type: 'move', rows: direction * wheelStep, page: rows, ...page, part });
			return;
		}
		const command = commandOf(state, direction < 0 ? 'up' : 'down');
		for (let step = 0; command && step < wheelStep; step++) runCommand(command, this.#context);
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
				sortByTitle(target, this.#context);
				return;
			case 'field':
				pointAtField(target, this.#context);
				return;
			case 'row': {
				this.#goTo(target);
				const row = `${state.pane} ${target.part} ${target.key}`;
				const at = performance.now();
				if (before?.row === row && at - before.at < doubleClick) this.#enter();
				else if (target.acts) this.#enter();
				else this.#pressed = { row, at };
			}
		}
	}

	/** A command that is drawn somewhere and cannot be done now has gone meanwhile. */
	#run(id: string): void {
		const command = activeCommands(this.#context.state).find((each) => each.id === id);
		if (command) runCommand(command, this.#context);
	}

	#enter(): void {
		const command = commandOf(this.#context.state, 'enter');
		if (command) runCommand(command, this.#context);
	}

	/** Puts the cursor on a row, and the keys into the part that it lies in. */
	#goTo({ part, key, index }: Row): void {
		const { state, dispatch, screenColumns, screenRows } = this.#context;
		if (part === 'list' && state.pane === 'downloads') {
			leadTo(key, this.#context);
			return;
		}
		if (part === 'list') {
			if (state.dialogs.length > 0) dispatch({ type: 'close' });
			dispatch({ type: 'journal', what: { type: 'cursor', id: Number(key) } });
			return;
		}
		this.#focus(part);
		const { rows, ...page } = pageOf(this.#context.state, screenColumns, screenRows);
		// Where the cursor is now nobody needs to know: the first row is always where it is.
		dispatch({ type: 'move', rows: Number.NEGATIVE_INFINITY, page: rows, ...page });
		dispatch({ type: 'move', rows: index, page: rows, ...page });
	}

	#focus(part: Part): void {
		const { state, dispatch } = this.#context;
		const focused = part === 'details';
		if (part === 'dialog' || state.pane !== 'downloads' || state.details.focused === focused) return;
		dispatch({ type: 'details', what: { type: 'focus', focused } });
	}
}

/** The part of the downloads that something lies in; undefined where there is only one part, or a dialog over them. */
function partOf(
	target: Target | undefined,
	{ pane, dialogs, details }: State,
): 'list' | 'details' | undefined {
	if (pane !== 'downloads' || dialogs.length > 0 || details.shown !== 'split') return undefined;
	if (!target || !('part' in target) || target.part === 'dialog') return undefined;
	return target.part;
}

/** Does it lie beneath a dialog that has to be answered first? */
function isBeneath(target: Target, { dialogs }: State): boolean {
	const top = dialogs.at(-1);
	if (!top || lineInFooter(top) || !('part' in target)) return false;
	return target.part !== 'dialog';
}
