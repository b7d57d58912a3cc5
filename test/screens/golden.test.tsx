import '../../source/tui/terminal/full-color.ts';
import { readdir, rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { State } from '../../source/state/core/state.ts';
import { FOOTER_HEIGHT, headerHeight } from '../../source/tui/components/layout.ts';
import { detailsOf } from '../../source/tui/shell/pane-place.ts';
import { currentPane, panes } from '../../source/tui/shell/panes.ts';
import type { Pane } from '../../source/tui/surfaces/pane.ts';
import { isThorough } from '../runs.ts';
import type { ShownCell } from '../terminal/shown-screen.ts';
import { allScreens } from './all-screens.ts';
import { contextScreens } from './context-states.ts';
import { subjectArea } from './golden-area.ts';
import { goldenLines, goldenText } from './golden-text.ts';
import { paintOnce } from './paint-screen.tsx';
import type { ScreenSize } from './pressing.ts';
import { profilerScreens } from './profiler-states.ts';

/** Whether `npm run generate` runs this file to write the golden files. */
const isGenerating = process.env.SEEDTOP_GENERATE === '1';

const usual: ScreenSize = { columns: 80, rows: 24 };
const small: ScreenSize = { columns: 60, rows: 20 };
const large: ScreenSize = { columns: 200, rows: 50 };

/** Screens with a second golden file, because their layout differs at that size. */
const otherLayouts: readonly (readonly [name: string, size: ScreenSize])[] = [
	['downloads', small],
	['details', small],
	['add', small],
	['tab-peers', small],
	['bulk-remove-many', small],
	['downloads', large],
	['details', large],
	['tab-overview', large],
	['tab-peers', large],
	['tab-pieces', large],
	['files-split', large],
	['journal-events', large],
	['view-preset-wide', large],
	['market-book', large],
];

function shown(name: string, size: ScreenSize) {
	const state = allScreens(size).get(name);
	if (!state) throw new Error(`there is no screen ${name}`);
	return { state, screen: paintOnce(state, size) };
}

function golden(name: string, size: ScreenSize): string {
	const { state, screen } = shown(name, size);
	const area = subjectArea(name, state, screen);
	const place = `columns ${area.left + 1}–${area.right}, rows ${area.top + 1}–${area.bottom}`;
	const title = `${name} at ${size.columns}×${size.rows}: ${place}`;
	return goldenText([title, ...goldenLines(screen.cells(area))]);
}

const fileOf = (name: string, { columns, rows }: ScreenSize) =>
	columns === usual.columns ? `${name}.txt` : `${name}-${columns}x${rows}.txt`;

/** The screens of a pane with sections share one file, and those of the profiler and of some tabs. */
const ofPanes = Object.values<Pane>(panes)
	.filter(({ sections }) => sections)
	.map(({ id }) => ({
		file: `pane-${id}.txt`,
		names: [...allScreens(usual)].filter(([, { pane }]) => pane === id).map(([name]) => name),
	}));
const sharing = [
	...ofPanes,
	{ file: 'profiler.txt', names: Object.keys(profilerScreens) },
	{ file: 'services.txt', names: Object.keys(contextScreens) },
	{
		file: 'tab-overview.txt',
		names: [...allScreens(usual).keys()].filter((name) => name.startsWith('tab-overview')),
	},
	{ file: 'tab-health.txt', names: ['tab-health', 'tab-health-results', 'tab-health-absent'] },
];
const inShared = new Set(sharing.flatMap(({ names }) => names));
const alone = [...allScreens(usual).keys()].filter((name) => !inShared.has(name));

const files = [
	...alone.map((name) => [name, usual] as const),
	...otherLayouts.filter(([name]) => !inShared.has(name)),
];

const matchGolden = (text: string, file: string) =>
	expect(text, 'Run npm run generate').toMatchFileSnapshot(`golden/${file}`);

test.each(sharing)('screens of one subject match golden/$file', async ({ file, names }) => {
	const texts = names.map((name) => golden(name, usual));
	for (const [name, size] of otherLayouts) if (names.includes(name)) texts.push(golden(name, size));
	await matchGolden(texts.join('\n'), file);
});

test.each(files.map(([name, size]) => [fileOf(name, size), name, size] as const))(
	'screen matches golden/%s',
	async (file, name, size) => {
		await matchGolden(golden(name, size), file);
	},
);

/** Formats the same rows of every screen: each variant once, below the names of the screens that show it. */
function variants(size: ScreenSize, placeOf: (state: State) => { top: number; bottom: number }): string[] {
	const found = new Map<string, string[]>();
	for (const [name, state] of allScreens(size)) {
		const place = { left: 0, right: size.columns, ...placeOf(state) };
		const lines = goldenLines(paintOnce(state, size).cells(place)).join('\n');
		found.set(lines, [...(found.get(lines) ?? []), name]);
	}
	return [...found].flatMap(([lines, names]) => ['', ...names, lines]);
}

const barSizes = [small, usual, large];
const barsFile = ({ columns, rows }: ScreenSize) => `headers-and-footers-${columns}x${rows}.txt`;

test.each(barSizes.filter((size) => size !== large || isThorough || isGenerating))(
	'headers and footers of all screens match their golden file at $columns×$rows',
	async (size) => {
		const headers = variants(size, (state) => ({
			top: 0,
			bottom: headerHeight(size.rows, detailsOf(currentPane(state), state) === 'full'),
		}));
		const footers = variants(size, () => ({ top: size.rows - FOOTER_HEIGHT, bottom: size.rows }));
		const text = goldenText(['Headers', ...headers, '', 'Footers', ...footers]);
		await matchGolden(text, barsFile(size));
	},
);

const goldenFolder = new URL('golden/', import.meta.url);
const goldenFiles = [
	...files.map(([name, size]) => fileOf(name, size)),
	...sharing.map(({ file }) => file),
	...barSizes.map(barsFile),
];

test.runIf(isGenerating)('files of removed screens are deleted', async () => {
	const found = await readdir(goldenFolder);
	for (const file of found.filter((file) => !goldenFiles.includes(file)))
		await rm(new URL(file, goldenFolder));
});

// Vitest writes new files after the last test.
test.skipIf(isGenerating)(
	'the golden folder has at most 120 files, one for each golden screen, and no others',
	async () => {
		const found = await readdir(goldenFolder);
		expect(found.sort(), 'Run npm run generate').toEqual(goldenFiles.toSorted());
		expect(found.length, 'Show similar screens in one file').toBeLessThanOrEqual(120);
	},
);

test('another color in one cell changes one line of a golden file', () => {
	const cells = shown('downloads', usual).screen.cells();
	// The first of three cyan cells after a plain one.
	const wanted = ['', 'cyan', 'cyan', 'cyan'];
	const xOf = (row: readonly ShownCell[]) =>
		row.findIndex((_, at) => wanted.every((style, index) => row[at - 1 + index]?.style === style));
	const y = cells.findIndex((row) => xOf(row) >= 0);
	const x = xOf(cells[y] ?? []);
	const changed: ShownCell[][] = cells.map((row) => [...row]);
	const cell = cells[y]?.[x];
	if (!cell) throw new Error('no cells are cyan');
	changed[y]?.splice(x, 1, { ...cell, style: 'green' });
	const [before, after] = [goldenLines(cells), goldenLines(changed)];
	const differing = before.flatMap((line, index) => (line === after[index] ? [] : [[line, after[index]]]));
	expect(after).toHaveLength(before.length);
	expect(differing).toHaveLength(1);
	expect(differing[0]?.map((line) => line?.slice(x, x + 4))).toEqual([' ccc', ' gcc']);
});
