import type { Area } from '../../source/tui/terminal/area.ts';
import type { ScreenSize } from '../screens/pressing.ts';

export interface ShownCell {
	/** '' after a wide glyph. */
	readonly text: string;
	/** The look in words: 'bold red on #102030', '' for plain. */
	readonly style: string;
}

/** A screen that tests read: that of an emulator, or a painted grid. */
export abstract class ShownScreen {
	abstract readonly size: ScreenSize;

	abstract cell(x: number, y: number): ShownCell;

	/** Returns the text of a part of a row, `right` excluded. A wide glyph that begins before `left` is a blank. */
	abstract part(y: number, left: number, right: number): string;

	/** Returns a row with one code unit for each cell, so that its indexes are columns. */
	signs(y: number): string {
		return Array.from({ length: this.size.columns }, (_, x) => this.cell(x, y).text[0] ?? ' ').join('');
	}

	/** Row by row, without trailing blanks. */
	rows(): string[] {
		const { columns, rows } = this.size;
		return Array.from({ length: rows }, (_, y) => this.part(y, 0, columns).trimEnd());
	}

	/** The rows as one text. */
	text(): string {
		return this.rows().join('\n');
	}

	/** Returns the cells of an area. Default: the whole screen. */
	cells({ left, top, right, bottom }: Area = this.area): ShownCell[][] {
		return Array.from({ length: bottom - top }, (_, y) =>
			Array.from({ length: right - left }, (_, x) => this.cell(left + x, top + y)),
		);
	}

	get area(): Area {
		return { left: 0, top: 0, right: this.size.columns, bottom: this.size.rows };
	}

	/**
	 * Returns the screen as text for review: its rows between bars, then every stretch that is not plain, as `row
	 * first-last style` (counted from 0, both ends included).
	 */
	snapshot(): string {
		const { columns, rows } = this.size;
		const lines = [`${columns}x${rows}`];
		const styles: string[] = [];
		for (const [y, row] of this.cells().entries()) {
			lines.push(`|${row.map(({ text }) => text).join('')}|`);
			let start = 0;
			for (let x = 1; x <= columns; x++) {
				const style = row[start]?.style;
				if (row[x]?.style === style) continue;
				if (style) styles.push(`${String(y).padStart(3)} ${`${start}-${x - 1}`.padEnd(8)}${style}`);
				start = x;
			}
		}
		return `${[...lines, ...styles].join('\n')}\n`;
	}
}

const colorNames = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

/** Returns the word for a color of the palette. */
export function paletteColor(value: number): string {
	if (value < 8) return colorNames[value] ?? '';
	return value < 16 ? `bright-${colorNames[value - 8]}` : `256:${value}`;
}
