import { width } from '../format/cells.ts';
import type { Column } from './column.ts';
import { layOut, type PlacedColumn, rowCells, titleLine } from './layout.ts';

/** Maximum cells of the growing column in a plain table. */
const MAX_GROWN_CELLS = 60;
/** Maximum cells of a column that fits its texts. */
const MAX_FITTED_CELLS = 50;
/** Maximum cells of a text in a full table. The name of a file has at most 255 bytes. */
const MAX_FULL_CELLS = 300;

/**
 * Formats a plain table for standard output: titles and a line per row. `total`: its width in cells; if omitted, as
 * wide as necessary.
 */
export function plainTable<Row>(
	columns: readonly Column<Row>[],
	rows: readonly Row[],
	total?: number,
): string[] {
	const fitted = columns.map((column) =>
		column.fits ? { ...column, width: fittedWidth(column, rows) } : column,
	);
	return linesOf(layOut(fitted, total ?? naturalWidth(fitted, rows)), rows);
}

/** Returns the width of the longest text of a column, or of its title. */
function fittedWidth<Row>(column: Column<Row>, rows: readonly Row[]): number {
	const longest = rows.reduce((most, row) => Math.max(most, width(column.value(row, MAX_FITTED_CELLS))), 0);
	return Math.min(MAX_FITTED_CELLS, Math.max(longest, width(column.title)));
}

/** Formats a table for other programs: every column, as wide as its longest text. */
export function fullTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] {
	const placed = columns.map((column) => {
		const least = column.wideWidth ?? column.width;
		const room = column.grows ? MAX_FULL_CELLS : least;
		const longest = rows.reduce((most, row) => Math.max(most, width(column.value(row, room))), least);
		return { column, width: Math.min(MAX_FULL_CELLS, longest) };
	});
	return linesOf(placed, rows);
}

function linesOf<Row>(placed: readonly PlacedColumn<Row>[], rows: readonly Row[]): string[] {
	return [titleLine(placed), ...rows.map((row) => rowCells(placed, row).join(' '))].map((line) =>
		line.trimEnd(),
	);
}

function naturalWidth<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): number {
	const widths = columns.map((column) => {
		const longest = rows.reduce(
			(most, row) => Math.max(most, width(column.value(row, column.width))),
			column.width,
		);
		return column.grows ? Math.min(MAX_GROWN_CELLS, longest) : (column.wideWidth ?? column.width);
	});
	return widths.reduce((sum, columnWidth) => sum + columnWidth + 1, -1);
}
