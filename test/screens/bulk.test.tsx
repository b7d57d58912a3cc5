import '../../source/tui/terminal/full-colour.ts';
import { expect, test } from 'vitest';
import { createStore } from '../../source/state/core/store.ts';
import { App } from '../../source/tui/shell/app.tsx';
import { smallestScreen } from '../../source/tui/shell/layout.ts';
import { update } from '../../source/tui/surfaces/update.ts';
import { chooseTheme } from '../../source/tui/theme/theme.ts';
import type { Emulator } from '../terminal/emulator.ts';
import { paintOnEmulator } from '../terminal/painted.ts';
import { bulkScreens } from './bulk-states.ts';
import { cellsOf } from './shown-list.ts';

const sizes = [
	{ columns: 60, rows: 20 },
	{ columns: 80, rows: 24 },
	{ columns: 120, rows: 40 },
	{ columns: 200, rows: 50 },
];

async function paint(
	name: string,
	size: { columns: number; rows: number },
	env: Record<string, string> = {},
): Promise<Emulator> {
	const state = bulkScreens[name];
	if (!state) throw new Error(`there is no screen ${name}`);
	const painted = paintOnEmulator(<App store={createStore(state, update)} theme={chooseTheme(env)} />, size);
	await painted.settled();
	painted.painting.unmount();
	return painted.emulator;
}

for (const size of sizes) {
	const at = `${size.columns}x${size.rows}`;
	test.each(Object.keys(bulkScreens))(`%s at ${at}`, async (name) => {
		const emulator = await paint(name, size);
		await expect(emulator.snapshot()).toMatchFileSnapshot(`golden/bulk-${name}-${at}.txt`);
	});
}

const dialogs = ['confirm', 'remove-many', 'delete-data-of-many', 'hops', 'limits', 'failures'];

/** Rows of a dialog's frame whose right border is not where that of its first row is. */
function crooked(emulator: Emulator): string[] {
	const { cols, rows } = emulator.terminal;
	const lines = Array.from({ length: rows }, (_, y) => cellsOf(emulator, y, 0, cols));
	const top = lines.findIndex((line) => /╭─ .*╮/.test(line));
	const bottom = lines.findIndex((line, y) => y > top && /╰─+╯/.test(line));
	if (top < 0 || bottom < 0) return ['the frame is not whole'];
	const left = cellsAt(emulator, top, '╭');
	const right = cellsAt(emulator, top, '╮');
	const faults: string[] = [];
	for (let y = top + 1; y < bottom; y++) {
		const edges = cellsOf(emulator, y, left, left + 1) + cellsOf(emulator, y, right, right + 1);
		if (edges !== '││') faults.push(`row ${y}: ${lines[y]}`);
	}
	return faults;
}

/** The column of a sign in a row, counted in cells. */
function cellsAt(emulator: Emulator, y: number, sign: string): number {
	const { cols } = emulator.terminal;
	return Array.from({ length: cols }, (_, x) => x).find((x) => cellsOf(emulator, y, x, x + 1) === sign) ?? -1;
}

test.each(dialogs)('the frame of %s is straight around every kind of name, at every size', async (name) => {
	for (let columns = smallestScreen.columns; columns <= 160; columns += 7) {
		const rows = smallestScreen.rows + (columns % 30);
		expect(crooked(await paint(name, { columns, rows })), `${columns}×${rows}`).toEqual([]);
	}
});

test.each(dialogs)('on the smallest screen the ways to do it and to leave are there: %s', async (name) => {
	const text = (await paint(name, smallestScreen)).text();
	expect(text.split('\n').at(-1)).toMatch(/^\S.*esc (leave|close|cancel)/);
});

test('what is marked, what is pending and how far it is need no colour', async () => {
	const env = { NO_COLOR: '1' };
	const text = (await paint('progress', { columns: 100, rows: 30 }, env)).text();
	expect(text).toContain('● debian');
	expect(text).toContain('→ 1 hop…');
	expect(text).toContain('77 of 312, 1 failed');
	expect(text).toContain('x cancel the rest');
	expect((await paint('failures', { columns: 100, rows: 30 }, env)).text()).toMatch(/│ > ملف/);
});
