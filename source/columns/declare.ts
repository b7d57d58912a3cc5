import { sanitise } from '../format/sanitise.ts';
import type { Column } from './column.ts';

/** Short ways to declare columns of a kind. `leaves` as in Column. */

/** Text of strangers. */
export function textColumn<Row>(
	id: string,
	title: string,
	width: number,
	leaves: number,
	value: (row: Row) => string,
): Column<Row> {
	return { id, title, width, align: 'left', leaves, value: (row, cells) => sanitise(value(row), cells * 4) };
}

/** The same for the one text that has what room is left. */
export function growingColumn<Row>(
	id: string,
	title: string,
	width: number,
	value: (row: Row) => string,
): Column<Row> {
	return { ...textColumn(id, title, width, 0, value), grows: true };
}

/** What is made of numbers, in our own words: at the right, so that digits stand below each other. */
export function numberColumn<Row>(
	id: string,
	title: string,
	width: number,
	leaves: number,
	value: (row: Row) => string,
): Column<Row> {
	return { id, title, width, align: 'right', leaves, value };
}
