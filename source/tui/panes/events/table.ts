import type { State } from '../../../state/core/state.ts';
import type { JournalEntry } from '../../../state/events/journal-entry.ts';
import { minLevelNames } from '../../../state/events/journal-filter.ts';
import { journalCursor } from '../../../state/events/journal-view.ts';
import type { DrawnTable } from '../../surfaces/row-table.ts';
import { eventColumns } from './columns.ts';

/** Returns the list of events as it is drawn and spoken. */
export function eventTable({ journal }: State): DrawnTable<JournalEntry> {
	const { entries, view, filter, minLevel, cursor } = journal;
	return {
		noun: 'event',
		columns: eventColumns[minLevel],
		rows: view,
		cursor: journalCursor(journal),
		follows: cursor === undefined,
		keyOf: ({ id }) => String(id),
		total: entries.length,
		filter,
		only: minLevelNames[minLevel],
	};
}
