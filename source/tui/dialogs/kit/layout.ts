import { FOOTER_HEIGHT, headerHeight } from '../../components/layout.ts';
import type { Rows } from './part.ts';

/** Cells that a frame adds on both sides together: a border and a blank each. */
export const SIDE_CELLS = 4;
/** Rows of its upper and lower border. */
export const BORDER_ROWS = 2;

/** Returns the width of a dialog's content on a screen. */
export function innerWidthOf(screenColumns: number, wanted: number): number {
	return Math.max(1, Math.min(wanted, screenColumns - SIDE_CELLS));
}

/**
 * Divides the rows of a screen among the parts of a dialog. The footer stays visible while all parts have their
 * preferred rows, and the header too while a part gets more than that.
 */
export function allotRows(parts: readonly Rows[], screenRows: number): readonly number[] {
	const rows = parts.map(({ least }) => least);
	const grow = (index: number, to: number, rowsAround: number) => {
		const row = rows[index] ?? 0;
		const room = screenRows - BORDER_ROWS - rowsAround - sumOf(rows);
		rows[index] = row + Math.max(0, Math.min(room, to - row));
	};
	for (const isLast of [false, true]) {
		for (const [index, part] of parts.entries()) {
			if ((part.isLast ?? false) === isLast) grow(index, part.preferred ?? part.wanted, FOOTER_HEIGHT);
		}
	}
	for (const [index, { wanted }] of parts.entries())
		grow(index, wanted, headerHeight(screenRows) + FOOTER_HEIGHT);
	return withinScreen(rows, screenRows - BORDER_ROWS);
}

/** Takes rows of parts that are too many, the last ones first. */
function withinScreen(rows: readonly number[], room: number): readonly number[] {
	let left = room;
	return rows.map((wanted) => {
		const given = Math.max(0, Math.min(left, wanted));
		left -= given;
		return given;
	});
}

function sumOf(numbers: readonly number[]): number {
	return numbers.reduce((sum, number) => sum + number, 0);
}
