import '../../source/tui/terminal/full-colour.ts';
import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { State } from '../../source/state/core/state.ts';
import { commands } from '../../source/tui/commands/keymap.ts';
import { isInFooter } from '../../source/tui/dialogs/registry.ts';
import { tabs } from '../../source/tui/panes/downloads/tabs/registry.ts';
import { panes as paneRegistry } from '../../source/tui/panes/registry.ts';
import { allScreens, goldenFile, goldenSizes } from './all-screens.ts';
import { signsOf } from './hard-names.ts';
import { type PaintedScreen, paintScreen } from './paint-screen.tsx';
import type { ScreenSize } from './pressing.ts';
import { crookedColumns, tablesOf } from './shown-columns.ts';

/** What has the keys on a screen: its dialog, the tab of the details, or the pane. */
function subjectOf({ dialogs, pane, details }: State): string {
	const top = dialogs.at(-1);
	if (top) return `dialog ${top.kind}`;
	if (pane !== 'downloads') return `pane ${pane}`;
	if (details.shown === 'not') return 'pane downloads';
	return `tab ${details.tab}${details.shown === 'split' ? ' beside the list' : ''}`;
}

/** What shows no texts from outside: keys, titles of columns, a map, and what the user types. */
const ofOurOwn = [
	...['help', 'palette', 'sort', 'columns', 'files-pattern'].map((kind) => `dialog ${kind}`),
	'tab pieces',
];

test('every golden file is of a screen at one of the four sizes, and none is missing', async () => {
	const expected = goldenSizes.flatMap((size) =>
		[...allScreens(size).keys()].map((name) => goldenFile(name, size)),
	);
	const files = await readdir(new URL('golden/', import.meta.url));
	expect(files.sort()).toEqual(expected.sort());
});

test('every pane, every tab in the whole window and beside the list, and every dialog has golden screens', () => {
	const subjects = new Set([...allScreens({ columns: 80, rows: 24 }).values()].map(subjectOf));
	const dialogKinds = commands.map(({ scope }) => scope).filter((scope) => /^(?!tab)/.test(scope));
	const panes: readonly string[] = [...Object.keys(paneRegistry), 'panes', 'everywhere'];
	for (const pane of Object.keys(paneRegistry)) expect(subjects).toContain(`pane ${pane}`);
	for (const tab of Object.keys(tabs)) {
		expect(subjects).toContain(`tab ${tab}`);
		expect(subjects).toContain(`tab ${tab} beside the list`);
	}
	for (const kind of dialogKinds) if (!panes.includes(kind)) expect(subjects).toContain(`dialog ${kind}`);
});

const painted = new Map<string, Promise<PaintedScreen>>();

/** A screen at a size; painted once for all tests. */
function paint(name: string, state: State, size: ScreenSize, ascii = false): Promise<PaintedScreen> {
	const key = `${goldenFile(name, size)} ${ascii}`;
	const screen = painted.get(key) ?? paintScreen(state, size, { ascii });
	painted.set(key, screen);
	return screen;
}

describe.each(goldenSizes)('at $columns×$rows', (size) => {
	test('each shows names in Chinese, Arabic and Hindi, with emoji sequences, and hostile ones', async () => {
		const shown = new Map<string, string>();
		for (const [name, state] of allScreens(size)) {
			const subject = subjectOf(state);
			const { emulator } = await paint(name, state, size);
			const top = state.dialogs.at(-1);
			const text = top && !isInFooter(top) ? insideFrame(emulator.rows()) : emulator.text();
			shown.set(subject, `${shown.get(subject) ?? ''}\n${text}`);
		}
		const missing = [...shown].flatMap(([subject, text]) =>
			ofOurOwn.includes(subject)
				? []
				: Object.entries(signsOf).flatMap(([kind, sign]) => (sign.test(text) ? [] : [`${subject}: ${kind}`])),
		);
		expect(missing).toEqual([]);
	});

	test('the columns of every list stand below each other', async () => {
		const faults: string[] = [];
		const measured = new Set<string>();
		for (const [name, state] of allScreens(size)) {
			const screen = await paint(name, state, size);
			for (const table of tablesOf(screen)) {
				if (table.rows.length > 0) measured.add(table.columns.map(({ id }) => id).join());
				faults.push(...crookedColumns(screen, table).map((fault) => `${name}: ${fault}`));
			}
		}
		expect(faults).toEqual([]);
		// Downloads, files, peers, trackers, health, events: a list of each was measured.
		for (const columns of [
			/^name,.*status/,
			/^name,size,progress/,
			/^address,/,
			/^url,/,
			/^tracker,/,
			/^at,level,what/,
		]) {
			expect(
				[...measured].some((ids) => columns.test(ids)),
				`${columns} of ${[...measured]}`,
			).toBe(true);
		}
	});

	test('in ASCII all stands in the same cells, and no sign of our own is lost', async () => {
		const faults: string[] = [];
		for (const [name, state] of allScreens(size)) {
			const signs = await paint(name, state, size);
			const ascii = await paint(name, state, size, true);
			expect([name, ascii.emulator.text()]).toEqual([name, expect.stringMatching(/^[\x20-\x7e\n]*$/)]);
			const told = textsIn(state);
			const asciiCells = ascii.emulator.cells();
			for (const [y, row] of signs.emulator.cells().entries()) {
				for (const [x, { text }] of row.entries()) {
					const inAscii = asciiCells[y]?.[x]?.text;
					const at = `${name} at ${x},${y}: '${text}' is '${inAscii}'`;
					if (/^[ -~]$/.test(text) ? inAscii !== text : inAscii === '?' && !isFromOutside(text, told))
						faults.push(at);
				}
			}
		}
		expect(faults.slice(0, 20)).toEqual([]);
	});
});

/** Is a glyph one of the texts that others wrote, or put in place of what they wrote? */
function isFromOutside(glyph: string, told: string): boolean {
	return glyph === '\ufffd' || told.includes(glyph);
}

/** All texts in a state, one after the other. */
function textsIn(state: State): string {
	return JSON.stringify(state, (_, value: unknown) =>
		value instanceof Map || value instanceof Set ? [...value] : value,
	);
}

/** What stands between the borders of the frame on top; frames beneath it are cut off by it. */
function insideFrame(rows: readonly string[]): string {
	const top = rows.findLastIndex((row) => /╭─ [^│]*─╮/.test(row));
	return rows
		.slice(top + 1)
		.flatMap((row) => /│(.*)│/.exec(row)?.[1] ?? [])
		.join('\n');
}
