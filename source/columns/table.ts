import { width } from '../format/cells.ts';
import type { Column } from './column.ts';
import { layOut, rowCells, titleLine } from './layout.ts';

/** Cells of the longest name shown in a plain table. */
const longestGrown = 60;

/**
 * A plain table for standard output: titles and a line for each row, `total` cells wide, or as wide as it needs
 * when that is not given.
 */
export function plainTable<Row>(
	columns: readonly Column<Row>[],
	rows: readonly Row[],
	total?: number,
): string[] {
	const placed = layOut(columns, total ?? naturalWidth(columns, rows));
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
		return column.grows ? Math.min(longestGrown, longest) : (column.roomy ?? column.width);
	});
	return widths.reduce((sum, columnWidth) => sum + columnWidth + 1, -1);
}
