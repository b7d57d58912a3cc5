import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Differ } from '../../source/tui/terminal/differ.ts';
import {
	CONTINUATION_GLYPH,
	glyphText,
	glyphWidth,
	isSurelyNarrow,
	isSurelyWide,
} from '../../source/tui/terminal/glyphs.ts';
import { Grid } from '../../source/tui/terminal/grid.ts';
import { parseLine } from '../../source/tui/terminal/line.ts';
import { enterSequence } from '../../source/tui/terminal/modes.ts';
import { runs } from '../runs.ts';
import { addressesOutside } from './addresses.ts';
import { Emulator } from './emulator.ts';
import { GridScreen } from './grid-screen.ts';

const glyphs = [
	'a',
	'b',
	'Z',
	'0',
	'~',
	' ',
	' ',
	' ',
	'─',
	'│',
	'█',
	'é',
	'e\u0301',
	'ж',
	'日',
	'本',
	'ﾊ',
	'한',
	'…',
	'↓',
	'✓',
];
const emoji = ['👍', '👨‍👩‍👧‍👦', '🇩🇪', '❤️', '1️⃣', '👋🏽'];
const styles = [
	'',
	'1',
	'2',
	'1;2',
	'3',
	'4',
	'7',
	'9',
	'31',
	'92',
	'41',
	'48;5;99',
	'38;2;1;2;3',
	'1;31;44',
	'7;4;38;5;20',
	'48;2;9;9;9',
];

const run = (alphabet: string[]) =>
	fc.record({
		style: fc.constantFrom(...styles),
		text: fc.array(fc.constantFrom(...alphabet), { maxLength: 6 }).map((parts) => parts.join('')),
	});

/** A change of the screen between two frames. */
const change = (alphabet: string[]) =>
	fc.oneof(
		{
			weight: 12,
			arbitrary: fc.record({
				kind: fc.constant('write' as const),
				x: fc.integer({ min: -4, max: 24 }),
				y: fc.nat(9),
				line: fc
					.array(run(alphabet), { minLength: 1, maxLength: 4 })
					.map((runs) => runs.map(({ style, text }) => `\x1b[0;${style}m${text}`).join('')),
			}),
		},
		{
			weight: 3,
			arbitrary: fc.record({
				kind: fc.constant('shift' as const),
				x: fc.nat(12),
				y: fc.nat(9),
				by: fc.integer({ min: -9, max: 9 }),
			}),
		},
		{
			weight: 1,
			arbitrary: fc.record({
				kind: fc.constant('blank' as const),
				x: fc.nat(20),
				y: fc.nat(8),
				width: fc.nat(24),
				height: fc.nat(5),
			}),
		},
		{
			weight: 2,
			arbitrary: fc.record({
				kind: fc.constant('scroll' as const),
				top: fc.nat(8),
				height: fc.integer({ min: 2, max: 10 }),
				by: fc.integer({ min: -4, max: 4 }),
				/** Rows that are no target of a move: unchanged, or blank. */
				keep: fc.boolean(),
			}),
		},
	);
type Change = ReturnType<typeof change> extends fc.Arbitrary<infer Value> ? Value : never;

const NO_MODES = { mouse: false, asks: false, asksColors: false };

const columns = 24;
const rows = 10;

function apply(grid: Grid, change: Change): void {
	if (change.kind === 'write') grid.blit(parseLine(change.line), change.x, change.y, grid.area);
	if (change.kind === 'blank') {
		grid.fill({
			left: change.x,
			top: change.y,
			right: change.x + change.width,
			bottom: change.y + change.height,
		});
	}
	if (change.kind === 'shift') {
		const line = {
			glyphs: grid.glyphs.slice(change.y * columns + change.x, (change.y + 1) * columns),
			attributes: grid.attributes.slice(change.y * columns + change.x, (change.y + 1) * columns),
			width: columns - change.x,
		};
		grid.blit(line, change.x + change.by, change.y, grid.area);
	}
	if (change.kind === 'scroll') {
		const copy = new Grid(columns, rows);
		copy.glyphs.set(grid.glyphs);
		copy.attributes.set(grid.attributes);
		const bottom = Math.min(rows, change.top + change.height);
		grid.moved = change.by;
		for (let y = change.top; y < bottom; y++) {
			const source = y + change.by;
			const inside = source >= change.top && source < bottom;
			const start = inside ? source * columns : 0;
			if (!inside && !change.keep) grid.fill({ left: 0, top: y, right: columns, bottom: y + 1 });
			if (inside) {
				grid.touched[y] = 1;
				grid.glyphs.set(copy.glyphs.subarray(start, start + columns), y * columns);
				grid.attributes.set(copy.attributes.subarray(start, start + columns), y * columns);
			}
		}
	}
}

