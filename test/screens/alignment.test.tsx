import '../../source/tui/terminal/full-colour.ts';
import { expect, onTestFinished, test } from 'vitest';
import { emptyLine } from '../../source/state/dialogs/line-edit.ts';
import { filterDialogText } from '../../source/tui/dialogs/filter/dialog.tsx';
import { dispatch, everyWidth, faultsOf, MAX_COLUMNS, MIN_COLUMNS, openAllNames } from './all-names.ts';
import { listing, namedDownloads } from './named-downloads.ts';
import { nameFamilies, names } from './names.ts';
import { listPlace, screenRowsFor } from './panel-places.ts';
import { cellsOf, misalignments, rowsShown } from './shown-list.ts';
import { type WatchedApp, watchApp } from './watched-app.tsx';

/** Rows of a screen that shows all names. */
const tall = screenRowsFor(names.length);
const tallest = { columns: MIN_COLUMNS, rows: tall };

function shown({ emulator }: WatchedApp): number {
	const { cols: columns, rows } = emulator.terminal;
	return rowsShown(emulator, listPlace({ columns, rows }));
}

test('columns stay aligned for every name at every width: marked or not, sorted or not, under the cursor', async () => {
	const app = await openAllNames(tallest);
	const faults: string[] = [];
	for (const [index, width] of everyWidth.entries()) {
		const sort = { column: 'name', descending: index % 4 === 0 };
		dispatch(
			app,
			{ type: 'sort', sort: index % 2 === 0 ? sort : undefined },
			{ type: 'select', which: 'current' },
			{ type: 'select', which: 'others' },
			{ type: 'move', rows: 1 },
		);
		app.resize(width, tall);
		await app.settled();
		expect(shown(app)).toBe(names.length);
		faults.push(...faultsOf(app));
	}
	expect(faults.slice(0, 20)).toEqual([]);
}, 120_000);

/** Returns the row below the visible list. Completions of a typed filter cover the end of the list. */
function aboveCompletions({ emulator }: WatchedApp): number {
	const rule = emulator.rows().findIndex((row) => row.startsWith(filterDialogText.title));
	const { cols: columns, rows } = emulator.terminal;
	return rule < 0 ? listPlace({ columns, rows }).bottom : rule;
}

test('columns stay aligned where a filter highlights parts of names', async () => {
	const filters = [
		'a',
		'e',
		'o',
		'\u0301',
		'漢',
		'👨',
		'\u200d',
		'🇩',
		'ก',
		'\u001b',
		' ',
		'\ud83d',
		'\ufe0f',
		'x',
	];
	const dialog = { kind: 'filter', line: emptyLine, before: { filter: '', cursor: undefined } } as const;
	const app = await openAllNames(tallest);
	const faults: string[] = [];
	let filtered = 0;
	for (const [index, width] of everyWidth.entries()) {
		const text = filters[index % filters.length] ?? '';
		dispatch(app, { type: 'open', dialog }, { type: 'type-text', text });
		if (index % 3 === 0) dispatch(app, { type: 'close' }, { type: 'move', rows: index });
		app.resize(width, tall);
		await app.settled();
		if (shown(app) > 0) {
			filtered++;
			faults.push(...faultsOf(app, aboveCompletions(app)));
		}
		dispatch(app, { type: 'clear-filter' }, { type: 'close' });
	}
	expect(faults.slice(0, 20)).toEqual([]);
	expect(filtered).toBeGreaterThan(everyWidth.length / 2);
}, 120_000);

test('columns stay aligned when the cursor comes to a name and leaves it', async () => {
	const app = await openAllNames(tallest);
	const faults: string[] = [];
	for (const width of [MIN_COLUMNS, 120]) {
		dispatch(app, { type: 'move', rows: Number.NEGATIVE_INFINITY });
		app.resize(width, tall);
		for (let row = 0; row < names.length; row++) {
			await app.settled();
			const { emulator } = app;
			const { top, left, right } = listPlace({ columns: width, rows: tall });
			const y = top + 1 + row;
			// Only this row and the previous one were painted. Both end where the first does.
			const behind = cellsOf(emulator, top, 0, width).indexOf('PROGRESS') - 1;
			const [expected, row1, row2] = [top + 1, y, Math.max(top + 1, y - 1)].map((line) =>
				cellsOf(emulator, line, behind, right),
			);
			if (row1 !== expected || row2 !== expected) faults.push(`${width}: ${names[row]?.slice(0, 99)}`);
			if (emulator.cell(left, y).style === emulator.cell(left, row === 0 ? y + 1 : y - 1).style)
				faults.push(`${width}: ${names[row]?.slice(0, 99)} has not the look of the cursor`);
			dispatch(app, { type: 'move', rows: 1 });
		}
		faults.push(...faultsOf(app));
	}
	expect(faults.slice(0, 20)).toEqual([]);
}, 120_000);

test.each(['old', 'wide signs'] as const)(
	'columns stay aligned on a terminal (%s) that has other widths for some characters',
	async (widths) => {
		const faults: string[] = [];
		const app = await openAllNames({ ...tallest, widths });
		for (const width of everyWidth.filter((width) => width % 8 === 0)) {
			app.resize(width, tall);
			await app.settled();
			faults.push(
				...misalignments(app.emulator, listPlace({ columns: width, rows: tall })).map(
					(fault) => `${width}: ${fault}`,
				),
			);
		}
		expect(faults.slice(0, 20)).toEqual([]);
	},
	120_000,
);

/** Cells of the progress in a wide window, under a title at their end. */
const PROGRESS_CELLS = 16;

test('the list shows harmless names unchanged', async () => {
	const readable = Object.values(nameFamilies).flatMap((family) => (family.readable ? family.names : []));
	const size = { columns: MAX_COLUMNS, rows: screenRowsFor(readable.length) };
	const app = await watchApp(listing(namedDownloads(readable)), size);
	onTestFinished(() => app.close());
	const { left, top } = listPlace(size);
	const titles = cellsOf(app.emulator, top, 0, MAX_COLUMNS);
	const name = left + titles.slice(left).indexOf('NAME');
	const behind = titles.indexOf('PROGRESS') + 'PROGRESS'.length - PROGRESS_CELLS;
	const drawn = readable.map((_, row) => cellsOf(app.emulator, top + 1 + row, name, behind).trimEnd());
	// A terminal that draws some clusters narrower shows a blank after them.
	const bare = (texts: readonly string[]) => texts.map((text) => text.replaceAll(' ', ''));
	expect(bare(drawn)).toEqual(bare(readable));
});
