import { type ChosenColumn, MAX_COLUMN_CELLS, MIN_COLUMN_CELLS } from '../../columns/chosen.ts';
import { allDownloadColumns } from '../../columns/downloads.ts';

/** A line of the dialog for columns: visible ones in order, then the others. */
export interface ColumnChoice extends ChosenColumn {
	readonly shown: boolean;
}

export function columnChoices(chosen: readonly ChosenColumn[]): readonly ColumnChoice[] {
	const known = chosen.filter(({ id }) => allDownloadColumns.some((column) => column.id === id));
	const others = allDownloadColumns.filter(({ id }) => !known.some((one) => one.id === id));
	return [
		...known.map((one): ColumnChoice => ({ ...one, shown: true })),
		...others.map(({ id }): ColumnChoice => ({ id, shown: false })),
	];
}

/** Changes of a column. Widths are cells. */
export type ColumnChange =
	| { readonly type: 'toggle' }
	| { readonly type: 'move'; readonly by: -1 | 1 }
	/** `from`: how wide it is now, where it shows: it may have more than it needs. */
	| { readonly type: 'widen'; readonly by: number; readonly from?: number | undefined }
	| { readonly type: 'natural-width' };

/** Returns the columns after a change of one. The name always stays visible. */
export function changeColumn(
	chosen: readonly ChosenColumn[],
	id: string,
	change: ColumnChange,
): readonly ChosenColumn[] {
	const at = chosen.findIndex((one) => one.id === id);
	const one = chosen[at];
	if (!one) return change.type === 'toggle' ? [...chosen, { id }] : chosen;
	switch (change.type) {
		case 'toggle':
			return isNeeded(id) ? chosen : chosen.toSpliced(at, 1);
		case 'move': {
			const to = at + change.by;
			return to < 0 || to >= chosen.length ? chosen : chosen.toSpliced(at, 1).toSpliced(to, 0, one);
		}
		case 'widen': {
			const least = one.width ?? change.from ?? usualWidth(id);
			const width = (change.by > 0 ? Math.max(least, change.from ?? 0) : least) + change.by;
			return chosen.with(at, { id, width: Math.max(MIN_COLUMN_CELLS, Math.min(MAX_COLUMN_CELLS, width)) });
		}
		case 'natural-width':
			return one.width === undefined ? chosen : chosen.with(at, { id });
	}
}

/** Whether the column must be visible. */
export function isNeeded(id: string): boolean {
	return allDownloadColumns.find((column) => column.id === id)?.grows === true;
}

/** Returns the default width of a column in cells. */
export function usualWidth(id: string): number {
	return allDownloadColumns.find((column) => column.id === id)?.width ?? MIN_COLUMN_CELLS;
}
