import { width as widthOf } from '../format/cells.ts';
import type { Column } from './column.ts';
import { layOut } from './layout.ts';

/** Maximum rows that are measured: the list of a download's peers has some hundred. */
const MAX_MEASURED_ROWS = 500;
/** Maximum cells that a column needs. */
const MAX_CELLS = 400;
/** Maximum share of a line for the growing column before others are dropped, 0 to 1. */
const MAX_GROWING_SHARE = 0.6;

/**
 * Returns the columns with widths for these rows on a line of `total` cells. Text gets cells that other columns do not
 * need, so nothing is cut that fits. `shrinks`: whether columns of short texts become narrower than declared. `share`:
 * minimum share of the growing column in the line, as `layOut` gets it.
 */
export function fitColumns<Row>(
	columns: readonly Column<Row>[],
	rows: readonly Row[],
	total: number,
	shrinks: boolean,
	share = 0,
): readonly Column<Row>[] {
	const measured = rows.slice(0, MAX_MEASURED_ROWS);
	const needs = new Map(columns.map((column) => [column.id, neededCells(column, measured)]));
	const needOf = ({ id }: Column<Row>) => needs.get(id) ?? 0;
	const narrow = columns.map((column): Column<Row> => {
		if (column.grows) {
			const least = Math.min(needOf(column), Math.floor(total * MAX_GROWING_SHARE));
			return { ...column, width: Math.max(column.width, least) };
		}
		return column.align === 'left' && shrinks
			? { ...column, width: Math.min(column.width, needOf(column)) }
			: column;
	});
	const placed = layOut(narrow, total, share);
	const growing = placed.find(({ column }) => column.grows);
	const leastGrowing =
		growing && Math.max(needOf(growing.column), growing.column.width, Math.floor(total * share));
	let spare = growing && leastGrowing ? Math.max(0, growing.width - leastGrowing) : 0;
	const widths = new Map(placed.map(({ column, width }) => [column.id, width]));
	return narrow.map((column) => {
		const width = widths.get(column.id);
		if (width === undefined || column.grows || column.align === 'right') return column;
		const more = Math.min(spare, Math.max(0, needOf(column) - width));
		spare -= more;
		return { ...column, width: width + more, wideWidth: width + more };
	});
}

/** Returns the cells that the title of a column and its text in these rows need. */
function neededCells<Row>({ title, heading = title, value }: Column<Row>, rows: readonly Row[]): number {
	return rows.reduce(
		(most, row) => Math.max(most, Math.min(MAX_CELLS, widthOf(value(row, MAX_CELLS)))),
		widthOf(heading),
	);
}

/** Returns the last columns while their widths stay the same, so that their rows are not drawn again. */
export function stableColumns<Row>(): (columns: readonly Column<Row>[]) => readonly Column<Row>[] {
	let last: readonly Column<Row>[] = [];
	return (columns) => {
		const isSame =
			columns.length === last.length && columns.every(({ width }, index) => width === last[index]?.width);
		if (!isSame) last = columns;
		return last;
	};
}
