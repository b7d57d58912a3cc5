import '../../source/tui/terminal/full-color.ts';
import { expect, test } from 'vitest';
import { emptyLine } from '../../source/state/surfaces/line-edit.ts';
import { filterDialogText } from '../../source/tui/panes/downloads/dialogs/filter/dialog.tsx';
import { Differ } from '../../source/tui/terminal/differ.ts';
import { enterSequence } from '../../source/tui/terminal/modes.ts';
import { isThorough } from '../runs.ts';
import { Emulator } from '../terminal/emulator.ts';
import type { ShownScreen } from '../terminal/shown-screen.ts';
import { faultsOf, MAX_COLUMNS, MIN_COLUMNS, manyWidths, openAllNames } from './all-names.ts';
import { listing, namedDownloads } from './named-downloads.ts';
import { nameFamilies, names } from './names.ts';
import { paintScreen } from './paint-screen.tsx';
import { listPlace, screenRowsFor } from './panel-places.ts';
import { misalignments, rowsShown } from './shown-list.ts';

/** Rows of a screen that shows all names. */
const tall = screenRowsFor(names.length);
const tallest = { columns: MIN_COLUMNS, rows: tall };

function shown(screen: ShownScreen): number {
	return rowsShown(screen, listPlace(screen.size));
}

test('columns stay aligned for every name at many widths: marked or not, sorted or not, under the cursor', async () => {
	const app = openAllNames(tallest);
	const faults: string[] = [];
	for (const [index, width] of manyWidths.entries()) {
		const sort = { column: 'name', descending: index % 4 === 0 };
		app.dispatch(
			{ type: 'sort', sort: index % 2 === 0 ? sort : undefined },
			{ type: 'select', which: 'current' },
			{ type: 'select', which: 'others' },
			{ type: 'move', rows: 1 },
		);
		app.resize(width, tall);
		const screen = await app.settled();
		expect(shown(screen)).toBe(names.length);
		faults.push(...faultsOf(screen));
	}
	expect(faults.slice(0, 20)).toEqual([]);
});

/** Returns the row below the visible list. Completions of a typed filter cover the end of the list. */
function aboveCompletions(screen: ShownScreen): number {
	const rule = screen.rows().findIndex((row) => row.startsWith(filterDialogText.title));
	return rule < 0 ? listPlace(screen.size).bottom : rule;
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
	const app = openAllNames(tallest);
	const faults: string[] = [];
	// Highlights change no width, so fewer widths are enough.
	const widths = manyWidths.filter((width) => width % (isThorough ? 3 : 6) === 0);
	let filtered = 0;
	for (const [index, width] of widths.entries()) {
		const text = filters[index % filters.length] ?? '';
		app.dispatch({ type: 'open', dialog }, { type: 'type-text', text });
		if (index % 3 === 0) app.dispatch({ type: 'close' }, { type: 'move', rows: index });
		app.resize(width, tall);
		const screen = await app.settled();
		if (shown(screen) > 0) {
			filtered++;
			faults.push(...faultsOf(screen, aboveCompletions(screen)));
		}
		app.dispatch({ type: 'clear-filter' }, { type: 'close' });
	}
	expect(faults.slice(0, 20)).toEqual([]);
	expect(filtered).toBeGreaterThan(widths.length / 2);
});

test('columns stay aligned when the cursor comes to a name and leaves it', async () => {
	const app = openAllNames(tallest);
	const faults: string[] = [];
	for (const width of [MIN_COLUMNS, 120]) {
		app.dispatch({ type: 'move', rows: Number.NEGATIVE_INFINITY });
		app.resize(width, tall);
		for (let row = 0; row < names.length; row++) {
			const screen = await app.settled();
			const { top, left, right } = listPlace({ columns: width, rows: tall });
			const y = top + 1 + row;
			// Only this row and the previous one were painted. Both end where the first does.
			const behind = screen.part(top, 0, width).indexOf('PROGRESS') - 1;
			const [expected, row1, row2] = [top + 1, y, Math.max(top + 1, y - 1)].map((line) =>
				screen.part(line, behind, right),
			);
			if (row1 !== expected || row2 !== expected) faults.push(`${width}: ${names[row]?.slice(0, 99)}`);
			if (screen.cell(left, y).style === screen.cell(left, row === 0 ? y + 1 : y - 1).style)
				faults.push(`${width}: ${names[row]?.slice(0, 99)} has not the look of the cursor`);
			app.dispatch({ type: 'move', rows: 1 });
		}
		faults.push(...faultsOf(await app.settled()));
	}
	expect(faults.slice(0, 20)).toEqual([]);
});

test.each(['old', 'wide signs'] as const)(
	'columns stay aligned on a terminal (%s) that has other widths for some characters',
	async (widths) => {
		const faults: string[] = [];
		const app = openAllNames(tallest);
		for (const columns of [40, 80, 112, 200]) {
			const size = { columns, rows: tall };
			app.resize(columns, tall);
			const { grid } = await app.settled();
			const emulator = new Emulator({ ...size, widths });
			await emulator.write(enterSequence({ mouse: false, asks: false, asksColors: false }));
			await emulator.write(new Differ(columns, tall).encode(grid));
			faults.push(...misalignments(emulator, listPlace(size)).map((fault) => `${columns}: ${fault}`));
		}
		expect(faults.slice(0, 20)).toEqual([]);
	},
);

/** Cells of the progress in a wide window, under a title at their end. */
const PROGRESS_CELLS = 16;

test('the list shows harmless names unchanged', () => {
	const readable = Object.values(nameFamilies).flatMap((family) => (family.readable ? family.names : []));
	const size = { columns: MAX_COLUMNS, rows: screenRowsFor(readable.length) };
	const screen = paintScreen(listing(namedDownloads(readable)), size);
	const { left, top } = listPlace(size);
	const titles = screen.part(top, 0, MAX_COLUMNS);
	const name = left + titles.slice(left).indexOf('NAME');
	const behind = titles.indexOf('PROGRESS') + 'PROGRESS'.length - PROGRESS_CELLS;
	const drawn = readable.map((_, row) => screen.part(top + 1 + row, name, behind).trimEnd());
	// A terminal that draws some clusters narrower shows a blank after them.
	const bare = (texts: readonly string[]) => texts.map((text) => text.replaceAll(' ', ''));
	expect(bare(drawn)).toEqual(bare(readable));
});
