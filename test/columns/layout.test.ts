import { expect, test } from 'vitest';
import { downloadColumns } from '../../source/columns/downloads.ts';
import { layOut, rowCells, titleLine } from '../../source/columns/layout.ts';
import { width } from '../../source/format/cells.ts';
import { downloads } from '../screens/states.ts';

test('every line has exactly the given width for any names', () => {
	for (let total = 20; total <= 240; total++) {
		const placed = layOut(downloadColumns, total);
		expect(width(titleLine(placed))).toBe(total);
		for (const download of downloads) expect(width(rowCells(placed, download).join(' '))).toBe(total);
	}
});

test('columns are dropped in their stated order, the name last', () => {
	const ids = (total: number) => layOut(downloadColumns, total).map(({ column }) => column.id);
	expect(ids(200)).toEqual(downloadColumns.map(({ id }) => id));
	expect(ids(20)).toEqual(['state', 'name']);
	expect(ids(16)).toEqual(['name']);
	let before = downloadColumns.length;
	const left: string[] = [];
	for (let total = 111; total >= 16; total--) {
		const now = ids(total);
		expect(now.length).toBeLessThanOrEqual(before);
		before = now.length;
		for (const { id } of downloadColumns) if (!now.includes(id) && !left.includes(id)) left.push(id);
	}
	const stated = downloadColumns.filter(({ id }) => id !== 'name').sort((a, b) => b.dropOrder - a.dropOrder);
	expect(left).toEqual(stated.map(({ id }) => id));
});

test('at 80 columns the name has room, and the most important columns are present', () => {
	// A panel of 80 columns has 76 cells, and its rows a gutter.
	const placed = layOut(downloadColumns, 75);
	expect(placed.map(({ column }) => column.id)).toEqual(['state', 'name', 'progress', 'down', 'up', 'eta']);
	expect(placed[1]?.width).toBeGreaterThanOrEqual(34);
});

test('no control character of a name reaches the screen', () => {
	for (const download of downloads) {
		const line = rowCells(layOut(downloadColumns, 200), download).join(' ');
		expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
	}
});
