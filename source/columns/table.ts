import { width } from '../format/cells.ts';
import { sanitize } from '../format/sanitize.ts';
import { withoutFinalZeros } from '../protocol/final-zeros.ts';
import type { Column } from './column.ts';
import { unknown } from './figures.ts';
import { layOut, type PlacedColumn, rowCells, titleLine } from './layout.ts';

/** Maximum cells of the growing column in a plain table. */
const MAX_GROWN_CELLS = 60;
/** Maximum cells of a column that fits its texts. */
const MAX_FITTED_CELLS = 50;
/** Cells for a text of the data for programs. Texts are as long as they are. */
const MAX_DATA_CELLS = 4096;
/** Maximum UTF-16 units of a field. */
const MAX_DATA_LENGTH = 16_384;

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

/** A value that is unknown or empty. No field is empty, because shells join adjacent tabs. */
const NO_DATA = '-';

/** Returns the titles of columns as a line for programs. */
export function dataTitles<Row>(columns: readonly Column<Row>[]): string {
	return dataLine(columns.map(({ title }) => title));
}

/** Formats rows for programs: a line for each row, its fields separated by tabs, all columns in order. */
export function dataLines<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] {
	return rows.map((row) =>
		dataLine(
			columns.map(({ data, value }) => {
				if (data) return dataText(data(row));
				const text = value(row, MAX_DATA_CELLS);
				return text.trim() === unknown ? '' : text;
			}),
		),
	);
}

/** Joins fields with tabs. Fields may be untrusted: tabs and breaks in them become spaces. */
export function dataLine(fields: readonly string[]): string {
	return fields.map((field) => sanitize(field.trim(), MAX_DATA_LENGTH) || NO_DATA).join('\t');
}

/** Returns a value as text, '' if it is unknown or invalid. */
function dataText(value: string | number | undefined): string {
	if (typeof value === 'number') return Number.isFinite(value) ? exactDecimal(value) : '';
	return value ?? '';
}

/** Returns a number without an exponent. */
function exactDecimal(value: number): string {
	const text = String(value);
	if (!text.includes('e')) return text;
	return Number.isInteger(value)
		? BigInt(value).toString()
		: withoutFinalZeros(value.toFixed(20)).replace(/\.$/, '');
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
