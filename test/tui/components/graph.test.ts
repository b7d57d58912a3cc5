import { expect, test } from 'vitest';
import { drawGraph, scaleGraph } from '../../../source/tui/components/graph.ts';

const graph = (samples: readonly number[], columns: number, height: number, span = columns) =>
	drawGraph(scaleGraph(samples, samples.length, columns, span), columns, height);

test('eight heights in a line, the newest at the right', () => {
	expect(graph([1, 2, 3, 4, 5, 6, 7, 8], 8, 1)).toEqual(['▁▂▃▄▅▆▇█']);
	expect(graph([4, 8], 5, 1)).toEqual(['   ▄█']);
});

test('several lines are one graph', () => {
	expect(graph([2, 4, 6, 8], 4, 2)).toEqual(['  ▄█', '▄███']);
});

test('nothing that flows is a thin line, nothing that is known is a gap', () => {
	expect(graph([0, Number.NaN, 0, 8], 4, 1)).toEqual(['▁ ▁█']);
	expect(graph([0, 0], 3, 2)).toEqual(['   ', ' ▁▁']);
	expect(graph([], 3, 2)).toEqual(['   ', '   ']);
});

test('every line has exactly its cells, whatever there is to show', () => {
	for (let columns = 1; columns < 40; columns += 3) {
		for (const count of [0, 1, columns - 1, columns, columns + 1, 300]) {
			const samples = Array.from({ length: Math.max(0, count) }, (_, index) => index % 7);
			const lines = graph(samples, columns, 3, 300);
			expect(lines.map((line) => line.length)).toEqual([columns, columns, columns]);
		}
	}
});

test('columns are means of as many samples each, and stay what they are while newer ones come', () => {
	const samples = Array.from({ length: 40 }, (_, index) => index);
	const before = scaleGraph(samples.slice(0, 30), 30, 10, 40);
	expect(before.columns).toEqual([1.5, 5.5, 9.5, 13.5, 17.5, 21.5, 25.5, 28.5]);
	const after = scaleGraph(samples.slice(0, 31), 31, 10, 40);
	expect(after.columns.slice(0, 7)).toEqual(before.columns.slice(0, 7));
	// The oldest sample is dropped. All other columns stay aligned.
	const later = scaleGraph(samples.slice(1), 40, 10, 40);
	expect(later.columns.slice(1)).toEqual(scaleGraph(samples, 40, 10, 40).columns.slice(1));
});

test('the peak is that of what is shown', () => {
	expect(scaleGraph([3, 9, 6], 3, 3, 3).peak).toBe(9);
	expect(scaleGraph([Number.NaN], 1, 3, 3).peak).toBe(0);
});
