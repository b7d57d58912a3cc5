import '../../source/tui/terminal/full-color.ts';
import { expect, test } from 'vitest';
import { current } from '../../source/state/downloads/downloads.ts';
import { NAME_CELLS } from '../../source/tui/panes/downloads/tabs/overview/entries.ts';
import { layOutOverview } from '../../source/tui/panes/downloads/tabs/overview/layout.ts';
import { faultsOf, MIN_COLUMNS, manyWidths, openAllNames } from './all-names.ts';
import { names } from './names.ts';
import type { PaintedApp } from './painted-app.tsx';
import { detailsPlaces } from './panel-places.ts';

test('the border between list and details is straight, and both are aligned, at many widths', async () => {
	const app = openAllNames(
		{ columns: MIN_COLUMNS, rows: 40 },
		{ type: 'details', what: { type: 'show', shown: 'split', focused: false } },
	);
	const faults: string[] = [];
	const look = async () => {
		const { columns, rows } = app.size;
		faults.push(...(await detailsFaults(app)).map((fault) => `${columns}×${rows}: ${fault}`));
	};
	for (const [index, width] of manyWidths.filter((width) => width % 2 === 0).entries()) {
		app.dispatch({ type: 'move', rows: index === 0 ? 0 : 1 });
		app.resize(width, 36 + (index % 7));
		await look();
	}
	for (const [width, step] of [
		[80, 2],
		[140, 5],
	] as const) {
		app.dispatch({ type: 'move', rows: Number.NEGATIVE_INFINITY });
		app.resize(width, 44);
		for (let row = 0; row < names.length; row += step) {
			await look();
			app.dispatch({ type: 'move', rows: step });
		}
	}
	expect(faults.slice(0, 20)).toEqual([]);
});

async function detailsFaults(app: PaintedApp): Promise<string[]> {
	const screen = await app.settled();
	const download = current(app.store.get().downloads);
	const { panel, tab } = detailsPlaces(screen.size, 'split', names.length);
	const faults = faultsOf(screen, undefined, 'split');
	const bar = screen.part(panel.top, panel.left, panel.right);
	if (!/^[╭─]─ i \[Overview\].*[╮─]$/.test(bar)) faults.push(`the line of tabs is '${bar}'`);
	for (let y = panel.top + 1; panel.left < tab.left && y < panel.bottom - 1; y++) {
		const sides = [screen.part(y, panel.left, panel.left + 2), screen.part(y, panel.right - 2, panel.right)];
		if (sides.join('') !== '│  │') faults.push(`row ${y} has no border`);
	}
	const state = app.store.get();
	const size = { width: tab.right - tab.left, height: tab.bottom - tab.top };
	const layout = download && layOutOverview({ state, download, ...size });
	for (const [index, row] of (layout?.rows ?? []).slice(0, layout?.height).entries()) {
		for (const { entry, left } of row) {
			const at = tab.left + left;
			const named = screen.part(tab.top + index, at, at + NAME_CELLS);
			if (named !== entry.name.padEnd(NAME_CELLS))
				faults.push(`'${named}' stands where '${entry.name}' should`);
		}
	}
	return faults;
}
