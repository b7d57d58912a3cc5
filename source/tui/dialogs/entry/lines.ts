import { paragraphs } from '../../../format/paragraphs.ts';
import type { JournalEntry } from '../../../state/events/journal-entry.ts';
import { fullEntryText } from '../../components/entry-text.ts';
import { innerWidthOf } from '../kit/index.ts';

/** Maximum cells of a line; longer lines are hard to read. */
export const ENTRY_WIDTH = 76;

/** Returns an entry in lines, on a screen of so many columns (infinite without a screen). Sanitized. */
export function entryLines(entry: JournalEntry, screenColumns: number): readonly string[] {
	const room = Number.isFinite(screenColumns)
		? innerWidthOf(screenColumns, ENTRY_WIDTH)
		: Number.POSITIVE_INFINITY;
	return paragraphs(fullEntryText(entry), room);
}

/** Returns the number of its lines on a screen of so many rows, without border, footer and the line for more. */
export function entryRowsOf(screenRows: number): number {
	return Math.max(1, screenRows - 6);
}
