import type { Column } from '../../../../../columns/column.ts';
import { allDownloadColumns } from '../../../../../columns/downloads.ts';
import type { Download } from '../../../../../protocol/resources/download.ts';
import type { Sort } from '../../../../../state/list/rows.ts';

/** The sortable columns of downloads. */
export const sortColumns: readonly Column<Download>[] = allDownloadColumns.filter(
	({ sortKey }) => sortKey !== undefined,
);

/** Keys of the most used columns; the others are chosen from the list. */
export const sortKeys: Readonly<Record<string, string>> = {
	name: 'n',
	state: 's',
	status: 'S',
	progress: 'p',
	size: 'z',
	down: 'd',
	up: 'u',
	eta: 'e',
	ratio: 'r',
	seeds: 'w',
	hops: 'h',
	added: 'a',
	finished: 'f',
	connected: 'c',
	left: 'l',
	availability: 'v',
	tracker: 't',
	infohash: 'i',
};

/** Returns the index of the current sort column in the list. */
export function indexOfSort(now: Sort | undefined): number {
	return Math.max(
		0,
		sortColumns.findIndex(({ id }) => id === now?.column),
	);
}
