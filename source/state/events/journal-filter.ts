import { fold } from '../../filter/fold.ts';
import { filterWords } from '../list/filter.ts';
import type { JournalEntry } from './journal-entry.ts';

/** Maximum characters of an entry that are searched. A traceback has some thousand. */
const MAX_SEARCHED_LENGTH = 4_000;

/** Minimum severity of visible entries. */
export type MinLevel = 'all' | 'notices' | 'warnings';

/** Next level when the key is pressed. */
export const nextMinLevel: Readonly<Record<MinLevel, MinLevel>> = {
	all: 'notices',
	notices: 'warnings',
	warnings: 'all',
};

/** Names of the levels; '' for all. */
export const minLevelNames: Readonly<Record<MinLevel, string>> = {
	all: '',
	notices: 'notices and worse',
	warnings: 'warnings and errors',
};

export const isSevere = ({ level }: Pick<JournalEntry, 'level'>) => level === 'warning' || level === 'error';

/** Whether an entry counts as an alert. The summary of a failed batch is its only alert. */
export const isAlert = (entry: Pick<JournalEntry, 'level' | 'share'>) =>
	entry.share !== 'order' && isSevere(entry);

/** Routine progress of downloads and the service is filtered out first. */
const hasMinLevel: Readonly<Record<Exclude<MinLevel, 'all'>, (entry: JournalEntry) => boolean>> = {
	notices: (entry) => entry.share !== 'report' || isSevere(entry) || entry.level === 'success',
	warnings: isSevere,
};

/** Returns whether an entry has the severity and all words of a filter; undefined if all entries match. */
export function entryMatcher(
	filter: string,
	minLevel: MinLevel,
): ((entry: JournalEntry) => boolean) | undefined {
	const words = filterWords(filter);
	const grave = minLevel === 'all' ? undefined : hasMinLevel[minLevel];
	if (words.length === 0) return grave;
	return (entry) => {
		if (grave && !grave(entry)) return false;
		const folded = foldedOf(entry);
		return words.every((word) => folded.includes(word));
	};
}

/** Memo of folded entries, because each typed key reads all of them. */
const known = new WeakMap<JournalEntry, string>();

function foldedOf(entry: JournalEntry): string {
	const before = known.get(entry);
	if (before !== undefined) return before;
	const { level, doing = '', text, infohash = '' } = entry;
	const folded = fold(`${level} ${doing} ${text.slice(0, MAX_SEARCHED_LENGTH)} ${infohash}`);
	known.set(entry, folded);
	return folded;
}

/** Whether a filter excludes everything that another one excludes. */
export function isNarrower(filter: string, other: string): boolean {
	const words = filterWords(filter);
	return filterWords(other).every((one) => words.some((word) => word.includes(one)));
}
