import '../../source/tui/terminal/full-colour.ts';
import { expect, test } from 'vitest';
import { current } from '../../source/state/downloads/downloads.ts';
import { NAME_CELLS } from '../../source/tui/panes/downloads/tabs/overview/entries.ts';
import { layOutOverview } from '../../source/tui/panes/downloads/tabs/overview/layout.ts';
import { dispatch, everyWidth, faultsOf, MIN_COLUMNS, openAllNames } from './all-names.ts';
import { names } from './names.ts';
import { detailsPlaces } from './panel-places.ts';
import { cellsOf } from './shown-list.ts';
import type { WatchedApp } from './watched-app.tsx';

test('the border between list and details is straight, and both are aligned, at every width', async () => {
	const app = await openAllNames(
		{ columns: MIN_COLUMNS, rows: 40 },
		{ type: 'details', what: { type: 'show', shown: 'split', focused: false } },
	);
	const faults: string[] = [];
	const look = () => {
		const { cols, rows } = app.emulator.terminal;
		faults.push(...detailsFaults(app).map((fault) => `${cols}×${rows}: ${fault}`));
	};
	for (const [index, width] of everyWidth.entries()) {
		dispatch(app, { type: 'move', rows: index === 0 ? 0 : 1 });
		app.resize(width, 36 + (index % 7));
		await app.settled();
		look();
	}
	for (const width of [80, 140]) {
		dispatch(app, { type: 'move', rows: Number.NEGATIVE_INFINITY });
		app.resize(width, 44);
		for (let row = 0; row < names.length; row++) {
			await app.settled();
			look();
			dispatch(app, { type: 'move', rows: 1 });
		}
	}
	expect(faults.slice(0, 20)).toEqual([]);
}, 120_000);

function detailsFaults(app: WatchedApp): string[] {
	const { emulator } = app;
	const { cols: columns, rows } = emulator.terminal;
	const download = current(app.store.get().downloads);
	const { panel, tab } = detailsPlaces({ columns, rows }, 'split', names.length);
	const faults = faultsOf(app, undefined, 'split');
	const bar = cellsOf(emulator, panel.top, panel.left, panel.right);
	if (!/^[╭─]─ i \[Overview\].*[╮─]$/.test(bar)) faults.push(`the line of tabs is '${bar}'`);
	for (let y = panel.top + 1; panel.left < tab.left && y < panel.bottom - 1; y++) {
		const sides = [
			cellsOf(emulator, y, panel.left, panel.left + 2),
			cellsOf(emulator, y, panel.right - 2, panel.right),
		];
		if (sides.join('') !== '│  │') faults.push(`row ${y} has no border`);
	}
	const state = app.store.get();
	const size = { width: tab.right - tab.left, height: tab.bottom - tab.top };
	const layout = download && layOutOverview({ state, download, ...size });
	for (const [index, row] of (layout?.rows ?? []).slice(0, layout?.height).entries()) {
		for (const { entry, left } of row) {
			const at = tab.left + left;
			const named = cellsOf(emulator, tab.top + index, at, at + NAME_CELLS);
			if (named !== entry.name.padEnd(NAME_CELLS))
				faults.push(`'${named}' stands where '${entry.name}' should`);
		}
	}
	return faults;
}
