import type { JournalEntry } from './journal.ts';
import { fold } from './list/query/fold.ts';

/** Characters of an entry in which words are looked for: a traceback has some thousand. */
const searched = 4_000;

/** The words of a filter, as they are looked for. */
export function wordsOf(filter: string): readonly string[] {
	return fold(filter)
		.split(/\s+/)
		.filter((word) => word !== '');
}

/** Does an entry have all words of a filter, in any order? Undefined for a filter that lets all through. */
export function entryMatcher(filter: string): ((entry: JournalEntry) => boolean) | undefined {
	const words = wordsOf(filter);
	if (words.length === 0) return undefined;
	return (entry) => {
		const folded = foldedOf(entry);
		return words.every((word) => folded.includes(word));
	};
}

/** What was folded once: a filter that is typed asks for all entries again and again. */
const known = new WeakMap<JournalEntry, string>();

function foldedOf(entry: JournalEntry): string {
	const before = known.get(entry);
	if (before !== undefined) return before;
	const { level, doing = '', text, infohash = '' } = entry;
	const folded = fold(`${level} ${doing} ${text.slice(0, searched)} ${infohash}`);
	known.set(entry, folded);
	return folded;
}

/** Does a filter keep out all that another one keeps out? */
export function isNarrower(filter: string, other: string): boolean {
	const words = wordsOf(filter);
	return wordsOf(other).every((one) => words.some((word) => word.includes(one)));
}
