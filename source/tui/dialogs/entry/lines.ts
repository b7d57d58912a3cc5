import { paragraphs } from '../../../format/paragraphs.ts';
import type { JournalEntry } from '../../../state/events/journal.ts';
import { entryWords } from '../../components/entry-text.ts';
import { innerWidthOf } from '../../components/frame.tsx';

/** Cells that lines of an entry have at most: longer ones are hard to read. */
export const ENTRY_WIDTH = 76;

/** All of an entry in lines, on a screen of so many columns (without a screen they are infinite). Sanitised. */
export function entryLines(entry: JournalEntry, screenColumns: number): readonly string[] {
	const room = Number.isFinite(screenColumns)
		? innerWidthOf(screenColumns, ENTRY_WIDTH)
		: Number.POSITIVE_INFINITY;
	return paragraphs(entryWords(entry), room);
}

/** Lines of it that a screen of so many rows shows at once: without the border, the footer, and what leads on. */
export function entryRowsOf(screenRows: number): number {
	return Math.max(1, screenRows - 6);
}
