import { sanitize } from '../format/sanitize.ts';
import type { Column } from './column.ts';
import { count, formatOrDash, nonNegative, sortable } from './figures.ts';
import { moment, validMoment } from './moments.ts';

/** Declarations of columns by kind. */

/** Adds the values for programs: exact numbers, undefined if unknown. Bytes, bytes/s, seconds, Unix s, shares of 1. */
export function withData<Row>(
	column: Column<Row>,
	data: (row: Row) => string | number | undefined,
): Column<Row> {
	return { ...column, data };
}

/** Declares a column of untrusted text. */
export function textColumn<Row>(
	id: string,
	title: string,
	width: number,
	dropOrder: number,
	value: (row: Row) => string,
): Column<Row> {
	return {
		id,
		title,
		width,
		align: 'left',
		dropOrder,
		value: (row, cells) => sanitize(value(row), cells * 4),
	};
}

/** Declares the column of untrusted text that takes the remaining space. */
export function growingColumn<Row>(
	id: string,
	title: string,
	width: number,
	value: (row: Row) => string,
): Column<Row> {
	return { ...textColumn(id, title, width, 0, value), grows: true };
}

/** Declares a column of numbers, aligned right. */
export function numberColumn<Row>(
	id: string,
	title: string,
	width: number,
	dropOrder: number,
	value: (row: Row) => string,
): Column<Row> {
	return { id, title, width, align: 'right', dropOrder, value };
}

/** Declares a column of counts or sizes with their data. Undefined and those below 0 are unknown. */
export function quantityColumn<Row>(
	id: string,
	title: string,
	width: number,
	dropOrder: number,
	read: (row: Row) => number | undefined,
	show: (value: number) => string = count,
): Column<Row> {
	const known = (row: Row) => nonNegative(read(row));
	return withData(
		numberColumn(id, title, width, dropOrder, (row) => formatOrDash(known(row), show)),
		known,
	);
}

/** Declares a column of numbers by which rows can be sorted, the greatest first. */
export function rankedColumn<Row>(
	id: string,
	title: string,
	width: number,
	dropOrder: number,
	read: (row: Row) => number | undefined,
	show: (value: number) => string = count,
): Column<Row> {
	return {
		...quantityColumn(id, title, width, dropOrder, read, show),
		sortKey: (row) => sortable(read(row)),
		greatestFirst: true,
	};
}

/** Declares a column of moments, Unix s. */
export function momentColumn<Row>(
	id: string,
	title: string,
	dropOrder: number,
	read: (row: Row) => number | undefined,
): Column<Row> {
	return withData(
		textColumn(id, title, 19, dropOrder, (row) => moment(read(row))),
		(row) => validMoment(read(row)),
	);
}

/** Declares a column of exact amounts. A cut amount would be a wrong one, so a plain table shows all digits. */
export function amountColumn<Row>(...declared: Parameters<typeof numberColumn<Row>>): Column<Row> {
	return { ...numberColumn(...declared), fits: true };
}
