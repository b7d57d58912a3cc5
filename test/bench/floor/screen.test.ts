import { expect, test } from 'vitest';
import { Emulator } from '../../terminal/emulator.ts';
import { randomNumbers } from '../statistics.ts';
import { type Cells, cellsOf, type Span } from './cells.ts';
import { Screen } from './screen.ts';

const [columns, rows] = [40, 12];
const region = { top: 2, bottom: 9 };
const texts = [
	'',
	'abc',
	'a longer text, with blanks',
	'日本語 wide',
	'█▌░ 12.3%',
	'            far right',
	'x'.repeat(40),
];
const styles = ['', '7', '32', '36', '1;31', '1;4'];

function emulator(): Emulator {
	return new Emulator({ columns, rows });
}

/** Returns the text of a terminal that received these lines at once. */
async function painted(lines: readonly Cells[]): Promise<string> {
	const one = emulator();
	await one.write(`\x1b[?7l${new Screen(columns, rows).show(lines)}`);
	return one.snapshot();
}

test.each([1, 2, 3, 4, 5])('Screen shows the given lines after any previous lines (%i)', async (seed) => {
	const random = randomNumbers(seed * 1000);
	const pick = <Item>(items: readonly Item[], otherwise: Item) =>
		items[Math.floor(random() * items.length)] ?? otherwise;
	const line = () => {
		const spans: Span[] = [];
		let room = columns;
		while (room > 0 && random() < 0.7) {
			const text = pick(texts, '').slice(0, Math.floor(room / 2));
			spans.push([text, pick(styles, '')]);
			room -= text.length * 2;
		}
		return cellsOf(spans, columns);
	};
	const one = emulator();
	await one.write('\x1b[?7l');
	const screen = new Screen(columns, rows);
	let lines = Array.from({ length: rows }, line);
	for (let frame = 0; frame < 40; frame++) {
		const distance = pick([-2, -1, 0, 0, 1, 3], 0);
		const before = lines;
		lines = lines.map((old, y) => {
			const inside = y >= region.top && y <= region.bottom;
			const moved = inside ? (before[y + distance] ?? old) : old;
			return random() < 0.2 ? line() : moved;
		});
		await one.write(screen.show(lines, { ...region, distance }));
		expect(one.snapshot()).toBe(await painted(lines));
	}
});

test('Screen does not rewrite a line that moves', () => {
	const screen = new Screen(columns, rows);
	const lines = Array.from({ length: rows }, (_, y) => cellsOf([[`${y} ${'text '.repeat(7)}`, '']], columns));
	screen.show(lines);
	const next = lines.map((old, y) => (y >= region.top && y < region.bottom ? (lines[y + 1] ?? old) : old));
	expect(screen.show(next, { ...region, distance: 1 }).length).toBeLessThan(60);
	expect(screen.show(next)).toBe('');
});
