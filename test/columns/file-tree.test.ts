import { expect, test } from 'vitest';
import { layOutTree, selectionColumns, type TreeRow, treeColumns } from '../../source/columns/file-tree.ts';
import { rowCells } from '../../source/columns/layout.ts';
import { width as cellsOf } from '../../source/format/cells.ts';

const row: TreeRow = {
	kind: 'file',
	depth: 2,
	name: 'sample-Show.S01E01.1080p.WEB-DL.DDP5.1-GROUP.mkv',
	index: 0,
	size: 5,
	progress: 0,
	selectedBytes: 5,
	choice: 'all',
	files: 1,
	selectedFiles: 1,
	priority: 'normal',
	changing: false,
};

const shown = (total: number) => layOutTree(treeColumns, total).map(({ column: { id } }) => id);

test('columns that repeat the checkbox and the progress are dropped before names are cut', () => {
	expect(shown(140)).toEqual(['name', 'size', 'progress', 'state', 'wanted', 'files']);
	expect(shown(79)).toEqual(['name', 'size', 'progress']);
	expect(shown(60)).toEqual(['name', 'size', 'progress']);
	for (let total = 20; total < 250; total++) {
		const placed = layOutTree(treeColumns, total);
		const name = placed.find(({ column }) => column.id === 'name')?.width ?? 0;
		if (placed.some(({ column }) => ['state', 'wanted', 'files'].includes(column.id)))
			expect(name).toBeGreaterThanOrEqual(52);
		const cells = rowCells(placed, row);
		expect(cells.reduce((sum, cell) => sum + cellsOf(cell) + 1, -1)).toBe(total);
	}
});

test('episodes and extensions are distinguishable at every width', () => {
	const names = [1, 2].flatMap((episode) =>
		['mkv', 'nfo'].map((extension) => `sample-Show.S01E0${episode}.1080p.WEB-DL.DDP5.1-GROUP.${extension}`),
	);
	for (const columns of [treeColumns, selectionColumns])
		for (let total = 60; total < 200; total++) {
			const drawn = names.map((name) => rowCells(layOutTree(columns, total), { ...row, name })[0]);
			expect(new Set(drawn).size, `${total} cells`).toBe(names.length);
		}
});

test('a priority has a sign beside the box, and words for screen readers', () => {
	const shownWith = (priority: TreeRow['priority']) => {
		const [name = ''] = rowCells(layOutTree(treeColumns, 60), { ...row, depth: 0, priority });
		return [name.slice(0, 6), treeColumns[0]?.spoken?.({ ...row, name: 'a', depth: 0, priority })];
	};
	expect(shownWith('high')).toEqual(['[x]↑  ', 'a, selected, high priority']);
	expect(shownWith('low')).toEqual(['[x]↓  ', 'a, selected, low priority']);
	expect(shownWith('mixed')).toEqual(['[x]↕  ', 'a, selected, different priorities']);
	for (const usual of ['normal', undefined] as const)
		expect(shownWith(usual)).toEqual(['[x]   ', 'a, selected']);
});

test('a pending change is visible without room for words', () => {
	const [name] = rowCells(layOutTree(treeColumns, 60), { ...row, changing: true });
	expect(name).toMatch(/^\[x\]… {6}sample/);
});
