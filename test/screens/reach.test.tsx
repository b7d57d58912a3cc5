import '../../source/tui/terminal/full-colour.ts';
import { describe, expect, test } from 'vitest';
import { peerColumns } from '../../source/columns/peers.ts';
import type { State } from '../../source/state/core/state.ts';
import { createStore } from '../../source/state/core/store.ts';
import { lineText } from '../../source/state/dialogs/line-edit.ts';
import { activeCommands, commands } from '../../source/tui/commands/keymap.ts';
import { withWorkingKeys } from '../../source/tui/commands/scopes.ts';
import { isInFooter } from '../../source/tui/dialogs/registry.ts';
import { sortColumns } from '../../source/tui/dialogs/sort/sort-columns.ts';
import { Mouse } from '../../source/tui/keyboard/mouse.ts';
import { update } from '../../source/tui/surfaces/update.ts';
import type { Target } from '../../source/tui/terminal/targets.ts';
import { allScreens, screenSizes } from './all-screens.ts';
import { paintOnce } from './paint-screen.tsx';
import { contextOf, presser, type ScreenSize } from './pressing.ts';

type Row = Extract<Target, { kind: 'row' }>;
type Field = Extract<Target, { kind: 'field' }>;

/** Returns the click targets of a screen, each once. */
async function targetsOf(state: State, size: ScreenSize): Promise<Target[]> {
	const { targets } = await paintOnce(state, size);
	return [
		...new Map(targets.flat().flatMap((each) => (each ? [[JSON.stringify(each), each]] : []))).values(),
	];
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

/** Returns the state after keys that lead to a row: into its part, to the first row, and down. */
function afterKeys(state: State, size: ScreenSize, { part, index, acts }: Row): State {
	const store = createStore(state, update);
	const press = presser(store, () => size);
	const { focused } = store.get().details;
	if (part === 'list' && isInFooter(state.dialogs.at(-1))) press('enter');
	if (part === 'details' && !focused) press('enter');
	if (part === 'list' && focused) press('escape');
	for (let row = 0; row < 99; row++) press('up');
	for (let row = 0; row < index; row++) press('down');
	if (acts) press('enter');
	return store.get();
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
	for (let row = 0; row < 99; row++) press('up');
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

describe.each(screenSizes)('at $columns×$rows', (size) => {
	test('every action of a click has a key, on every screen', async () => {
		const kinds = new Set<string>();
		for (const [name, state] of allScreens(size)) {
			const active = withWorkingKeys(activeCommands(state));
			for (const target of await targetsOf(state, size)) {
				kinds.add(target.kind);
				if (target.kind !== 'command') continue;
				const reachable = active.find(({ command }) => command.id === target.id);
				// The header below a dialog ignores clicks.
				if (!reachable) expect([name, afterClick(state, size, target)]).toEqual([name, state]);
				else expect([name, target.id, reachable.keys.length > 0]).toEqual([name, target.id, true]);
			}
		}
		// A condition is typed into the filter.
		expect([...kinds].sort()).toEqual(['command', 'condition', 'field', 'place', 'row', 'title']);
	});
});

test('keys reach every row that a click reaches', async () => {
	const size = { columns: 80, rows: 24 };
	let rows = 0;
	for (const [name, state] of allScreens(size)) {
		for (const target of await targetsOf(state, size)) {
			if (target.kind !== 'row') continue;
			const clicked = afterClick(state, size, target);
			// An open dialog blocks the click.
			if (clicked === state && state.dialogs.length > 0) continue;
			rows++;
			expect({ name, target, ...cursors(afterKeys(state, size, target), target) }).toEqual({
				name,
				target,
				...cursors(clicked, target),
			});
		}
	}
	expect(rows).toBeGreaterThan(100);
});

test('keys reach every field that a click reaches, and the entries below it', async () => {
	const size = { columns: 80, rows: 24 };
	const fields = new Set<string>();
	for (const [name, state] of allScreens(size)) {
		for (const target of await targetsOf(state, size)) {
			if (target.kind !== 'field') continue;
			const clicked = answered(afterClick(state, size, target));
			// Another dialog covers it.
			if (!fieldOf(state)) continue;
			fields.add(target.field);
			expect([name, target, answered(afterKeysToField(state, size, target))]).toEqual([
				name,
				target,
				clicked,
			]);
		}
	}
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

test('keys sort by every column whose title sorts', async () => {
	const size = { columns: 200, rows: 50 };
	const sorted = new Set<string>();
	for (const [, state] of allScreens(size)) {
		if (state.dialogs.length > 0) continue;
		for (const target of await targetsOf(state, size)) {
			if (target.kind !== 'title') continue;
			const clicked = afterClick(state, size, target);
			if (clicked.downloads.sort !== state.downloads.sort) {
				sorted.add(target.column);
				expect(sortColumns.map(({ id }) => id)).toContain(target.column);
			} else if (clicked.details.peers.sort !== state.details.peers.sort) {
				const store = createStore(state, update);
				const press = presser(store, () => size);
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