/** A full screen, then some frames of changes. */
const frames = (alphabet: string[]) =>
	fc
		.tuple(
			fc.array(change(alphabet), { minLength: 15, maxLength: 25 }),
			fc.array(fc.array(change(alphabet), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
		)
		.map(([first, rest]) => [first, ...rest]);

describe('frames written through the differ', () => {
	test('show exactly the grids, glyphs and styles', async () => {
		let scrolls = 0;
		await fc.assert(
			fc.asyncProperty(frames([...glyphs, ...emoji]), async (sequence) => {
				const emulator = new Emulator({ columns, rows });
				const faults: string[] = [];
				const differ = new Differ(columns, rows);
				const grid = new Grid(columns, rows);
				await emulator.write(`${enterSequence(NO_MODES)}\x1b[31mstale\x1b[H`);
				emulator.terminal.onScroll(() => faults.push('the terminal scrolled'));
				for (const changes of sequence) {
					grid.moved = 0;
					for (const change of changes) apply(grid, change);
					const bytes = differ.encode(grid);
					if (/\x1b\[\d*[ST]/.test(bytes)) scrolls++;
					faults.push(...addressesOutside(bytes, { columns, rows }));
					await emulator.write(bytes);
					expect(emulator.cells()).toEqual(new GridScreen(grid).cells());
					expect(differ.encode(grid)).toBe('');
				}
				expect(faults).toEqual([]);
			}),
			{ numRuns: runs(40) },
		);
		expect(scrolls).toBeGreaterThan(0);
	});

	test('leave no cell in the style of another', async () => {
		const differ = new Differ(columns, rows);
		const grid = new Grid(columns, rows);
		const emulator = new Emulator({ columns, rows });
		await emulator.write(enterSequence(NO_MODES));
		for (const one of styles) {
			for (const other of styles) {
				grid.blit(parseLine(`\x1b[0;${one}mone\x1b[0;${other}mother\x1b[0m none`), 2, 1, grid.area);
				await emulator.write(differ.encode(grid));
				expect(emulator.cells()).toEqual(new GridScreen(grid).cells());
			}
		}
	});

	test.each([
		['old', 'narrower'],
		['wide signs', 'wider'],
	] as const)(
		'keep every other cell right on a terminal (%s) that takes glyphs for %s',
		async (widths, _how) => {
			const alphabet = [...glyphs.filter((glyph) => glyph !== 'e\u0301'), '👍', '👎'];
			await fc.assert(
				fc.asyncProperty(frames(alphabet), async (sequence) => {
					const emulator = new Emulator({ columns, rows, widths });
					const differ = new Differ(columns, rows);
					const grid = new Grid(columns, rows);
					await emulator.write(enterSequence(NO_MODES));
					for (const changes of sequence) {
						for (const change of changes) apply(grid, change);
						await emulator.write(differ.encode(grid));
					}
					for (const [index, glyph] of grid.glyphs.entries()) {
						const [x, y] = [index % columns, Math.floor(index / columns)];
						const { text } = emulator.cell(x, y);
						if (isSurelyNarrow(glyph) || isSurelyWide(glyph))
							expect([x, y, text]).toEqual([x, y, glyphText(glyph)]);
						if (glyph === CONTINUATION_GLYPH) expect([x, y, text.trim()]).toEqual([x, y, '']);
					}
				}),
				{ numRuns: runs(20) },
			);
		},
	);
});

test('a grid never contains half of a glyph', () => {
	fc.assert(
		fc.property(frames([...glyphs, ...emoji]), (sequence) => {
			const grid = new Grid(columns, rows);
			for (const change of sequence.flat()) apply(grid, change);
			for (let y = 0; y < rows; y++) {
				for (let x = 0; x < columns; ) {
					const index = y * columns + x;
					const glyph = grid.glyphs[index] ?? 0;
					const width = glyphWidth(glyph);
					expect(width).toBeGreaterThan(0);
					for (let behind = 1; behind < width; behind++) {
						expect(grid.glyphs[index + behind]).toBe(CONTINUATION_GLYPH);
						expect(grid.attributes[index + behind]).toBe(grid.attributes[index]);
					}
					x += width;
					expect(x).toBeLessThanOrEqual(columns);
				}
			}
		}),
		{ numRuns: runs(100) },
	);
});
