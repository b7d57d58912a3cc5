import '../../source/tui/terminal/full-colour.ts';
import { expect, test } from 'vitest';
import { downloadFacts } from '../../source/columns/download-facts.ts';
import { factRows } from '../../source/columns/fact-rows.ts';
import { current } from '../../source/state/downloads/downloads.ts';
import { NAME_WIDTH } from '../../source/tui/panes/downloads/tabs/overview/layout.ts';
import { FOOTER_HEIGHT, HEADER_HEIGHT } from '../../source/tui/shell/layout.ts';
import { dispatch, everyWidth, faultsOf, MIN_COLUMNS, openAllNames } from './all-names.ts';
import { names } from './names.ts';
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
	const { cols, rows } = emulator.terminal;
	const bottom = rows - FOOTER_HEIGHT;
	const download = current(app.store.get().downloads);
	const edge = cellsOf(emulator, HEADER_HEIGHT, 0, cols).indexOf('│');
	const faults: string[] = [];
	let [left, top, right] = [0, HEADER_HEIGHT, cols];
	if (edge >= 0) {
		for (let y = top; y < bottom; y++) {
			if (cellsOf(emulator, y, edge, edge + 2) !== '│ ') faults.push(`row ${y} has no border at ${edge}`);
		}
		faults.push(...faultsOf(app, edge));
		left = edge + 2;
	} else {
		while (top < bottom && !/^─ i /.test(cellsOf(emulator, top, 0, cols))) top++;
		faults.push(...faultsOf(app, cols, top));
	}
	const bar = cellsOf(emulator, top, left, right);
	if (!bar.slice(1).startsWith(' i [Overview]')) faults.push(`the line of tabs is '${bar}'`);
	right -= left + NAME_WIDTH + 1;
	const lines = download ? factRows(downloadFacts(download), right) : [];
	for (const [index, { name }] of lines.slice(0, bottom - top - 1).entries()) {
		const named = cellsOf(emulator, top + 1 + index, left, left + NAME_WIDTH + 1);
		if (named !== `${name.padEnd(NAME_WIDTH)} `) faults.push(`'${named}' stands where '${name}' should`);
	}
	return faults;
}
