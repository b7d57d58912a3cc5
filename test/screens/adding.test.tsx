import '../../source/tui/terminal/full-colour.ts';
import { expect, onTestFinished, test } from 'vitest';
import type { State } from '../../source/state/core/state.ts';
import { createStore } from '../../source/state/core/store.ts';
import { App } from '../../source/tui/shell/app.tsx';
import { update } from '../../source/tui/surfaces/update.ts';
import { chooseTheme } from '../../source/tui/theme/theme.ts';
import type { Emulator } from '../terminal/emulator.ts';
import { paintOnEmulator } from '../terminal/painted.ts';
import { addingScreens, allNamesScreens } from './adding-states.ts';
import { dispatch } from './all-names.ts';
import { names } from './names.ts';
import { cellsOf } from './shown-list.ts';
import { watchApp } from './watched-app.tsx';

const sizes = [
	{ columns: 60, rows: 20 },
	{ columns: 80, rows: 24 },
	{ columns: 120, rows: 40 },
	{ columns: 200, rows: 50 },
];

async function paint(
	state: State | undefined,
	size: { columns: number; rows: number; ascii?: boolean },
	env: Record<string, string> = {},
): Promise<Emulator> {
	if (!state) throw new Error('there is no such screen');
	const painted = paintOnEmulator(<App store={createStore(state, update)} theme={chooseTheme(env)} />, size);
	await painted.settled();
	painted.painting.unmount();
	return painted.emulator;
}

for (const size of sizes) {
	const at = `${size.columns}x${size.rows}`;
	test.each(Object.entries(addingScreens))(`%s at ${at}`, async (name, state) => {
		const emulator = await paint(state, size);
		expect(crooked(emulator)).toEqual([]);
		await expect(emulator.snapshot()).toMatchFileSnapshot(`golden/adding-${name}-${at}.txt`);
	});
}

/** Rows of the frame on top whose borders are not where those of its first row are. */
function crooked(emulator: Emulator): string[] {
	const { cols, rows } = emulator.terminal;
	const at = (y: number, x: number) => cellsOf(emulator, y, x, x + 1);
	const columns = (y: number, sign: string) =>
		Array.from({ length: cols }, (_, x) => x).filter((x) => at(y, x) === sign);
	// The last frame whose top is whole lies on the others.
	let top = rows - 1;
	while (top >= 0 && !/╭─ .*─╮/.test(cellsOf(emulator, top, 0, cols))) top--;
	if (top < 0) return ['there is no frame'];
	// Frames beneath may begin in the same row.
	const left = columns(top, '╭').at(-1) ?? -1;
	const right = columns(top, '╮').find((x) => x > left) ?? -1;
	const faults: string[] = [];
	for (let y = top + 1; y < rows; y++) {
		if (at(y, left) === '╰') return at(y, right) === '╯' ? faults : [...faults, 'its bottom is not whole'];
		if (at(y, left) !== '│' || at(y, right) !== '│')
			faults.push(`row ${y}: ${cellsOf(emulator, y, 0, cols)}`);
	}
	return [...faults, 'it has no bottom'];
}

test.each(Object.entries(allNamesScreens))(
	'%s: every name keeps the frame straight, at every width',
	async (_, state) => {
		const app = await watchApp(state, { columns: 40, rows: 24 });
		onTestFinished(() => app.close());
		const faults: string[] = [];
		const look = () => {
			const { cols } = app.emulator.terminal;
			faults.push(...[...crooked(app.emulator), ...app.faults()].map((fault) => `${cols}: ${fault}`));
		};
		for (let width = 40; width <= 200; width += 7) {
			app.resize(width, 10 + (width % 40));
			await app.settled();
			look();
		}
		dispatch(app, { type: 'move', rows: Number.NEGATIVE_INFINITY });
		for (let row = 0; row < names.length; row += 6) {
			dispatch(app, { type: 'move', rows: 6 });
			await app.settled();
			look();
		}
		expect(faults.slice(0, 20)).toEqual([]);
	},
	120_000,
);

test.each(Object.entries(addingScreens))(
	'%s is whole on the smallest screen, in ASCII and without colour',
	async (_, state) => {
		expect(crooked(await paint(state, { columns: 40, rows: 10 }))).toEqual([]);
		const plain = await paint(state, { columns: 80, rows: 24, ascii: true }, { NO_COLOR: '1' });
		expect(plain.text()).toMatch(/^[\x20-\x7e\n]*$/);
	},
);

test('without colour it is seen what is wrong, what is there already, what is wanted and where the cursor is', async () => {
	const size = { columns: 80, rows: 24, ascii: true };
	const none = { NO_COLOR: '1' };
	const sources = (await paint(addingScreens['many-sources'], size, none)).text();
	expect(sources).toMatch(/ x /);
	expect(sources).toMatch(/ = /);
	const files = (await paint(addingScreens.files, size, none)).text();
	expect(files).toMatch(/\[x\].*\n.*\[ \]|\[ \].*\n.*\[x\]/);
	expect((await paint(addingScreens.files, size, none)).snapshot()).toMatch(/inverse/);
});
