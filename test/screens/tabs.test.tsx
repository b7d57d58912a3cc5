import '../../source/tui/terminal/full-colour.ts';
import { describe, expect, test } from 'vitest';
import { fitColumns } from '../../source/columns/fit-columns.ts';
import { CLIENT_SHARE, peerColumns } from '../../source/columns/peers.ts';
import { trackerColumns } from '../../source/columns/trackers.ts';
import type { State } from '../../source/state/core/state.ts';
import { current } from '../../source/state/downloads/downloads.ts';
import { GUTTER_CELLS } from '../../source/tui/components/draw-row.ts';
import { layOutRow } from '../../source/tui/components/row-list.tsx';
import { showsKeys } from '../../source/tui/dialogs/registry.ts';
import type { Emulator } from '../terminal/emulator.ts';
import { screenSizes } from './all-screens.ts';
import { paintScreen } from './paint-screen.tsx';
import { detailsPlaces } from './panel-places.ts';
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
		const { left, right, top, bottom } = detailsPlaces(size, 'full').tab;
		const trackers = current((tabScreens['tab-trackers'] as State).downloads)?.trackers ?? [];
		for (const { name, count, columns, share } of [
			{
				name: 'tab-peers',
				count: peers.length,
				columns: fitColumns<never>(
					peerColumns,
					peers as never[],
					right - left - GUTTER_CELLS,
					false,
					CLIENT_SHARE,
				),
				share: CLIENT_SHARE,
			},
			{
				name: 'tab-trackers',
				count: trackers.length,
				columns: fitColumns<never>(trackerColumns, trackers as never[], right - left - GUTTER_CELLS, true),
				share: 0,
			},
		]) {
			const emulator = await paint(name, size);
			// The gutter is in the padding of the panel, if it has one.
			const padding = left > 0 ? GUTTER_CELLS : 0;
			const placed = layOutRow<never>(columns, right - left + padding, share);
			const gaps = gapsOf(placed.map(({ width }) => width)).map((x) => x + left - padding);
			// The titles are above the rows, and a note may be below them.
			const rows = Math.min(count, Math.floor((2 * (bottom - top)) / 3) - 2);
			for (let y = top + 1; y < top + 1 + rows; y++) {
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
				if (!showsKeys(state.dialogs.at(-1))) expect(app.emulator.rows()[rows - 1]).not.toBe('');
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
	expect(barOf(focused)).toMatch(/^╭?▸ i \[Overview\]/);
	expect(barOf(resting)).toMatch(/^╭?─ i \[Overview\]/);
	expect(focused.snapshot()).not.toMatch(/^ *\d+ \S+ .*(red|green|yellow|blue|cyan|magenta|#)/m);
});
