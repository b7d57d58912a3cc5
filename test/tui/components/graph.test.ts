import { expect, test } from 'vitest';
import {
	condense,
	drawGraph,
	type GraphSigns,
	graphCells,
	graphResolution,
	scalePeak,
	scaleTop,
} from '../../../source/tui/components/graph.ts';

const blocks = (values: readonly number[], top: number, cells: number, height: number) =>
	drawGraph(values, top, { cells, height, signs: 'blocks' });

test('a graph of blocks has eight heights in a line, the oldest value at the left', () => {
	expect(blocks([1, 2, 3, 4, 5, 6, 7, 8], 8, 8, 1)).toEqual(['▁▂▃▄▅▆▇█']);
	expect(blocks([4, 8], 8, 5, 1)).toEqual(['▄█   ']);
	expect(blocks([2, 4, 6, 8], 8, 4, 2)).toEqual(['  ▄█', '▄███']);
});

test('a graph of dots has two columns and four heights in a cell', () => {
	expect(drawGraph([1, 2, 3, 4], 4, { cells: 3, height: 1 })).toEqual(['⣠⣾ ']);
	expect(drawGraph([4, 8], 8, { cells: 1, height: 2 })).toEqual(['⢸', '⣿']);
});

test('a hanging graph is the mirror image of a standing one', () => {
	expect(drawGraph([1, 2, 3, 4], 4, { cells: 2, height: 1, hangs: true })).toEqual(['⠙⢿']);
	expect(drawGraph([4, 8], 8, { cells: 1, height: 2, hangs: true })).toEqual(['⣿', '⢸']);
});

test('a graph shows 0 as a thin line, and unknown values as a gap', () => {
	expect(blocks([0, Number.NaN, 0, 8], 8, 4, 1)).toEqual(['▁ ▁█']);
	expect(blocks([0, 0], 0, 3, 2)).toEqual(['   ', '▁▁ ']);
	expect(drawGraph([0, 0, Number.NaN, 0], 0, { cells: 2, height: 1 })).toEqual(['⣀⢀']);
	expect(drawGraph([], 0, { cells: 3, height: 2 })).toEqual(['   ', '   ']);
});

test('every line of a graph has exactly its cells, for any number of samples', () => {
	for (const signs of ['dots', 'blocks'] satisfies GraphSigns[]) {
		for (let cells = 1; cells < 40; cells += 3) {
			for (const count of [0, 1, cells - 1, cells, cells + 1, 299, 300]) {
				const samples = Array.from({ length: Math.max(0, count) }, (_, index) => index % 7);
				for (const taken of [samples.length, samples.length + 5, 1_000]) {
					const { values } = condense(samples, taken, cells, 300, signs);
					expect(values.length).toBeLessThanOrEqual(cells * graphResolution[signs].across);
					const lines = drawGraph(values, 6, { cells, height: 3, signs });
					expect(lines.map((line) => line.length)).toEqual([cells, cells, cells]);
				}
			}
		}
	}
});

test('a graph begins with the oldest sample, and fills at least half of its cells with few samples', () => {
	for (let count = 20; count <= 300; count++) {
		const samples = Array.from({ length: count }, () => 1);
		const { values, each } = condense(samples, count, 10, 300);
		expect(values.every((value) => value === 1)).toBe(true);
		expect((values.length + 4) * each).toBeGreaterThan(count);
		expect(values.length).toBeGreaterThanOrEqual(10);
	}
});

test('columns are means of equally many samples, and change only when a cell is full', () => {
	const samples = Array.from({ length: 400 }, (_, index) => index);
	const at = (taken: number) => condense(samples.slice(Math.max(0, taken - 40), taken), taken, 10, 40);
	expect(at(40).values).toEqual(Array.from({ length: 20 }, (_, index) => 2 * index + 0.5));
	for (let taken = 41; taken < 360; taken++) {
		expect(at(taken).each).toBe(2);
		const [before, after] = [at(taken - 1).values, at(taken).values];
		// It moves by two cells at once, and otherwise only a cell at its end is new.
		if (taken % 8 === 1) expect(after).toEqual(before.slice(4));
		else if (taken % 4 === 0) expect(after.slice(0, -2)).toEqual(before);
		else expect(after).toEqual(before);
	}
});

test('the scale of a graph ignores one spike, and marks it', () => {
	const values = [...Array<number>(19).fill(10), 90];
	expect(scalePeak(values)).toBe(10);
	expect(drawGraph(values, 10, { cells: 10, height: 1 })).toEqual(['⣿⣿⣿⣿⣿⣿⣿⣿⣿↑']);
	expect(drawGraph(values, 10, { cells: 10, height: 1, hangs: true })[0]).toMatch(/↓$/);
	expect(condense(values, 20, 10, 300).peak).toBe(90);
});

test('the scale of a graph contains its values if they differ little, or are few', () => {
	expect(scalePeak([...Array<number>(19).fill(10), 19])).toBe(19);
	expect(scalePeak([1, 1, 90])).toBe(90);
	expect(scalePeak([...Array<number>(30).fill(10), ...Array<number>(9).fill(90)])).toBe(90);
	expect(scalePeak([])).toBe(0);
	expect(scalePeak([Number.NaN, 0])).toBe(0);
});

test('a small change of the peak does not change the scale', () => {
	expect([65, 70, 80].map(scaleTop)).toEqual([80, 80, 80]);
	expect([0, Number.NaN].map(scaleTop)).toEqual([0, 0]);
	for (const peak of [0.3, 1, 1.01, 5_000, 1e9 + 1]) {
		expect(scaleTop(peak)).toBeGreaterThanOrEqual(peak);
		expect(scaleTop(peak)).toBeLessThanOrEqual(1.25 * peak);
	}
});

test('graphCells returns the cells that all samples fill', () => {
	for (let room = 1; room < 100; room++) {
		const cells = graphCells(room, 300);
		expect(cells).toBeLessThanOrEqual(room);
		expect(graphCells(cells, 300)).toBe(cells);
		const { values } = condense(Array<number>(300).fill(1), 300, room, 300);
		expect(Math.abs(values.length / 2 - cells)).toBeLessThanOrEqual(1);
	}
	expect(graphCells(0, 300)).toBe(0);
});
