import type { PlacedColumn } from '../../columns/layout.ts';
import type { Part, TargetAt } from '../terminal/targets.ts';
import { GUTTER_CELLS } from './draw-row.ts';

/** A drawn list: titles, and below them the visible rows. */
interface DrawnList<Row> {
	readonly part: Part;
	readonly keyOf: ((row: Row) => string) | undefined;
	readonly placed: readonly PlacedColumn<Row>[];
	readonly rows: readonly Row[];
	readonly first: number;
}

/** Returns the targets of the cells of a list. */
export function rowTargets<Row>({ part, keyOf, placed, rows, first }: DrawnList<Row>): TargetAt {
	return (cell, line) => {
		if (line === 0) {
			const column = columnAt(placed, cell - GUTTER_CELLS);
			return column === undefined ? { kind: 'place', part } : { kind: 'title', part, column };
		}
		const index = first + line - 1;
		const row = rows[index];
		if (row === undefined) return { kind: 'place', part };
		return { kind: 'row', part, key: keyOf?.(row) ?? String(index), index };
	};
}

/** Returns the column whose title is at a cell. The gap before a title belongs to it. */
function columnAt<Row>(placed: readonly PlacedColumn<Row>[], cell: number): string | undefined {
	let end = -1;
	for (const { column, width } of placed) {
		end += width + 1;
		if (cell < end) return column.id;
	}
	return undefined;
}
