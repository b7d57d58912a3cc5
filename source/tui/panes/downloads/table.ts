import { allDownloadColumns } from '../../../columns/downloads.ts';
import type { Download } from '../../../protocol/resources/download.ts';
import type { State } from '../../../state/core/state.ts';
import type { DrawnTable } from '../../surfaces/row-table.ts';
import { minuteGraph } from './minute-graph.ts';
import { rowNote } from './row-note.ts';

/** Columns that are spoken unless the user chose columns: a row of all would be too long. The details speak all. */
const DEFAULT_SPOKEN_COLUMNS = ['name', 'state', 'progress', 'down', 'up', 'eta'];

/** Returns the list of downloads as list, header, footer and screen reader show it. */
export function downloadTable({ downloads, optimistic, history, view: { columns } }: State) {
	const { list, view, cursorAt, totals, filter, sort, selection, range } = downloads;
	return {
		noun: 'download',
		columns: allDownloadColumns,
		spokenColumns: columns.wide?.map(({ id }) => id) ?? DEFAULT_SPOKEN_COLUMNS,
		rows: view,
		cursor: cursorAt,
		keyOf: ({ infohash }) => infohash,
		total: list.length,
		groups: totals.statuses,
		filter,
		sort,
		selected: selection.size,
		isSelecting: range?.isPersistent === true,
		isSelected: ({ infohash }) => selection.has(infohash),
		noteOf: (download) => rowNote(download, optimistic),
		liveOf: (download) => minuteGraph(history, download),
		errorOf: ({ error }) => error,
	} satisfies DrawnTable<Download>;
}
