import { describe, expect, test } from 'vitest';
import type { Message } from '../../source/state/core/message.ts';
import type { State } from '../../source/state/core/state.ts';
import { createStore } from '../../source/state/core/store.ts';
import { emptyLine } from '../../source/state/surfaces/line-edit.ts';
import { commands } from '../../source/tui/shell/commands/keymap.ts';
import { commandsBeneath } from '../../source/tui/shell/commands/pane-keymap.ts';
import { withWorkingKeys } from '../../source/tui/shell/commands/scopes.ts';
import { helpHeadings, helpLayout, helpRows } from '../../source/tui/shell/dialogs/help/rows.ts';
import { findCommands } from '../../source/tui/shell/dialogs/palette/find-commands.ts';
import { matchOf } from '../../source/tui/shell/dialogs/palette/match.ts';
import { update } from '../../source/tui/shell/update.ts';
import { allScreens } from '../screens/all-screens.ts';
import { presser } from '../screens/pressing.ts';
import { screens } from '../screens/states.ts';

const listed = screens.downloads as State;
const inTab = (state: State) =>
	update(state, { type: 'details', what: { type: 'show', shown: 'split', focused: true } });

function typed(state: State, text: string): State {
	const messages: Message[] = [
		{ type: 'open', dialog: { kind: 'palette', line: emptyLine, chosen: 0 } },
		{ type: 'type-text', text },
	];
	return messages.reduce(update, state);
}

const found = (state: State, text: string) => findCommands(typed(state, text));
const titleOf = (id: string) => commands.find((command) => command.id === id)?.title ?? '';
const firstId = (state: State, text: string) => found(state, text)[0]?.command.id;

describe('the rank of a command', () => {
	const command = { title: 'Show only downloads with these words', words: 'search grep' };
	test.each([
		['', 0],
		['show', 1],
		['words only', 2],
		['grep', 4],
		['show sea', 3],
		['own', 6],
		['only own', 6],
		['show own', 5],
		['earch', undefined],
		['/', 0],
		['nothing', undefined],
		['only nothing', undefined],
	])('%j: %s', (text, rank) => {
		expect(matchOf(text, command, ['/'])).toBe(rank);
	});

	test('includes keys of several letters, in part', () => {
		expect(matchOf('pgd', { title: 'A page down' }, ['pgdn', 'ctrl-f'])).toBe(8);
		expect(matchOf('page ctrl', { title: 'A page down' }, ['pgdn', 'ctrl-f'])).toBe(8);
	});
});

