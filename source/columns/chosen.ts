import type { Column } from './column.ts';

/** A column that the user chose, and its width if the user set one. */
export interface ChosenColumn {
	readonly id: string;
	/** Cells. */
	readonly width?: number | undefined;
}

/** Limits of the width that the user can set. */
export const MIN_COLUMN_CELLS = 3;
export const MAX_COLUMN_CELLS = 200;

/**
 * Returns the chosen columns with their widths. If space is short, the last one is dropped first. The growing one
 * always stays, even if not chosen. Unknown columns are omitted.
 */
export function chosenColumns<Row>(
	all: readonly Column<Row>[],
	chosen: readonly ChosenColumn[],
): readonly Column<Row>[] {
	const columns = chosen.flatMap(({ id, width }, index): readonly Column<Row>[] => {
		const column = all.find((one) => one.id === id);
		if (!column) return [];
		const dropOrder = column.grows ? 0 : index + 1;
		// The user decides how much space the others take.
		const { leastWidth: _, ...rest } = column;
		return [width === undefined ? { ...rest, dropOrder } : { ...rest, dropOrder, width, isWidthSet: true }];
	});
	if (columns.some(({ grows }) => grows)) return columns;
	return [...all.filter(({ grows }) => grows), ...columns];
}
