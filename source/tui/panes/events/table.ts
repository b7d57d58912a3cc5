import type { Column, Tone } from '../../../columns/column.ts';
import { clock } from '../../../columns/moments.ts';
import { shorten } from '../../../format/cells.ts';
import type { State } from '../../../state/core/state.ts';
import type { JournalEntry } from '../../../state/events/journal-entry.ts';
import { type MinLevel, minLevelNames } from '../../../state/events/journal-filter.ts';
import { journalCursor } from '../../../state/events/journal-view.ts';
import { entryText } from '../../components/entry-text.ts';
import type { DrawnTable } from '../../surfaces/row-table.ts';

const tones: Readonly<Record<JournalEntry['level'], Tone>> = {
	info: 'normal',
	success: 'good',
	warning: 'warning',
	error: 'bad',
};

/** Time and level. */
const before: readonly Column<JournalEntry>[] = [
	{
		id: 'at',
		title: 'TIME',
		width: 8,
		align: 'left',
		dropOrder: 2,
		value: ({ at }) => clock(at / 1000),
		tone: () => 'faint',
	},
	{
		id: 'level',
		title: 'LEVEL',
		width: 7,
		align: 'left',
		dropOrder: 1,
		value: ({ level }) => level,
		tone: ({ level }) => tones[level],
	},
];

/** Returns the column of the text, as long as it fits. */
function what(title: string): Column<JournalEntry> {
	return {
		id: 'what',
		title,
		width: 20,
		grows: true,
		align: 'left',
		dropOrder: 0,
		value: (entry, width) => shorten(entryText(entry, 400), width),
	};
}

/** The columns of the events; the title shows which levels are filtered out. */
export const eventColumns: Readonly<Record<MinLevel, readonly Column<JournalEntry>[]>> = {
	all: [...before, what('EVENT')],
	notices: [...before, what(`EVENT (${minLevelNames.notices})`)],
	warnings: [...before, what(`EVENT (${minLevelNames.warnings})`)],
};

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
