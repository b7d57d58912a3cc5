import { fit } from '../format/cells.ts';
import type { Column } from './column.ts';

/** A column with the width that it has on a line of a certain length. */
export interface PlacedColumn<Row> {
	readonly column: Column<Row>;
	readonly width: number;
}

/** Cells from which on columns get their roomy width. */
const roomyFrom = 120;

/**
 * Chooses columns and widths for a line of `total` cells, one cell between two columns. Columns leave in their
 * stated order until the rest fits; what is left over goes to the one that grows.
 */
export function layOut<Row>(columns: readonly Column<Row>[], total: number): PlacedColumn<Row>[] {
	const widthOf = (column: Column<Row>) =>
		total >= roomyFrom ? (column.roomy ?? column.width) : column.width;
	let kept = [...columns];
	const needed = () => kept.reduce((sum, column) => sum + widthOf(column) + 1, -1);
	while (kept.length > 1 && needed() > total) {
		const leaving = kept.reduce((most, column) => (column.leaves > most.leaves ? column : most));
		kept = kept.filter((column) => column !== leaving);
	}
	const spare = Math.max(0, total - needed());
	return kept.map((column) => ({
		column,
		width: Math.min(total, widthOf(column) + (column.grows ? spare : 0)),
	}));
}

/** The line of titles. */
export function titleLine<Row>(placed: readonly PlacedColumn<Row>[]): string {
	return placed.map(({ column, width }) => fit(column.title, width, column.align)).join(' ');
}

/** The cells of one row, each in exactly its width. */
export function rowCells<Row>(placed: readonly PlacedColumn<Row>[], row: Row): string[] {
	return placed.map(({ column, width }) => fit(column.value(row, width), width, column.align));
}
