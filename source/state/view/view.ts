import type { ChosenColumn } from '../../columns/chosen.ts';
import { chosenColumns } from '../../columns/chosen.ts';
import type { Column } from '../../columns/column.ts';
import { allDownloadColumns, downloadColumns, wideDownloadColumns } from '../../columns/downloads.ts';
import type { Download } from '../../protocol/resources/download.ts';

/** Windows that columns are chosen for, each for itself: a telephone and a desk show the same service. */
export type Room = 'narrow' | 'wide';

/** Columns of a window from which on it is a wide one. */
export const WIDE_COLUMNS = 100;

export function roomOf(columns: number): Room {
	return columns < WIDE_COLUMNS ? 'narrow' : 'wide';
}

/** A filter that the user wants again. */
export interface SavedFilter {
	readonly name: string;
	readonly filter: string;
}

/** What the user chose of how downloads are shown, and wants again at the next start. */
export interface ViewSlice {
	/** undefined: the columns that fit, in their usual order. */
	readonly columns: Readonly<Record<Room, readonly ChosenColumn[] | undefined>>;
	/** In the order of their names. */
	readonly filters: readonly SavedFilter[];
	/** Filters that were used, the newest first; see earlier.ts. */
	readonly earlier: readonly string[];
}

export const initialView: ViewSlice = {
	columns: { narrow: undefined, wide: undefined },
	filters: [],
	earlier: [],
};

/** A pure memo: the columns of a choice. */
const made = new WeakMap<readonly ChosenColumn[], readonly Column<Download>[]>();

/** The columns of the list in a window; as long as the choice is the same object they are too. */
export function columnsOf({ columns }: ViewSlice, room: Room): readonly Column<Download>[] {
	const chosen = columns[room];
	if (!chosen) return usualColumns(room);
	const before = made.get(chosen);
	if (before) return before;
	const now = chosenColumns(allDownloadColumns, chosen);
	made.set(chosen, now);
	return now;
}

function usualColumns(room: Room): readonly Column<Download>[] {
	return room === 'wide' ? wideDownloadColumns : downloadColumns;
}

/** What is chosen for a window, or what would be chosen to have the usual columns. */
export function choiceOf({ columns }: ViewSlice, room: Room): readonly ChosenColumn[] {
	return columns[room] ?? usualColumns(room).map(({ id }) => ({ id }));
}

/** With a filter under a name: another one of that name makes room. */
export function withFilter(filters: readonly SavedFilter[], saved: SavedFilter): readonly SavedFilter[] {
	const others = filters.filter(({ name }) => name !== saved.name);
	return [...others, saved].toSorted(({ name: one }, { name: other }) =>
		one < other ? -1 : one > other ? 1 : 0,
	);
}
