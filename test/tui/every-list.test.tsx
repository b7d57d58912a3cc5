import '../../source/tui/terminal/full-color.ts';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { Message } from '../../source/state/core/message.ts';
import type { State } from '../../source/state/core/state.ts';
import { createStore, type Store } from '../../source/state/core/store.ts';
import { settle } from '../../source/state/core/update.ts';
import { activeScopes } from '../../source/tui/shell/commands/keymap.ts';
import { isInFooter } from '../../source/tui/shell/dialogs.ts';
import { focusedList } from '../../source/tui/shell/focus.ts';
import { handleInput } from '../../source/tui/shell/keyboard/keyboard.ts';
import { Mouse } from '../../source/tui/shell/keyboard/mouse.ts';
import { detailsHaveFocus } from '../../source/tui/shell/pane-focus.ts';
import { update } from '../../source/tui/shell/update.ts';
import type { Measure } from '../../source/tui/surfaces/surface.ts';
import type { Target } from '../../source/tui/terminal/targets.ts';
import { paintOnce } from '../screens/paint-screen.tsx';
import { contextOf, keyEvent } from '../screens/pressing.ts';
import {
	BESIDE_LIST,
	examplesOf,
	missingExamples,
	surfaces,
	type TestedSurface,
} from '../screens/surfaces.ts';

const size = { columns: 80, rows: 24 };
/** A screen on which every example of a text scrolls. */
const smallSize = { columns: 40, rows: 10 };

/** Surfaces with a list. A tab alone and beside the list has the same one. */
const lists = surfaces.filter(({ hasList, name }) => hasList && !name.endsWith(BESIDE_LIST));
const named = lists.map((surface) => [surface.name, surface] as const);

type Row = Extract<Target, { kind: 'row' }>;
type Move = Extract<Message, { type: 'move' }>;
/** Many lines, for texts whose length depends on the screen. */
const long: Measure = { page: 1, lines: 500 };

/** Returns the examples in which the list of the surface has the keys and can move. */
function examplesWithRows({ name, folder }: TestedSurface): readonly (readonly [string, State])[] {
	return surfaces
		.filter((surface) => surface.folder === folder)
		.flatMap((surface) => examplesOf(surface, size))
		.filter(([, state]) => {
			const [nearest] = activeScopes(state);
			const isFocused = name.endsWith(` ${nearest?.replace(/^tab-/, '')}`);
			return isFocused && (focusedList(state)?.positions(state, long) ?? 0) > 1;
		});
}

/** Whether the list is a text, which has no rows to click. */
function isText(state: State): boolean {
	const list = focusedList(state);
	return list?.positions(state, long) !== list?.positions(state, { page: 1, lines: 5 });
}

/** Performs an action. Returns the state after it, and the movements that it dispatched. */
function record(
	state: State,
	act: (context: ReturnType<typeof contextOf>) => void,
): [State, readonly Move[]] {
	const store = createStore(state, update);
	const moves: Move[] = [];
	const recording: Store = {
		...store,
		dispatch: (message) => {
			if (message.type === 'move') moves.push(message);
			store.dispatch(message);
		},
	};
	act(contextOf(recording, () => (isText(state) ? smallSize : size)));
	return [store.get(), moves];
}

function clickOrScroll(
	state: State,
	target: Target | undefined,
	action: 'press' | 'scroll',
	button: 'left' | 'wheel-up' | 'wheel-down',
) {
	const none = { ctrl: false, alt: false, shift: false };
	return record(state, (context) => {
		new Mouse(context, () => target).handle({ type: 'mouse', action, button, column: 0, row: 0, ...none });
	});
}

/** Returns the state after the focused list itself has moved, and nothing else. */
function movedList(state: State, rows: number, measure: Measure): State {
	const list = focusedList(state);
	return list ? settle(list.move(state, rows, measure)) : state;
}

/** Compares states without their notices, which report the ends of lists. */
function isSame(one: State, other: State): boolean {
	const withoutNotice = ({ journal, ...state }: State) => ({
		...state,
		journal: { ...journal, notice: undefined, noticeUntil: 0, nextId: 0 },
	});
	return isDeepStrictEqual(withoutNotice(one), withoutNotice(other));
}

/** Returns the rows of the focused list, as they are painted. */
function paintedRows(state: State): readonly Row[] {
	const { targets } = paintOnce(state, size);
	const top = state.dialogs.at(-1);
	const part = top && !isInFooter(top) ? 'dialog' : detailsHaveFocus(state) ? 'details' : 'list';
	const rows = new Map<string, Row>();
	for (const target of targets.flat()) {
		if (target?.kind === 'row' && target.part === part) rows.set(target.key, target);
	}
	return [...rows.values()];
}

