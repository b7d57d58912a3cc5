import { fit } from '../format/cells.ts';
import type { Column } from './column.ts';

/** A column with its width on a line, in cells. */
export interface PlacedColumn<Row> {
	readonly column: Column<Row>;
	readonly width: number;
}

/** Minimum cells of a line on which columns have their wide width: a panel on 120 columns has 115. */
const MIN_WIDE_CELLS = 112;

/**
 * Returns columns and widths for a line of `total` cells, one cell between columns. Columns are dropped in their order
 * until the rest fits. The remaining space goes to the growing column, which has at least `share` of the line (0 to 1).
 */
export function layOut<Row>(columns: readonly Column<Row>[], total: number, share = 0): PlacedColumn<Row>[] {
	const widthOf = ({ grows, wideWidth, isWidthSet, width, leastWidth }: Column<Row>) =>
		isWidthSet
			? width
			: Math.max(
					total >= MIN_WIDE_CELLS ? (wideWidth ?? width) : width,
					grows ? Math.max(Math.floor(total * share), leastWidth?.(total) ?? 0) : 0,
				);
	let kept = [...columns];
	const needed = () => kept.reduce((sum, column) => sum + widthOf(column) + 1, -1);
	while (kept.length > 1 && needed() > total) {
		const leaving = kept.reduce((most, column) => (column.dropOrder > most.dropOrder ? column : most));
		kept = kept.filter((column) => column !== leaving);
	}
	const spare = Math.max(0, total - needed());
	return kept.map((column) => ({
		column,
		width: Math.min(total, widthOf(column) + (column.grows ? spare : 0)),
	}));
}

/** The column that rows are sorted by. */
export interface SortIndicator {
	readonly column: string;
	readonly descending: boolean;
}

/** Returns the line of titles; the sorted column has an arrow, up for ascending. */
export function titleLine<Row>(placed: readonly PlacedColumn<Row>[], sort?: SortIndicator): string {
	return placed
		.map(({ column: { id, title: name, heading: title = name, align }, width }, index) => {
			const gap = index === 0 ? '' : ' ';
			if (id !== sort?.column) return gap + fit(title, width, align);
			const arrow = sort.descending ? '↓' : '↑';
			// If the title fills its column, the arrow uses the gap before it.
			if (gap !== '' && title.length === width) return arrow + title;
			return gap + fit(arrow + title.slice(0, Math.max(0, width - 1)), width, align);
		})
		.join('');
}

/** Returns the cells of one row, each exactly as wide as its column. */
export function rowCells<Row>(placed: readonly PlacedColumn<Row>[], row: Row): string[] {
	return placed.map(({ column, width }) => fit(column.value(row, width), width, column.align));
}
