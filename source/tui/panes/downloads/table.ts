import { allDownloadColumns } from '../../../columns/downloads.ts';
import type { Download } from '../../../protocol/resources/download.ts';
import { hopsText } from '../../../state/batch/change.ts';
import { type OptimisticSlice, optimisticNote } from '../../../state/batch/optimistic.ts';
import type { State } from '../../../state/core/state.ts';
import { memoize } from '../../components/memoize.ts';
import type { DrawnTable } from '../../surfaces/row-table.ts';
import { minuteGraph } from './minute-graph.ts';

/** Columns that are spoken unless the user chose columns: a row of all would be too long. The details speak all. */
const DEFAULT_SPOKEN_COLUMNS = ['name', 'state', 'progress', 'down', 'up', 'eta'];

let last: { readonly state: State; readonly table: ReturnType<typeof tableOf> } | undefined;

/** Returns the list of downloads as list, header, footer and screen reader show it. */
export function downloadTable(state: State) {
	if (last?.state === state) return last.table;
	const table = tableOf(state);
	last = { state, table };
	return table;
}

/** Functions of rows. They are the same while their results are the same, so that unchanged rows are not drawn again. */
const rowFunctions = memoize(
	({
		selection,
		optimistic,
		history,
	}: Pick<State, 'optimistic' | 'history'> & Pick<State['downloads'], 'selection'>) => ({
		isSelected: ({ infohash }: Download) => selection.has(infohash),
		noteOf: (download: Download) => rowNote(download, optimistic),
		liveOf: (download: Download) => minuteGraph(history, download),
	}),
);

function tableOf({ downloads, optimistic, history, view: { columns } }: State) {
	const { list, view, cursorAt, totals, filter, sort, selection, range, isPartial = false, at } = downloads;
	// The first rows of a list are not counted.
	const [noun, groups] = at === undefined ? [] : (['download', totals.statuses] as const);
	return {
		...rowFunctions({ selection, optimistic, history }),
		noun,
		groups,
		isPartial,
		columns: allDownloadColumns,
		spokenColumns: columns.wide?.map(({ id }) => id) ?? DEFAULT_SPOKEN_COLUMNS,
		rows: view,
		cursor: cursorAt,
		keyOf: ({ infohash }) => infohash,
		total: list.length,
		filter,
		sort,
		selected: selection.size,
		isSelecting: range?.isPersistent === true,
		errorOf: ({ error }) => error,
	} satisfies DrawnTable<Download>;
}

/**
 * Returns the note after a download's name: a pending request, else its hops if it has any. Few screens have space for
 * the column of hops.
 */
function rowNote({ infohash, hops }: Download, pending: OptimisticSlice): string {
	const one = pending.get(infohash);
	if (one) return optimisticNote(one);
	return hops !== undefined && hops > 0 ? hopsText(hops) : '';
}