/** Returns the entries below fields of a dialog, as they are painted. */
function paintedEntries(state: State): readonly Target[] {
	const { targets } = paintOnce(state, size);
	return targets
		.flat()
		.flatMap((target) => (target?.kind === 'field' && target.index !== undefined ? [target] : []));
}

test('every surface of the registries has an example state', () => {
	expect(missingExamples(size)).toEqual([]);
});

test.each(named)('%s: an example has several rows and the focus', (_, surface) => {
	const needed = `${surface.folder}: add an example with at least two rows and the focus`;
	expect(examplesWithRows(surface).length, needed).toBeGreaterThan(0);
});

test.each(named)('%s: a click on a row moves the cursor of this list', (_, surface) => {
	let clicks = 0;
	const examples = examplesWithRows(surface);
	for (const [name, state] of examples) {
		for (const entry of paintedEntries(state)) {
			const [after] = clickOrScroll(state, entry, 'press', 'left');
			if (!isSame(after, state)) clicks++;
		}
		for (const row of paintedRows(state)) {
			clicks++;
			// A click on such a row also runs enter.
			if (row.acts) continue;
			const [after] = clickOrScroll(state, row, 'press', 'left');
			const first = movedList(state, Number.NEGATIVE_INFINITY, { page: 1 });
			const goTo = focusedList(state)?.goTo;
			const wanted = goTo ? settle(goTo(state, row.key)) : movedList(first, row.index, { page: 1 });
			expect([name, row.key, isSame(after, wanted)]).toEqual([name, row.key, true]);
		}
	}
	const areTexts = examples.every(([, state]) => isText(state));
	expect(clicks > 0 || areTexts, `${surface.folder}: its rows have no click targets`).toBe(true);
});

test.each(named)('%s: a list that can be sorted has a title that sorts it', (_, surface) => {
	for (const [name, state] of examplesWithRows(surface)) {
		const sort = focusedList(state)?.sort;
		if (!sort) continue;
		const { targets } = paintOnce(state, { columns: 200, rows: 50 });
		const columns = targets.flat().flatMap((target) => (target?.kind === 'title' ? [target.column] : []));
		const sorting = columns.filter((column) => sort.next(state, column));
		expect(sorting.length, `${surface.folder} (${name}): no column has a sortKey`).toBeGreaterThan(0);
	}
});

test.each(named)('%s: the wheel scrolls this list and no other', (_, surface) => {
	let scrolls = 0;
	for (const [name, state] of examplesWithRows(surface)) {
		const [target] = paintedRows(state);
		for (const button of ['wheel-down', 'wheel-up'] as const) {
			const [after, moves] = clickOrScroll(state, target, 'scroll', button);
			const wanted = moves.reduce(
				(now, { rows, page = 1, lines }) => movedList(now, rows, { page, lines }),
				state,
			);
			expect([name, button, isSame(after, wanted)]).toEqual([name, button, true]);
			expect(moves.every(({ rows }) => rows > 0 === (button === 'wheel-down'))).toBe(true);
			if (!isSame(after, state)) scrolls++;
		}
	}
	expect(scrolls, `${surface.folder}: the wheel does not scroll it`).toBeGreaterThan(0);
});

/** Keys that move through lists. Those of pages, home and end are optional beside a text field. */
const keys = ['down', 'up', 'pagedown', 'pageup', 'home', 'end'] as const;

test.each(named)('%s: keys move this list and no other', (_, surface) => {
	const moving = new Set<string>();
	const effective = new Set<string>();
	for (const [name, state] of examplesWithRows(surface)) {
		for (const key of keys) {
			const [after, moves] = record(state, (context) => handleInput(keyEvent(key), context));
			const [move] = moves;
			if (!move) continue;
			moving.add(key);
			const wanted = movedList(state, move.rows, { page: move.page ?? 1, lines: move.lines });
			expect([name, key, isSame(after, wanted)]).toEqual([name, key, true]);
			if (!isSame(after, state)) effective.add(key);
		}
	}
	const expected = surface.hasField ? ['down', 'up'] : [...keys];
	expect([...moving], `${surface.folder}: its commands lack moveCommands`).toEqual(
		expect.arrayContaining(expected),
	);
	expect(effective.size, `${surface.folder}: its keys do not move it`).toBeGreaterThan(0);
});
