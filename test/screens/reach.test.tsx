import '../../source/tui/terminal/full-color.ts';
import { describe, expect, test } from 'vitest';
import { peerColumns } from '../../source/columns/peers.ts';
import type { State } from '../../source/state/core/state.ts';
import { createStore, type Store } from '../../source/state/core/store.ts';
import { lineText } from '../../source/state/surfaces/line-edit.ts';
import { sortColumns } from '../../source/tui/panes/downloads/dialogs/sort/sort-columns.ts';
import { activeCommands, commands } from '../../source/tui/shell/commands/keymap.ts';
import { withWorkingKeys } from '../../source/tui/shell/commands/scopes.ts';
import { isInFooter } from '../../source/tui/shell/dialogs.ts';
import { Mouse } from '../../source/tui/shell/keyboard/mouse.ts';
import { update } from '../../source/tui/shell/update.ts';
import { isSame } from '../../source/tui/terminal/is-same.ts';
import type { Target } from '../../source/tui/terminal/targets.ts';
import type { GridScreen } from '../terminal/grid-screen.ts';
import { allScreens } from './all-screens.ts';
import { paintOnce } from './paint-screen.tsx';
import { contextOf, presser, type ScreenSize } from './pressing.ts';

type Row = Extract<Target, { kind: 'row' }>;
type Field = Extract<Target, { kind: 'field' }>;

const usual: ScreenSize = { columns: 80, rows: 24 };
/** One that shows every part. */
const wide: ScreenSize = { columns: 200, rows: 50 };

const known = new WeakMap<GridScreen, readonly Target[]>();

/** Returns the click targets of a screen, each once. */
function targetsOf(state: State, size: ScreenSize): readonly Target[] {
	const screen = paintOnce(state, size);
	const found = known.get(screen) ?? differentTargets(screen);
	known.set(screen, found);
	return found;
}

function differentTargets({ targets }: GridScreen): readonly Target[] {
	const found = new Map<string, Target>();
	let before: Target | undefined;
	for (const target of targets.flat()) {
		// Neighbors mostly have the same target.
		if (target && !(before && isSame(target, before))) found.set(JSON.stringify(target), target);
		before = target;
	}
	return [...found.values()];
}

/** More rows than any list has. */
const MAX_ROWS = 99;

/** Presses a key until nothing but a notice changes. */
function pressToEnd(store: Store, press: (key: string) => void, key: string): void {
	for (let row = 0; row < MAX_ROWS; row++) {
		const before = store.get();
		press(key);
		const after = store.get();
		if (isSame(before, after, ['journal']) && before.journal.cursor === after.journal.cursor) return;
	}
}

/** Returns the state after a click on a target. */
function afterClick(state: State, size: ScreenSize, target: Target): State {
	const store = createStore(state, update);
	const mouse = new Mouse(
		contextOf(store, () => size),
		() => target,
	);
	const none = { ctrl: false, alt: false, shift: false };
	mouse.handle({ type: 'mouse', action: 'press', button: 'left', column: 0, row: 0, ...none });
	return store.get();
}

/** Returns a function that returns the state after keys that lead to a row: into its part, to the first row, and down. */
function rowsByKeys(state: State, size: ScreenSize): (row: Row) => State {
	const after = (before: State, key: string) => {
		const store = createStore(before, update);
		presser(store, () => size)(key);
		return store.get();
	};
	const firstOf = (part: Row['part']) => {
		const store = createStore(state, update);
		const press = presser(store, () => size);
		const { focused } = state.details;
		if (part === 'list' && isInFooter(state.dialogs.at(-1))) press('enter');
		if (part === 'details' && !focused) press('enter');
		if (part === 'list' && focused) press('escape');
		pressToEnd(store, press, 'up');
		return store.get();
	};
	/** The states at the rows of each part, from the first on. */
	const walks = new Map<Row['part'], State[]>();
	return ({ part, index, acts }) => {
		const walk = walks.get(part) ?? [firstOf(part)];
		walks.set(part, walk);
		while (walk.length <= index) walk.push(after(walk.at(-1) ?? state, 'down'));
		const reached = walk[index] ?? state;
		return acts ? after(reached, 'enter') : reached;
	};
}

/** Returns the state after keys that lead to a field of a dialog, and to what is listed for it. */
function afterKeysToField(state: State, size: ScreenSize, { field, index }: Field): State {
	const store = createStore(state, update);
	const press = presser(store, () => size);
	const fieldNow = () => fieldOf(store.get());
	if (fieldNow() === field && (field === 'safe-seeding' || field === 'use-files' || field === 'stopped'))
		press(' ');
	for (let tabs = 0; tabs < 9 && fieldNow() !== field; tabs++) press('shift-tab');
	if (index === undefined) return store.get();
	const listed = field === 'destination' ? index + 1 : index;
	pressToEnd(store, press, 'up');
	for (let row = 0; row < listed; row++) press('down');
	if (field === 'destination') press('enter');
	return store.get();
}

