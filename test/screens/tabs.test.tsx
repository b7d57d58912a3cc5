import '../../source/tui/terminal/full-colour.ts';
import { describe, expect, test } from 'vitest';
import { CLIENT_SHARE, peerColumns } from '../../source/columns/peers.ts';
import { trackerColumns } from '../../source/columns/trackers.ts';
import { GUTTER_CELLS } from '../../source/tui/components/draw-row.ts';
import { layOutRow, NAME_SHARE } from '../../source/tui/components/row-list.tsx';
import type { Emulator } from '../terminal/emulator.ts';
import { screenSizes } from './all-screens.ts';
import { paintScreen } from './paint-screen.tsx';
import type { ScreenSize } from './pressing.ts';
import { cellsOf } from './shown-list.ts';
import { peers, tabScreens } from './tab-states.ts';
import { watchApp } from './watched-app.tsx';

async function paint(name: string, size: ScreenSize, colour = true): Promise<Emulator> {
	const state = tabScreens[name];
	if (!state) throw new Error(`there is no screen ${name}`);
	return (await paintScreen(state, size, { colour })).emulator;
}

describe.each(screenSizes)('at $columns×$rows', (size) => {
	test('columns of peers and trackers are aligned for any untrusted names', async () => {
		for (const [name, columns, rows, share] of [
			['tab-peers', peerColumns, peers.length, CLIENT_SHARE],
			['tab-trackers', trackerColumns, 4, NAME_SHARE],
		] as const) {
			const emulator = await paint(name, size);
			const gaps = gapsOf(layOutRow<never>(columns, size.columns, share).map(({ width }) => width));
			// The titles are below the header and the line of tabs.
			for (let y = 4; y < 4 + rows; y++) {
				const between = gaps.map((x) => cellsOf(emulator, y, x, x + 1));
				expect({ name, y, between }).toEqual({ name, y, between: gaps.map(() => ' ') });
			}
		}
	});
});

/** Positions of the cells between columns. */
function gapsOf(widths: readonly number[]): number[] {
	let x = GUTTER_CELLS - 1;
	return widths.slice(0, -1).map((width) => {
		x += width + 1;
		return x;
	});
}

test.each(Object.entries(tabScreens))(
	'the tab %s breaks at no size',
	async (_, state) => {
		const app = await watchApp(state, { columns: 80, rows: 24 });
		for (const columns of [40, 41, 60, 99, 139, 140, 300]) {
			for (const rows of [10, 11, 18, 24, 70]) {
				app.resize(columns, rows);
				await app.settled();
				expect(app.faults()).toEqual([]);
				expect(app.emulator.rows()[rows - 1]).not.toBe('');
			}
		}
		app.close();
	},
	60_000,
);

test('tabs without colour show the visible one in brackets, and an arrow if it is focused', async () => {
	const size = { columns: 80, rows: 24 };
	const barOf = (emulator: Emulator) => emulator.rows().find((row) => row.includes('[Overview]')) ?? '';
	const focused = await paint('tab-overview-split', size, false);
	const resting = await paint('tab-overview-resting', size, false);
	expect(barOf(focused)).toMatch(/^▸ i \[Overview\]/);
	expect(barOf(resting)).toMatch(/^─ i \[Overview\]/);
	expect(focused.snapshot()).not.toMatch(/^ *\d+ \S+ .*(red|green|yellow|blue|cyan|magenta|#)/m);
});
