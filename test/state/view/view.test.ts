import { describe, expect, test } from 'vitest';
import { chosenColumns } from '../../../source/columns/chosen.ts';
import { downloadPresets } from '../../../source/columns/download-presets.ts';
import { allDownloadColumns, downloadColumns } from '../../../source/columns/downloads.ts';
import { layOut, rowCells, titleLine } from '../../../source/columns/layout.ts';
import { trackerHosts } from '../../../source/columns/tracker-hosts.ts';
import { width } from '../../../source/format/cells.ts';
import type { Message } from '../../../source/state/core/message.ts';
import type { State } from '../../../source/state/core/state.ts';
import { emptyLine, insertText, lineText } from '../../../source/state/surfaces/line-edit.ts';
import { changeColumn, columnChoices } from '../../../source/state/view/choose-columns.ts';
import { mergeEarlier, recalled, withEarlier } from '../../../source/state/view/earlier.ts';
import { changedView, readView } from '../../../source/state/view/saved-view.ts';
import { choiceOf, columnsOf, initialView, windowSizeOf } from '../../../source/state/view/view.ts';
import { sortColumns, sortKeys } from '../../../source/tui/panes/downloads/dialogs/sort/sort-columns.ts';
import { update } from '../../../source/tui/shell/update.ts';
import { downloads, now, screens } from '../../screens/states.ts';

const begin = screens.downloads as State;
const given = (state: State, ...messages: Message[]) => messages.reduce(update, state);
const ids = (chosen: readonly { id: string }[]) => chosen.map(({ id }) => id);

describe('recent filters', () => {
	const use = (filters: readonly string[]) => filters.reduce(withEarlier, [] as readonly string[]);

	test('are kept without duplicates, the newest first, up to a limit', () => {
		expect(use(['a', ' b ', '', 'a', 'x'.repeat(3_000)])).toEqual(['a', 'b']);
		expect(use(Array.from({ length: 50 }, (_, at) => `f${at}`))).toHaveLength(20);
	});

	test('can be stepped through from the typed text and back to it', () => {
		const line = insertText(emptyLine, 'b');
		const first = recalled(line, undefined, ['b', 'a'], 1);
		expect(first && lineText(first.line)).toBe('a');
		expect(first && recalled(first.line, first.recall, ['new', 'b', 'a'], 1)).toBeUndefined();
		expect(first && recalled(first.line, first.recall, [], -1)?.line).toBe(line);
		expect(recalled(line, undefined, ['a'], -1)).toBeUndefined();
	});

	test('of two cockpits are merged, with those of this one first', () => {
		expect(mergeEarlier(['o', 'a', 'b'], ['a', 'b'], ['b', 'a'])).toEqual(['b', 'o', 'a']);
		expect(mergeEarlier(['o', 'a'], ['a', 'b'], ['a', 'b'])).toEqual(['o', 'a']);
		expect(mergeEarlier([], [], ['a', 'b'])).toEqual(['a', 'b']);
	});

	test('are read from any file, also an invalid one', () => {
		expect(readView('{"earlier": ["a", " b", "a", ""]}').saved.earlier).toEqual(['a', 'b']);
		const { saved, faults } = readView('{"earlier": {"a": 1}, "filters": []}');
		expect(saved.earlier).toEqual([]);
		expect(faults).toHaveLength(1);
		expect(() => readView('{"earlier": [1, null, {}]}')).not.toThrow();
	});
});

