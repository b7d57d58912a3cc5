import type { Column, Tone } from '../../../columns/column.ts';
import { shorten } from '../../../format/cells.ts';
import type { JournalEntry } from '../../../state/journal.ts';
import { entryText } from '../../components/entry-text.ts';

const tones: Readonly<Record<JournalEntry['level'], Tone>> = {
	info: 'normal',
	success: 'good',
	warning: 'warning',
	error: 'bad',
};

/** The columns of the events: when, how grave, and what, in as many words as there is room for. */
export const eventColumns: readonly Column<JournalEntry>[] = [
	{
		id: 'at',
		title: 'TIME',
		width: 8,
		align: 'left',
		leaves: 2,
		value: ({ at }) => clock(at),
		tone: () => 'faint',
	},
	{
		id: 'level',
		title: 'LEVEL',
		width: 7,
		align: 'left',
		leaves: 1,
		value: ({ level }) => level,
		tone: ({ level }) => tones[level],
	},
	{
		id: 'what',
		title: 'EVENT',
		width: 20,
		grows: true,
		align: 'left',
		leaves: 0,
		value: (entry, width) => shorten(entryText(entry, 400), width),
	},
];

/** A moment of today: '12:00:03'. */
function clock(at: number): string {
	return new Date(at).toTimeString().slice(0, 8);
}
