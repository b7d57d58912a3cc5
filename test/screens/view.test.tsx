import '../../source/tui/terminal/full-color.ts';
import { expect, test } from 'vitest';
import { allDownloadColumns } from '../../source/columns/downloads.ts';
import { windowSizeOf } from '../../source/state/view/view.ts';
import { isThorough } from '../runs.ts';
import { faultsOf, MAX_COLUMNS, MIN_COLUMNS, openAllNames } from './all-names.ts';
import { names } from './names.ts';
import { paintScreen } from './paint-screen.tsx';
import { listPlace, screenRowsFor } from './panel-places.ts';
import type { ScreenSize } from './pressing.ts';
import { viewScreens } from './view-states.ts';

function shot(name: string, size: ScreenSize, color = true) {
	const state = viewScreens(windowSizeOf(size.columns))[name];
	if (!state) throw new Error(`there is no screen ${name}`);
	return paintScreen(state, size, { color });
}

const all = Object.keys(viewScreens('wide'));

test.each(all)('the dialog %s fits the smallest screen with its typed text and its cancel key', (name) => {
	const text = shot(name, { columns: 40, rows: 10 }).text();
	if (name.startsWith('completing')) expect(text).toMatch(/^\//m);
	if (!name.startsWith('preset') && name !== 'size-first') expect(text).toMatch(/esc cancel/);
	expect(text.split('\n').length).toBeLessThanOrEqual(10);
});

test('dialogs without color show the chosen row', () => {
	for (const name of ['completing-nothing', 'sort-by', 'columns', 'filters']) {
		const screen = shot(name, { columns: 80, rows: 24 }, false);
		const y = screen.rows().findIndex((row) => /status:downloading|SIZE +size|=12|stopped +4/.test(row));
		expect(y).toBeGreaterThan(0);
		expect(screen.snapshot()).toMatch(/inverse/);
	}
});

/** Columns with untrusted text. */
const texts = ['destination', 'error', 'tracker', 'infohash'];

test('columns that were chosen stay aligned for every name, in any order and width', async () => {
	const app = openAllNames({
		columns: MIN_COLUMNS,
		rows: screenRowsFor(names.length),
	});
	// The next test covers the others, which differ between rows.
	const others = allDownloadColumns.filter(({ id }) => !['name', ...texts].includes(id));
	const faults: string[] = [];
	for (let from = 0; from < others.length; from += 3) {
		const columns = [
			{ id: 'name', width: 10 + (from % 9) },
			...[...others.slice(from), ...others.slice(0, from)].map(({ id }, index) =>
				index % 4 === 0 ? { id, width: 9 + (from % 9) } : { id },
			),
		];
		app.dispatch(
			{ type: 'view', what: { type: 'columns', room: 'narrow', columns } },
			{ type: 'view', what: { type: 'columns', room: 'wide', columns } },
			{ type: 'select', which: 'others' },
		);
		for (const width of isThorough ? [40, 61, 80, 121, 200] : [40, 121]) {
			app.resize(width, app.size.rows);
			faults.push(...faultsOf(await app.settled()).map((fault) => `from ${from} at ${width}: ${fault}`));
		}
	}
	expect(faults.slice(0, 20)).toEqual([]);
});

test('columns after untrusted texts stay aligned for any content', async () => {
	const app = openAllNames({
		columns: MAX_COLUMNS,
		rows: screenRowsFor(names.length),
	});
	const place = listPlace(app.size);
	const faults: string[] = [];
	for (let width = 5; width < 33; width += isThorough ? 2 : 6) {
		const columns = [{ id: 'name' }, ...texts.map((id) => ({ id, width })), { id: 'size' }];
		app.dispatch({ type: 'view', what: { type: 'columns', room: 'wide', columns } });
		const screen = await app.settled();
		for (let y = place.top + 1; y < place.top + 1 + names.length; y++) {
			const size = screen.part(y, place.right - 9, place.right);
			if (size !== '  2.8 GiB') faults.push(`${width}: row ${y} ends in '${size}'`);
		}
	}
	expect(faults.slice(0, 20)).toEqual([]);
});