describe('columns', () => {
	test('each have a width that fits the title, a text for their values, and a sort order', () => {
		expect(new Set(ids(allDownloadColumns)).size).toBe(allDownloadColumns.length);
		for (const column of allDownloadColumns) {
			expect(column.about).toBeTruthy();
			expect((column.heading ?? column.title).length).toBeLessThanOrEqual(column.width);
			expect(column.sortKey).toBeDefined();
		}
	});

	test('that are chosen have the order and the widths of the choice, on any line', () => {
		for (const { columns } of downloadPresets) {
			const chosen = chosenColumns(allDownloadColumns, columns ?? []);
			for (let total = 20; total <= 240; total += 7) {
				const placed = layOut(chosen, total, 0.3);
				expect(width(titleLine(placed))).toBe(total);
				for (const download of downloads) expect(width(rowCells(placed, download).join(' '))).toBe(total);
			}
		}
		const chosen = chosenColumns(allDownloadColumns, [{ id: 'size', width: 12 }, { id: 'name' }]);
		expect(layOut(chosen, 200).map((placed) => [placed.column.id, placed.width])).toEqual([
			['size', 12],
			['name', 187],
		]);
	});

	test('that were chosen last are dropped first, and the name never, chosen or not', () => {
		const chosen = chosenColumns(allDownloadColumns, [{ id: 'tracker' }, { id: 'size' }, { id: 'no such' }]);
		const shown = (total: number) => layOut(chosen, total).map(({ column }) => column.id);
		expect(shown(60)).toEqual(['name', 'tracker', 'size']);
		expect(shown(40)).toEqual(['name', 'tracker']);
		expect(shown(30)).toEqual(['name']);
	});

	test('are shown, hidden, moved and resized; the name stays', () => {
		const usual = choiceOf(initialView, 'narrow');
		expect(ids(changeColumn(usual, 'size', { type: 'toggle' }))).not.toContain('size');
		expect(ids(changeColumn(usual, 'tracker', { type: 'toggle' })).at(-1)).toBe('tracker');
		expect(changeColumn(usual, 'name', { type: 'toggle' })).toBe(usual);
		expect(ids(changeColumn(usual, 'size', { type: 'move', by: -1 })).indexOf('size')).toBe(
			usual.findIndex(({ id }) => id === 'size') - 1,
		);
		expect(changeColumn(usual, 'state', { type: 'move', by: -1 })).toBe(usual);
		const wider = changeColumn(usual, 'size', { type: 'widen', by: 1 });
		const sizeIn = (chosen: typeof usual) => chosen.find(({ id }) => id === 'size');
		expect(sizeIn(wider)).toEqual({ id: 'size', width: 9 });
		// In a wide window the column of progress is wider than in others.
		const progress = changeColumn(usual, 'progress', { type: 'widen', by: 1, from: 16 });
		expect(progress[2]).toEqual({ id: 'progress', width: 17 });
		expect(sizeIn(changeColumn(wider, 'size', { type: 'widen', by: -99 }))?.width).toBe(3);
		expect(sizeIn(changeColumn(wider, 'size', { type: 'natural-width' }))).toEqual({ id: 'size' });
		expect(columnChoices(usual)).toHaveLength(allDownloadColumns.length);
	});

	test('are chosen separately for narrow and wide windows, and the cursor of the dialog follows a moved column', () => {
		const open: Message = {
			type: 'open',
			dialog: { kind: 'columns', room: 'wide', chosen: 3, before: undefined },
		};
		const change = (change: Parameters<typeof changeColumn>[2]): Message => ({
			type: 'view',
			what: { type: 'change-column', change },
		});
		const moved = given(begin, open, change({ type: 'move', by: 1 }), change({ type: 'widen', by: 2 }));
		expect(moved.dialogs.at(-1)).toMatchObject({ chosen: 4 });
		expect(moved.view.columns.wide?.[4]).toEqual({ id: 'down', width: 10 });
		expect(columnsOf(moved.view, windowSizeOf(99))).toBe(downloadColumns);
		expect(columnsOf(moved.view, windowSizeOf(100))).toBe(columnsOf(moved.view, 'wide'));
		const restored = given(moved, { type: 'view', what: { type: 'restore-columns' } });
		expect(restored.view).toEqual(begin.view);
		expect(restored.dialogs).toEqual([]);
	});

	test('have distinct sort keys', () => {
		const keys = Object.values(sortKeys);
		expect(new Set([...keys, 'j', 'k', 'g', 'q']).size).toBe(keys.length + 4);
		for (const id of Object.keys(sortKeys)) expect(ids(sortColumns)).toContain(id);
	});

	test('of trackers show their hosts, without duplicates', () => {
		const urls = [
			'https://user:pass@A.example:443/x',
			'udp://a.example:6969',
			'[DHT]',
			'http://[::1]:80/a',
			'',
		];
		expect(trackerHosts(urls)).toEqual(['a.example', '[::1]']);
	});
});

