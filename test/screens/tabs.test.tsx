import '../../source/tui/terminal/full-color.ts';
import { describe, expect, test } from 'vitest';
import { fitColumns } from '../../source/columns/fit-columns.ts';
import { CLIENT_SHARE, peerColumns } from '../../source/columns/peers.ts';
import { trackerColumns } from '../../source/columns/trackers.ts';
import type { State } from '../../source/state/core/state.ts';
import { current } from '../../source/state/downloads/downloads.ts';
import { GUTTER_CELLS } from '../../source/tui/components/draw-row.ts';
import { layOutRow } from '../../source/tui/components/row-list.tsx';
import type { GridScreen } from '../terminal/grid-screen.ts';
import { screenSizes } from './all-screens.ts';
import { paintScreen } from './paint-screen.tsx';
import { detailsPlaces } from './panel-places.ts';
import type { ScreenSize } from './pressing.ts';
import { peers, tabScreens } from './tab-states.ts';

function paint(name: string, size: ScreenSize, color = true): GridScreen {
	const state = tabScreens[name];
	if (!state) throw new Error(`there is no screen ${name}`);
	return paintScreen(state, size, { color });
}

describe.each(screenSizes)('at $columns×$rows', (size) => {
	test('columns of peers and trackers are aligned for any untrusted names', () => {
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
			const screen = paint(name, size);
			// The gutter is in the padding of the panel, if it has one.
			const padding = left > 0 ? GUTTER_CELLS : 0;
			const placed = layOutRow<never>(columns, right - left + padding, share);
			const gaps = gapsOf(placed.map(({ width }) => width)).map((x) => x + left - padding);
			// The titles are above the rows, and a note may be below them.
			const rows = Math.min(count, Math.floor((2 * (bottom - top)) / 3) - 2);
			for (let y = top + 1; y < top + 1 + rows; y++) {
				const between = gaps.map((x) => screen.part(y, x, x + 1));
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

test('tabs without color show the visible one in brackets, and an arrow if it is focused', () => {
	const size = { columns: 80, rows: 24 };
	const barOf = (screen: GridScreen) => screen.rows().find((row) => row.includes('[Overview]')) ?? '';
	const focused = paint('tab-overview-split', size, false);
	const resting = paint('tab-overview-resting', size, false);
	expect(barOf(focused)).toMatch(/^╭?▸ i \[Overview\]/);
	expect(barOf(resting)).toMatch(/^╭?─ i \[Overview\]/);
	expect(focused.snapshot()).not.toMatch(/^ *\d+ \S+ .*(red|green|yellow|blue|cyan|magenta|#)/m);
});
