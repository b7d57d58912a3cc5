import type { Download } from '../../protocol/resources/download.ts';
import type { Journal } from './journal.ts';
import type { JournalEntry } from './journal-entry.ts';

/** Time in which a list may bring the name for an event, ms. */
const NAME_WINDOW_MS = 30_000;
/** Maximum characters of an inserted name. */
const MAX_NAME_LENGTH = 1_000;
/** Only the newest entries are searched. */
const MAX_SEARCHED_ENTRIES = 50;

/** Replaces infohashes in entries by names. An event can arrive before the list has the name. */
export function resolveEventNames(journal: Journal, list: readonly Download[], at: number): Journal {
	const unnamed = journal.entries
		.slice(-MAX_SEARCHED_ENTRIES)
		.filter((entry) => at - entry.at < NAME_WINDOW_MS && isUnnamed(entry));
	const names = new Map<string, string>();
	for (const { infohash } of unnamed) {
		const name = list.find((download) => download.infohash === infohash)?.name;
		if (infohash !== undefined && name) names.set(infohash, name.slice(0, MAX_NAME_LENGTH));
	}
	return names.size === 0 ? journal : withNames(journal, names);
}

function isUnnamed({ infohash, text }: JournalEntry): boolean {
	return infohash !== undefined && infohash !== '' && text.includes(infohash);
}

function withNames(journal: Journal, names: ReadonlyMap<string, string>): Journal {
	const named = <Entry extends JournalEntry>(entry: Entry): Entry => {
		const { infohash = '', completion } = entry;
		const name = names.get(infohash);
		if (name === undefined || !isUnnamed(entry)) return entry;
		const text = replaceInfohash(entry.text, infohash, name);
		if (text === entry.text) return entry;
		return {
			...entry,
			text,
			completion: completion && { ...completion, what: replaceInfohash(completion.what, infohash, name) },
		};
	};
	const { entries, view, notice, completions } = journal;
	const all = entries.map(named);
	let { last } = completions;
	for (const [infohash, name] of names) last = replaceInfohash(last, infohash, name);
	return {
		...journal,
		entries: all,
		view: view === entries ? all : view.map((entry) => all[entries.indexOf(entry)] ?? entry),
		notice: notice && named(notice),
		completions: { ...completions, last },
	};
}

/**
 * Replaces an infohash by a name, once: a name that contains the infohash would grow with each list. Uses a function,
 * because names may contain '$&'.
 */
function replaceInfohash(text: string, infohash: string, name: string): string {
	const isThere = name.includes(infohash) && text.includes(name);
	return isThere ? text : text.replaceAll(infohash, () => name);
}
