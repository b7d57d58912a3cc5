import { describe, expect, test } from 'vitest';
import { Differ } from '../../source/tui/terminal/differ.ts';
import { Grid } from '../../source/tui/terminal/grid.ts';
import { parseLine } from '../../source/tui/terminal/line.ts';

describe('the bytes of a frame', () => {
	function pair(before: string[], after: string[]): string {
		const differ = new Differ(80, 24);
		const grid = new Grid(80, 24);
		const paint = (lines: string[]) => {
			grid.clear();
			for (const [y, line] of lines.entries()) grid.blit(parseLine(line), 0, y, grid.area);
			return differ.encode(grid);
		};
		paint(before);
		return paint(after);
	}
	// Rows that have nothing in common, so that moving them is worth it.
	const list = (from: number) =>
		Array.from({ length: 20 }, (_, row) =>
			String.fromCharCode(65 + ((row + from) % 26)).repeat(40 + ((row + from) % 7)),
		);

	test('one changed cell: a move and the cell', () => {
		expect(pair(['hello world'], ['hello_world'])).toBe(
			'\x1b[H\x1b[5C_'.replace('\x1b[H\x1b[5C', '\x1b[1;6H'),
		);
	});

	test('a shorter line is erased to its end', () => {
		expect(pair(['x'.repeat(70)], ['xx'])).toBe('\x1b[1;3H\x1b[K');
	});

	test('a background at the end of a line is written, not erased', () => {
		const bytes = pair([''], [`\x1b[41m${' '.repeat(80)}`]);
		expect(bytes).not.toContain('\x1b[K');
		expect(bytes).toContain(' '.repeat(80));
	});

	test('rows that moved are scrolled, and only new ones written', () => {
		const bytes = pair(['head', ...list(0), 'foot'], ['head', ...list(1), 'foot']);
		expect(bytes).toMatch(/\x1b\[2;21r\x1b\[S\x1b\[r/);
		expect(bytes.length).toBeLessThan(120);
	});

	test('a list beside a still pane is scrolled too', () => {
		const beside = (lines: string[]) => lines.map((line, row) => `pane ${row}`.padEnd(14) + line);
		const bytes = pair(beside(list(0)), beside(list(2)));
		expect(bytes).toContain('\x1b[2S');
		expect(bytes.length).toBeLessThan(600);
	});
});
