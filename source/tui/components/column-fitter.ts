import type { Column } from '../../columns/column.ts';
import { fitColumns, stableColumns } from '../../columns/fit-columns.ts';
import { GUTTER_CELLS } from './draw-row.ts';
import { memoize } from './memoize.ts';

interface Fitted<Row> {
	readonly columns: readonly Column<Row>[];
	readonly rows: readonly Row[];
	readonly width: number;
	/** As of their `RowList`. */
	readonly share: number;
}

/** Returns a function that fits columns to rows. Computed once for the same rows. */
export function columnFitter<Row>(shrinks: boolean): (given: Fitted<Row>) => readonly Column<Row>[] {
	const stable = stableColumns<Row>();
	return memoize(({ columns, rows, width, share }: Fitted<Row>) =>
		stable(fitColumns(columns, rows, Math.max(0, width - GUTTER_CELLS), shrinks, share)),
	);
}