function fieldOf({ dialogs }: State): string | undefined {
	const top = dialogs.at(-1);
	return top && 'field' in top ? top.field : undefined;
}

/** Returns the top dialog without the cursors of its lines. */
function answered({ dialogs }: State): unknown {
	const top = dialogs.at(-1);
	const line = top && 'line' in top ? lineText(top.line) : undefined;
	return { ...top, line, otherLines: undefined, other: undefined };
}

/** Returns the focus, and the cursor of the part that a row is in. */
const cursors = ({ downloads, details, journal, dialogs, pane }: State, { part }: Row) => ({
	pane,
	download: downloads.cursor,
	tab: details.tab,
	focused: details.focused,
	// Data of tabs is dropped when the cursor moves to another download.
	rows: part === 'details' && [
		details.peers.cursor,
		details.trackerIndex,
		details.healthIndex,
		details.files.cursorAt,
	],
	journal: journal.cursor ?? journal.view.at(-1)?.id,
	dialogs,
});

test('every command has a key', () => {
	expect(commands.filter(({ keys }) => keys.length === 0).map(({ id }) => id)).toEqual([]);
});

describe.each([...allScreens(usual).keys()])('on the screen %s', (name) => {
	const at = (size: ScreenSize) => allScreens(size).get(name) as State;

	test.each([usual, wide])('every action of a click has a key at $columns×$rows', (size) => {
		const state = at(size);
		const active = withWorkingKeys(activeCommands(state));
		for (const target of targetsOf(state, size)) {
			if (target.kind !== 'command') continue;
			const reachable = active.find(({ command }) => command.id === target.id);
			// The header below a dialog ignores clicks.
			if (!reachable) expect(afterClick(state, size, target), target.id).toEqual(state);
			else expect(reachable.keys.length, target.id).toBeGreaterThan(0);
		}
	});

	test('keys reach every row that a click reaches', () => {
		const state = at(usual);
		const afterKeys = rowsByKeys(state, usual);
		for (const target of targetsOf(state, usual)) {
			if (target.kind !== 'row') continue;
			const clicked = afterClick(state, usual, target);
			// An open dialog blocks the click.
			if (clicked === state && state.dialogs.length > 0) continue;
			expect({ target, ...cursors(afterKeys(target), target) }).toEqual({
				target,
				...cursors(clicked, target),
			});
		}
	});

	test('keys reach every field that a click reaches, and the entries below it', () => {
		const state = at(usual);
		// Another dialog may cover it.
		if (!fieldOf(state)) return;
		for (const target of targetsOf(state, usual)) {
			if (target.kind !== 'field') continue;
			const clicked = answered(afterClick(state, usual, target));
			expect([target, answered(afterKeysToField(state, usual, target))]).toEqual([target, clicked]);
		}
	});
});

test('the screens have targets of every kind, many rows, and every field', () => {
	const found = [...allScreens(usual).values()].flatMap((state) =>
		targetsOf(state, usual).map((target) => ({ state, target })),
	);
	const kinds = new Set(found.map(({ target }) => target.kind));
	// A condition is typed into the filter.
	expect([...kinds].sort()).toEqual(['command', 'condition', 'field', 'place', 'row', 'title']);
	const rows = found.filter(
		({ state, target }) => target.kind === 'row' && afterClick(state, usual, target) !== state,
	);
	expect(rows.length).toBeGreaterThan(100);
	const fields = new Set(
		found.flatMap(({ state, target }) => (target.kind === 'field' && fieldOf(state) ? [target.field] : [])),
	);
	expect([...fields].sort()).toEqual([
		'alternative-download',
		'alternative-upload',
		'category',
		'description',
		'destination',
		'down',
		'download',
		'exclude',
		'first-asset',
		'hops',
		'id',
		'include',
		'key',
		'kind',
		'max',
		'min',
		'mode',
		'name',
		'payment',
		'playlist',
		'price',
		'quantity',
		'ratio',
		'safe-seeding',
		'schedule',
		'second-asset',
		'sources',
		'status',
		'stopped',
		'time',
		'torrent',
		'up',
		'upload',
		'url',
		'use-files',
		'validity',
		'words',
	]);
});

test('keys sort by every column whose title sorts', () => {
	const sorted = new Set<string>();
	for (const [, state] of allScreens(wide)) {
		if (state.dialogs.length > 0) continue;
		for (const target of targetsOf(state, wide)) {
			if (target.kind !== 'title') continue;
			const clicked = afterClick(state, wide, target);
			if (clicked.downloads.sort !== state.downloads.sort) {
				sorted.add(target.column);
				expect(sortColumns.map(({ id }) => id)).toContain(target.column);
			} else if (clicked.details.peers.sort !== state.details.peers.sort) {
				const store = createStore(state, update);
				const press = presser(store, () => wide);
				const reached = [undefined, ...peerColumns].map(() => {
					press('o');
					return store.get().details.peers.sort?.column;
				});
				sorted.add(`peers ${target.column}`);
				expect(reached).toContain(target.column);
			}
		}
	}
	expect(sorted.size).toBeGreaterThan(12);
});
