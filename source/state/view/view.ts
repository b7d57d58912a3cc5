import { compareKeys } from '../../basics/lists.ts';
import type { ChosenColumn } from '../../columns/chosen.ts';
import { chosenColumns } from '../../columns/chosen.ts';
import type { Column } from '../../columns/column.ts';
import { allDownloadColumns, downloadColumns, wideDownloadColumns } from '../../columns/downloads.ts';
import type { Download } from '../../protocol/resources/download.ts';
import type { ThemeName } from './theme-names.ts';

/** Window sizes with separate columns, because phones and desktops show the same service. */
export type WindowSize = 'narrow' | 'wide';

/** Minimum columns of a wide window. */
export const WIDE_COLUMNS = 100;

export function windowSizeOf(columns: number): WindowSize {
	return columns < WIDE_COLUMNS ? 'narrow' : 'wide';
}

export interface SavedFilter {
	readonly name: string;
	readonly filter: string;
}

/** View settings that persist between starts. */
export interface ViewSlice {
	/** Columns by room; undefined for the default ones. */
	readonly columns: Readonly<Record<WindowSize, readonly ChosenColumn[] | undefined>>;
	/** Sorted by name. */
	readonly filters: readonly SavedFilter[];
	/** Recently used filters, the newest first. */
	readonly earlier: readonly string[];
	/** Theme that the user chose in the dialog; undefined for none. */
	readonly theme: ThemeName | undefined;
	/** Whether the user last showed or hid the details; undefined for neither. */
	readonly details: 'shown' | 'hidden' | undefined;
}

export const initialView: ViewSlice = {
	columns: { narrow: undefined, wide: undefined },
	filters: [],
	earlier: [],
	theme: undefined,
	details: undefined,
};

/** Memo of `columnsOf`. */
const columnsByChoice = new WeakMap<readonly ChosenColumn[], readonly Column<Download>[]>();

/** Returns the columns of the list. Memoized by the choice. */
export function columnsOf({ columns }: ViewSlice, room: WindowSize): readonly Column<Download>[] {
	const chosen = columns[room];
	if (!chosen) return usualColumns(room);
	const before = columnsByChoice.get(chosen);
	if (before) return before;
	const now = chosenColumns(allDownloadColumns, chosen);
	columnsByChoice.set(chosen, now);
	return now;
}

function usualColumns(room: WindowSize): readonly Column<Download>[] {
	return room === 'wide' ? wideDownloadColumns : downloadColumns;
}

/** Returns the chosen columns, or the default ones as a choice. */
export function choiceOf({ columns }: ViewSlice, room: WindowSize): readonly ChosenColumn[] {
	return columns[room] ?? usualColumns(room).map(({ id }) => ({ id }));
}

/** Returns the filters with one saved; replaces one of the same name. */
export function withFilter(filters: readonly SavedFilter[], saved: SavedFilter): readonly SavedFilter[] {
	const others = filters.filter(({ name }) => name !== saved.name);
	return [...others, saved].toSorted((one, other) => compareKeys(one.name, other.name));
}
