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
	// Rows that have nothing in common, so that moving them saves bytes.
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

	test('rows that moved are scrolled, and only new ones are written', () => {
		const bytes = pair(['head', ...list(0), 'foot'], ['head', ...list(1), 'foot']);
		expect(bytes).toMatch(/\x1b\[2;21r\x1b\[S\x1b\[r/);
		expect(bytes.length).toBeLessThan(120);
	});

	test('a list beside an unchanged pane is scrolled too', () => {
		const beside = (lines: string[]) => lines.map((line, row) => `pane ${row}`.padEnd(14) + line);
		const bytes = pair(beside(list(0)), beside(list(2)));
		expect(bytes).toContain('\x1b[2S');
		expect(bytes.length).toBeLessThan(600);
	});

	test('rows that differ in a few cells are scrolled if that is shorter', () => {
		const row = (n: number) =>
			`Some.Distribution.${n * 7}  SEEDING   ${n}.0%     ${n * 3} MiB   ${n % 5}  ${n}/${n * 2}`;
		const rows = (from: number) => Array.from({ length: 20 }, (_, index) => row(100 + from + index));
		const bytes = pair(['head', ...rows(0), 'foot'], ['head', ...rows(3), 'foot']);
		expect(bytes).toContain('\x1b[3S');
		expect(bytes.length).toBeLessThan(250);
	});

	test('a stretch of blanks is erased and skipped', () => {
		expect(pair(['name'.padEnd(60, '.').padEnd(70, 'x')], [`${'name'.padEnd(60)}xxxxxxxxxx`])).toBe(
			'\x1b[1;5H\x1b[56X',
		);
		expect(pair(['abcdefgh'], ['ab  efgh'])).toBe('\x1b[1;3H  ');
	});

	test('text after a word that became longer or shorter is moved', () => {
		const hints = (word: string) => [
			`\x1b[33ms\x1b[m ${word}  \x1b[33mc\x1b[m recheck  \x1b[33md\x1b[m remove`,
		];
		expect(pair(hints('stop'), hints('resume'))).toBe('\x1b[1;3H\x1b[2@resume');
		expect(pair(hints('resume'), hints('stop'))).toBe('\x1b[1;3H\x1b[2Pstop');
	});

	test('no background is erased', () => {
		const bytes = pair(['x'.repeat(60)], [`\x1b[44m${' '.repeat(60)}`]);
		expect(bytes).toBe(`\x1b[H\x1b[44m${' '.repeat(60)}`);
	});

	test('a short stretch between changes is rewritten, also with other glyphs and styles, if that is shorter', () => {
		expect(pair(['0 ── 0'], ['1 ── 1'])).toBe('\x1b[H1\x1b[4C1');
		expect(pair(['0 é 0'], ['1 é 1'])).toBe('\x1b[H1 é 1');
		expect(pair(['0\x1b[31m-\x1b[m0'], ['1\x1b[31m-\x1b[m1'])).toBe('\x1b[H1\x1b[C1');
		expect(pair(['\x1b[31m0\x1b[m-\x1b[31m0'], ['\x1b[31m1\x1b[m-\x1b[m1'])).toBe('\x1b[H1\x1b[m-1');
	});

	test('the cursor moves left and down by the shortest sequence', () => {
		expect(pair(['ab', 'ab'], ['aX', 'Xb'])).toBe('\x1b[1;2HX\r\nX');
		expect(
			pair(['', `${'a'.repeat(30)}`, 'a'.repeat(30)], ['', `${'a'.repeat(29)}X`, `${'a'.repeat(28)}Xa`]),
		).toBe('\x1b[2;30HX\x1b[B\b\bX');
	});

	test('wide letters follow one another without cursor moves', () => {
		expect(pair([''], ['日本語'])).toBe('\x1b[H日本語');
	});
});

/** A list as the cockpit shows it: a name, much room, a state in color, a bar, numbers. */
function listRow(number: number, selected: boolean): string {
	const [on, off, dim] = selected ? ['', '', ''] : ['\x1b[36m', '\x1b[m', '\x1b[2m'];
	const name = `Some.Distribution.${number}-amd64-DVD-${(number * 7919) % 1000}.iso`.padEnd(112);
	const bar = '▏░░░░░░░░░'.padEnd(11);
	const numbers = `${(number % 1000) / 10}%`.padEnd(7) + `${(number * 56) / 10} MiB`.padEnd(14);
	const rest = `${dim}–        –  ${off}${number % 60}m 32s  0.0${number % 10}     4/4    0`;
	const text = `${name}${on}${'DOWNLOADING'.padEnd(18)}${bar}${off}${numbers}${rest}`;
	return selected ? `\x1b[7m${text.padEnd(200)}\x1b[27m` : text;
}

describe('on a screen of 200x50', () => {
	const height = 46;
	const differ = new Differ(200, 50);
	const grid = new Grid(200, 50);
	/** Returns the bytes of a frame that shows the list from `top`, with the cursor on `selected`. */
	function frame(top: number, selected: number): number {
		grid.clear();
		for (let y = 0; y < height; y++) {
			grid.blit(parseLine(listRow(top + y, top + y === selected)), 0, y + 2, grid.area);
		}
		return Buffer.byteLength(differ.encode(grid));
	}
	frame(100, 110);

	/** Minimum number of bytes: the text of the two rows, and three styles. */
	const bar =
		Buffer.byteLength(listRow(111, true)) + Buffer.byteLength(listRow(110, false).replace(/ {30,}/, ''));

	test('the cursor moves down a row', () => {
		const bytes = frame(100, 111);
		expect(bytes).toBeLessThan(420);
		expect(bytes).toBeLessThan(bar * 1.05);
	});

	test('the list scrolls up a row', () => {
		frame(100, 145);
		const bytes = frame(101, 146);
		expect(bytes).toBeLessThan(420);
	});

	test('the list scrolls a page', () => {
		expect(frame(1000, 1000)).toBeGreaterThan(1000);
		expect(frame(1046, 1046)).toBeLessThan(3000);
	});

	test('no change', () => {
		expect(frame(1046, 1046)).toBe(0);
	});
});
