import '../../source/tui/terminal/full-color.ts';
import { expect, test } from 'vitest';
import { Differ } from '../../source/tui/terminal/differ.ts';
import { enterSequence } from '../../source/tui/terminal/modes.ts';
import { addressesOutside } from '../terminal/addresses.ts';
import { Emulator } from '../terminal/emulator.ts';
import { paintOnce } from './paint-screen.tsx';
import type { ScreenSize } from './pressing.ts';
import { listed } from './states.ts';
import { BESIDE_LIST, examplesOf, surfaces } from './surfaces.ts';

const usual: ScreenSize = { columns: 80, rows: 24 };

const wide: ScreenSize = { columns: 200, rows: 50 };

/** One screen of each surface: pane, section, tab, tab beside the list, dialog. */
const sample = surfaces.map((surface) => [surface.name, surface] as const);

test.each(sample)(
	'an emulator shows the cells of the %s, after the list and before it',
	async (name, surface) => {
		// Panes with columns and borders of their own are compared at a second size.
		const sizes = name.endsWith(BESIDE_LIST) || name.startsWith('pane') ? [usual, wide] : [usual];
		for (const size of sizes) {
			const [example] = examplesOf(surface, size);
			if (!example) throw new Error(`test/screens/surface-states.ts has no example of the ${name}`);
			const emulator = new Emulator(size);
			const faults: string[] = [];
			await emulator.write(enterSequence({ mouse: false, asks: false, asksColors: false }));
			emulator.terminal.onScroll(() => faults.push('the terminal scrolled'));
			const differ = new Differ(size.columns, size.rows);
			for (const state of [listed, example[1], listed]) {
				const screen = paintOnce(state, size);
				const bytes = differ.encode(screen.grid);
				faults.push(...addressesOutside(bytes, size));
				await emulator.write(bytes);
				expect(emulator.snapshot()).toBe(screen.snapshot());
			}
			expect(faults).toEqual([]);
		}
	},
);

test('an emulator shows the ASCII cells and the cells without color of the list', async () => {
	for (const options of [{ ascii: true }, { color: false }]) {
		const screen = paintOnce(listed, usual, options);
		const emulator = new Emulator(usual);
		await emulator.write(enterSequence({ mouse: false, asks: false, asksColors: false }));
		await emulator.write(new Differ(usual.columns, usual.rows).encode(screen.grid));
		expect(emulator.snapshot()).toBe(screen.snapshot());
	}
});
