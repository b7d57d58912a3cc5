import type { Column } from '../columns/column.ts';
import { allDownloadColumns } from '../columns/downloads.ts';
import { peerColumns } from '../columns/peers.ts';
import type { Sort } from '../state/list/rows.ts';
import { sortedBy } from '../state/list/sort.ts';
import type { CommandContext } from './command.ts';
import type { Target } from './terminal/targets.ts';

/** Sorts the list in whose titles one is by that column; the one that sorts it already turns it round. */
export function sortByTitle(
	{ part, column }: Extract<Target, { kind: 'title' }>,
	{ state, dispatch }: CommandContext,
): void {
	if (state.pane !== 'downloads') return;
	if (part === 'list') {
		const sort = nextSort(allDownloadColumns, column, state.downloads.sort);
		if (sort) dispatch({ type: 'sort', sort });
	} else if (part === 'details' && state.details.tab === 'peers') {
		const sort = nextSort(peerColumns, column, state.details.peers.sort);
		if (sort) dispatch({ type: 'details', what: { type: 'sort-peers', sort } });
	}
}

function nextSort<Row>(
	columns: readonly Column<Row>[],
	id: string,
	sort: Sort | undefined,
): Sort | undefined {
	const column = columns.find((each) => each.id === id);
	return column?.sortKey && sortedBy(column, sort);
}