describe('finding a command', () => {
	test('matches words in any order; prefixes come first, available or not', () => {
		expect(firstId(listed, 'stop')).toBe('stop');
		expect(firstId(listed, 'download the stop')).toBe('stop');
	});

	test.each([
		['pause', 'stop'],
		['start', 'resume'],
		['verify', 'recheck'],
		['delete', 'remove'],
		['select all', 'mark-all'],
		['undo', 'undo'],
		['redo', 'redo'],
		['speed', 'limits'],
		['copy', 'stream'],
		['preset', 'columns'],
		['history', 'pane-events'],
		['log', 'log-process'],
		['export', 'save-torrent'],
		['zoom', 'details-full'],
	])('matches other names: %s', (text, id) => {
		expect(firstId(listed, text)).toBe(id);
	});

	test('matches the whole title of every command of every pane and tab, with its key', () => {
		const places = commands.filter(({ scope }) =>
			/^(panes|everywhere|downloads|events|tabs|tab-.*)$/.test(scope),
		);
		expect(places.length).toBeGreaterThan(40);
		for (const state of [listed, inTab(listed), update(listed, { type: 'pane', pane: 'events' })]) {
			const all = found(state, '');
			for (const command of places) {
				const one = all.find((each) => each.command.title === command.title);
				expect(one, command.id).toBeDefined();
			}
		}
	});

	test('lists each title once in every place, or once for each way to it', () => {
		for (const [place, state] of allScreens({ columns: 80, rows: 24 })) {
			const all = found({ ...state, dialogs: [] }, '');
			const here = new Set(all.filter(({ isHere }) => isHere).map(({ command }) => command.title));
			const listed = all.map(({ command, isHere, why }) =>
				isHere || here.has(command.title) ? command.title : `${command.title} ${why ?? ''}`,
			);
			expect([place, listed.filter((each, at) => listed.indexOf(each) !== at)]).toEqual([place, []]);
		}
	});

	test('lists a title with the keys of all its commands that work here', () => {
		const title = titleOf('details-leave');
		const back = found(inTab(listed), '').find(({ command }) => command.title === title);
		expect(back?.keys.toSorted()).toEqual(['escape', 'q']);
	});

	test('shows where commands of other places work, after those of this place', () => {
		const events = update(listed, { type: 'pane', pane: 'events' });
		const [stop] = found(events, 'stop the download');
		expect(stop?.why).toBe('Only in downloads; press 1 first.');
		const [here] = found(inTab(listed), 'stop the download');
		expect(here?.why).toBeUndefined();
		const [error] = found(listed, titleOf('event-error-before'));
		expect(error?.why).toBe('Only in events; press 2 first.');
	});

	test('runs commands of tabs and sections of this pane, and shows these', () => {
		const run = (state: State, id: string) => {
			const store = createStore(typed(state, titleOf(id)), update);
			presser(store, () => ({ columns: 80, rows: 24 }))('enter');
			return store.get();
		};
		const sorted = run(listed, 'files-want-like');
		expect(sorted.details).toMatchObject({ tab: 'files', focused: true });
		const market = update(listed, { type: 'pane', pane: 'market' });
		expect(run(market, 'market-best-prices').sections.shown.market).toBe('market-book');
		const empty = screens.empty as State;
		expect(found(empty, titleOf('files-want-like'))[0]?.why).toMatch(/^Only in files/);
	});

	test('lists recent commands first for an empty text, if they are available', () => {
		const recent = ['events-filter', 'mark-all', 'sort'].reduce(
			(state, id) => update(state, { type: 'ran', id }),
			listed,
		);
		const ids = found(recent, '').map(({ command }) => command.id);
		expect(ids.slice(0, 2)).toEqual(['sort', 'mark-all']);
		expect(ids.indexOf('events-filter')).toBeGreaterThan(10);
		expect(update(recent, { type: 'ran', id: 'mark-all' }).recent).toEqual([
			'mark-all',
			'sort',
			'events-filter',
		]);
	});
});

describe('the keys of this place', () => {
	test('leave out a key that a nearer scope has', () => {
		for (const state of [listed, inTab(listed)]) {
			const keys = withWorkingKeys(commandsBeneath(state)).flatMap((each) => each.keys);
			expect(new Set(keys).size).toBe(keys.length);
		}
	});

	test('are grouped by their purpose', () => {
		const headings = (state: State) =>
			helpRows(commandsBeneath(state)).flatMap((row) => ('heading' in row ? [row.heading] : []));
		const { move, act, view, select, cockpit } = helpHeadings;
		expect(headings(listed)).toEqual([move, act, view, select, cockpit]);
		expect(headings(update(listed, { type: 'pane', pane: 'events' }))).toEqual([move, act, view, cockpit]);
	});

	test('are in two columns of about the same height where they fit', () => {
		const layoutOf = (columns: number) => helpLayout(commandsBeneath(listed), listed, columns);
		expect(layoutOf(80).columns).toHaveLength(1);
		for (const columns of [110, 120, 160, 200]) {
			const { columns: both, cells, lines } = layoutOf(columns);
			const [left = [], right = []] = both;
			expect(both).toHaveLength(2);
			expect(Math.abs(left.length - right.length)).toBeLessThanOrEqual(4);
			expect(lines).toBe(Math.max(left.length, right.length));
			expect(cells).toBeLessThanOrEqual(columns - 4);
			expect(right[0]?.heading).toBeDefined();
			expect(left.at(-1)?.heading).toBeUndefined();
		}
	});
});