describe('while a filter is typed', () => {
	const open = (state: State): Message => ({
		type: 'open',
		dialog: {
			kind: 'filter',
			line: emptyLine,
			before: { filter: '', cursor: state.downloads.cursor },
		},
	});
	const type = (text: string): Message[] => [...text].map((letter) => ({ type: 'type-text', text: letter }));
	const nameOf = ({ downloads: { view, cursorAt } }: State) => view[cursorAt]?.name;

	test('the cursor returns to its download whenever the filter matches it', () => {
		expect(nameOf(begin)).toBe('nested');
		const half = given(begin, open(begin), ...type('ratio>'.slice(0, 2)));
		expect(nameOf(half)).not.toBe('nested');
		const whole = given(half, ...type('tio>2'));
		expect(nameOf(whole)).toBe('nested');
		expect(whole.downloads.view).toHaveLength(1);
	});

	test('a cursor that the user moves keeps its row', () => {
		const typed = given(begin, open(begin), ...type('n'), { type: 'move', rows: 1 });
		const there = nameOf(typed);
		expect(there).not.toBe('nested');
		expect(nameOf(given(typed, { type: 'edit-line', move: 'backspace' }))).toBe(there);
	});

	test('ages are updated with time', () => {
		const [first] = downloads;
		if (!first) throw new Error('there are no downloads');
		const seconds = now / 1000;
		const state = given(
			begin,
			{ type: 'tick', now },
			{
				type: 'answer',
				query: 'downloads',
				endpoint: 'listDownloads',
				answer: {
					downloads: [{ ...first, time_added: seconds - 3_590 }],
					checkpoints: { all_loaded: true, loaded: 1, total: 1 },
				},
				at: now,
			},
			{ type: 'view', what: { type: 'filter', filter: 'added<1h' } },
		);
		expect(state.downloads.view).toHaveLength(1);
		const same = given(state, { type: 'tick', now: now + 1_000 });
		expect(same.downloads).toBe(state.downloads);
		expect(given(same, { type: 'tick', now: now + 11_000 }).downloads.view).toHaveLength(0);
	});
});

describe('the view file', () => {
	const nothing = readView('{}').saved;

	test('is read, and invalid parts are reported and dropped', () => {
		const { saved, faults } = readView(
			JSON.stringify({
				sort: { column: 'size', descending: true },
				columns: { narrow: [{ id: 'name' }, { id: 'sise' }, { id: 'size', width: 5_000 }], wide: 7 },
				filters: [{ name: 'a', filter: 'error' }, 'odd'],
			}),
		);
		expect(saved.sort).toEqual({ column: 'size', descending: true });
		expect(saved.columns.narrow).toEqual([{ id: 'name' }, { id: 'size' }]);
		expect(saved.filters).toEqual([{ name: 'a', filter: 'error' }]);
		const faultText = faults.join('; ');
		for (const part of ["no column 'sise'", 'columns.narrow[2].width', 'columns.wide', 'filters[1]']) {
			expect(faultText).toContain(part);
		}
		for (const text of ['', 'null', '[]', '{"a":']) expect(() => readView(text)).toThrow();
	});

	test('yields each column once and a limited number of filters, for any content', () => {
		const filters = Array.from({ length: 5_000 }, (_, index) => ({ name: `${index}`, filter: 'x' }));
		const size = { id: 'size', width: 200 };
		const wide = [{ id: 'name' }, ...Array<object>(5_000).fill(size), { id: 'status' }];
		const { saved, faults } = readView(JSON.stringify({ columns: { wide }, filters }));
		expect(saved.columns.wide).toEqual([{ id: 'name' }, size, { id: 'status' }]);
		expect(saved.filters).toHaveLength(1_000);
		expect(faults).toContain("the column 'size' is there twice (columns.wide)");
		expect(faults).toContain('there are more than 1000 filters');
	});

	test('keeps concurrent changes of others, and unknown fields', () => {
		const there = JSON.stringify({
			later: { release: 1 },
			columns: { wide: [{ id: 'name' }] },
			filters: [
				{ name: 'mine', filter: 'x' },
				{ name: 'theirs', filter: 'error' },
			],
		});
		const before = { ...nothing, filters: [{ name: 'mine', filter: 'x' }] };
		const now = {
			...nothing,
			sort: { column: 'name', descending: false },
			columns: { narrow: [{ id: 'name' }, { id: 'size', width: 9 }], wide: undefined },
			filters: [{ name: 'new', filter: 'ratio>2' }],
		};
		const text = changedView(there, before, now);
		expect(JSON.parse(text)).toEqual({
			later: { release: 1 },
			sort: { column: 'name', descending: false },
			columns: { narrow: [{ id: 'name' }, { id: 'size', width: 9 }], wide: [{ id: 'name' }] },
			filters: [
				{ name: 'theirs', filter: 'error' },
				{ name: 'new', filter: 'ratio>2' },
			],
		});
		expect(text).toContain('{ "id": "size", "width": 9 }');
		expect(readView(text).faults).toEqual([]);
	});

	test('leaves out unchanged settings', () => {
		expect(JSON.parse(changedView('{}', nothing, nothing))).toEqual({});
		const sorted = { ...nothing, sort: { column: 'name', descending: true } };
		expect(JSON.parse(changedView('{"sort":{"column":"name","descending":true}}', sorted, nothing))).toEqual(
			{},
		);
	});
});
