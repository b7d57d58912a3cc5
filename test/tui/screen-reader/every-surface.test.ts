import '../../../source/tui/terminal/full-color.ts';
import { expect, test, vi } from 'vitest';
import { allDownloadColumns } from '../../../source/columns/downloads.ts';
import type { State } from '../../../source/state/core/state.ts';
import { createStore } from '../../../source/state/core/store.ts';
import { current } from '../../../source/state/downloads/downloads.ts';
import { tabs } from '../../../source/tui/panes/downloads/tabs/registry.ts';
import type { Tab } from '../../../source/tui/panes/downloads/tabs/tab.ts';
import { Narrator } from '../../../source/tui/screen-reader/narrator.ts';
import { contentText } from '../../../source/tui/screen-reader/surface-text.ts';
import { noList } from '../../../source/tui/sections/pane-of-sections.ts';
import { detailsHaveFocus, listBeneath } from '../../../source/tui/shell/pane-focus.ts';
import { currentPane, panes } from '../../../source/tui/shell/panes.ts';
import { update } from '../../../source/tui/shell/update.ts';
import type { Pane } from '../../../source/tui/surfaces/pane.ts';
import { tableList } from '../../../source/tui/surfaces/row-table.ts';
import type { SurfaceContent } from '../../../source/tui/surfaces/surface.ts';
import { allScreens } from '../../screens/all-screens.ts';
import { paintScreen } from '../../screens/paint-screen.tsx';
import { Recorder } from './recorder.ts';

/** Wide enough for every column. */
const size = { columns: 700, rows: 40 };
const columns = allDownloadColumns.map(({ id }) => ({ id }));

/** All screens without a dialog, with all columns of downloads drawn. */
const states = [...allScreens(size)]
	.filter(([, { dialogs }]) => dialogs.length === 0)
	.map(([name, state]): [string, State] => [
		name,
		{ ...state, view: { ...state.view, columns: { narrow: columns, wide: columns } } },
	]);

const tabOf = ({ details }: State): Tab => tabs[details.tab];
const showsTab = (state: State) =>
	state.pane === 'downloads' && state.details.shown !== 'not' && current(state.downloads) !== undefined;

/** Returns the lines that speak the position in a state. */
function spoken(state: State): string[] {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	const voice = new Recorder();
	const narrator = new Narrator(createStore(state, update), voice);
	narrator.announcePosition();
	narrator.close();
	vi.useRealTimers();
	return voice.take();
}

/** Returns the index of the focused row; undefined without rows. */
function focusedIndex(state: State): number | undefined {
	const place = listBeneath(state)?.place?.(state) ?? '';
	return place === '' || place.startsWith('–') ? undefined : Number.parseInt(place, 10) - 1;
}

/** Returns the words of a text, without the rest of a name that is too long. */
const wordsOf = (text: string) =>
	(text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}.:-]*/gu) ?? []).filter(
		({ length }) => length < 100,
	);

/** Words of a tab that are spoken in other words: flags of peers, selected shares of files. */
const signs: Readonly<Partial<Record<Tab['id'], RegExp>>> = { peers: /^[lrduosx]+$/, files: /^[\d.]+$|^x$/ };

test.each(states)(
	'%s: the title is spoken, no line is spoken twice, and all text is sanitized',
	(_, state) => {
		const lines = spoken(state);
		expect(lines).toContain(`${panes[state.pane].title}.`);
		const { section } = currentPane(state);
		if (section) expect(lines).toContain(`${section.title}.`);
		if (showsTab(state)) expect(lines).toContain(`${tabOf(state).title}.`);
		expect(lines).toEqual([...new Set(lines)]);
		const repeated = lines.filter((line) =>
			lines.some((other) => other !== line && line.length > 20 && other.includes(line.replace(/\.$/, ''))),
		);
		expect(repeated).toEqual([]);
		expect(lines.join('')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
		expect(lines).not.toContain('');
	},
);

test.each(states)('%s: all drawn words of the focused row are spoken', (_, state) => {
	const index = focusedIndex(state);
	if (index === undefined) return;
	const screen = paintScreen(state, size);
	const part = detailsHaveFocus(state) ? 'details' : 'list';
	const drawn = screen.targets.flatMap((row, y) =>
		row.flatMap((target, x) =>
			target?.kind === 'row' && target.part === part && target.index === index
				? [screen.cell(x, y).text]
				: [],
		),
	);
	const isSign = part === 'details' ? signs[tabOf(state).id] : undefined;
	const words = wordsOf(drawn.join('')).filter((word) => !isSign?.test(word));
	// A maximized tab without rows of its own covers the list.
	if (drawn.length > 0) expect(words).not.toEqual([]);
	const text = spoken(state).join('\n').toLowerCase();
	for (const word of words) expect(text).toContain(word);
});

test('the screens cover every pane, section and tab, each with rows if it has a list', () => {
	const spokenRows = (content: SurfaceContent, of: readonly State[]) =>
		content.list?.describe === undefined ||
		content.list.positions === noList.positions ||
		of.some((state) => content.list?.describe?.(state).row);
	for (const pane of Object.values<Pane>(panes)) {
		for (const content of pane.sections?.all ?? [pane]) {
			const its = states
				.map(([, state]) => state)
				.filter((state) => state.pane === pane.id && currentPane(state).section === content.section);
			const name = content.section?.id ?? pane.id;
			expect([name, its.length > 0 && spokenRows(content, its)]).toEqual([name, true]);
		}
	}
	for (const tab of Object.values<Tab>(tabs)) {
		const its = states
			.map(([, state]) => state)
			.filter((state) => showsTab(state) && tabOf(state).id === tab.id);
		expect([tab.id, its.length > 0 && spokenRows(tab, its)]).toEqual([tab.id, true]);
	}
});

test('a pane that declares only its rows is spoken: message, number of rows, view and row', () => {
	const [, state] = states[0] ?? [];
	if (!state) throw new Error('there is no screen');
	let rows = [
		{ id: 'a', seen: 12 },
		{ id: 'b', seen: 3 },
	];
	const pane: SurfaceContent = {
		title: 'Things',
		message: () => (rows.length > 0 ? undefined : { id: 'none', lines: ['There are no things.'] }),
		list: tableList({
			table: () => ({
				noun: 'thing',
				columns: [
					{ id: 'name', title: 'NAME', width: 8, align: 'left', dropOrder: 0, value: ({ id }) => id },
					{
						id: 'seen',
						title: 'SEEN',
						width: 4,
						align: 'right',
						dropOrder: 1,
						value: ({ seen }) => `${seen}`,
					},
				],
				rows,
				cursor: 1,
				keyOf: ({ id }) => id,
				sort: { column: 'seen', descending: true },
			}),
			move: (now) => now,
		}),
	};
	expect(contentText(pane, state).lines()).toEqual(['2 things.']);
	const description = pane.list?.describe?.(state);
	expect(description?.row()?.lines()).toEqual(['b, seen 3; 2 of 2.']);
	expect(description?.view().sort?.lines()).toEqual(['Sorted by seen, the greatest first.']);
	rows = [];
	expect(contentText(pane, state).lines()).toEqual(['There are no things.']);
});
