import { expect, test } from 'vitest';
import { drawGraph, scaleGraph } from '../../../source/tui/components/graph.ts';

const graph = (samples: readonly number[], columns: number, height: number, span = columns) =>
	drawGraph(scaleGraph(samples, samples.length, columns, span), columns, height);

test('a graph has eight heights in a line, the newest at the right', () => {
	expect(graph([1, 2, 3, 4, 5, 6, 7, 8], 8, 1)).toEqual(['▁▂▃▄▅▆▇█']);
	expect(graph([4, 8], 5, 1)).toEqual(['   ▄█']);
});

test('a graph can have several lines', () => {
	expect(graph([2, 4, 6, 8], 4, 2)).toEqual(['  ▄█', '▄███']);
});

test('a graph shows 0 as a thin line, and unknown values as a gap', () => {
	expect(graph([0, Number.NaN, 0, 8], 4, 1)).toEqual(['▁ ▁█']);
	expect(graph([0, 0], 3, 2)).toEqual(['   ', ' ▁▁']);
	expect(graph([], 3, 2)).toEqual(['   ', '   ']);
});

test('every line of a graph has exactly its cells, for any values', () => {
	for (let columns = 1; columns < 40; columns += 3) {
		for (const count of [0, 1, columns - 1, columns, columns + 1, 300]) {
			const samples = Array.from({ length: Math.max(0, count) }, (_, index) => index % 7);
			const lines = graph(samples, columns, 3, 300);
			expect(lines.map((line) => line.length)).toEqual([columns, columns, columns]);
		}
	}
});

test('columns of a graph are means of equally many samples, and stay while newer ones arrive', () => {
	const samples = Array.from({ length: 40 }, (_, index) => index);
	const before = scaleGraph(samples.slice(0, 30), 30, 10, 40);
	expect(before.columns).toEqual([1.5, 5.5, 9.5, 13.5, 17.5, 21.5, 25.5, 28.5]);
	const after = scaleGraph(samples.slice(0, 31), 31, 10, 40);
	expect(after.columns.slice(0, 7)).toEqual(before.columns.slice(0, 7));
	// The oldest sample is dropped. All other columns stay aligned.
	const later = scaleGraph(samples.slice(1), 40, 10, 40);
	expect(later.columns.slice(1)).toEqual(scaleGraph(samples, 40, 10, 40).columns.slice(1));
});

test('the peak of a graph is that of its visible part', () => {
	expect(scaleGraph([3, 9, 6], 3, 3, 3).peak).toBe(9);
	expect(scaleGraph([Number.NaN], 1, 3, 3).peak).toBe(0);
});
