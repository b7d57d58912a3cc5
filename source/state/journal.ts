/** What happened, for the events pane, and what of it is shown at once as a notice. */
export interface JournalEntry {
	readonly id: number;
	/** Milliseconds since 1970. */
	readonly at: number;
	readonly level: 'info' | 'success' | 'warning' | 'error';
	/** What was being done when it happened ('Stopping nested'); undefined when it came by itself. */
	readonly doing?: string | undefined;
	/** Of any length, and hostile, until it is drawn. */
	readonly text: string;
	/** The download it is about. */
	readonly infohash?: string | undefined;
}

export interface Journal {
	/** Oldest first, at most `longestJournal`. */
	readonly entries: readonly JournalEntry[];
	/** The entry shown as a notice, until `noticeUntil`. */
	readonly notice: JournalEntry | undefined;
	readonly noticeUntil: number;
	readonly nextId: number;
	/** Entries above the end that the events pane is scrolled by; 0 follows the newest. */
	readonly scrolledBack: number;
}

const longestJournal = 1_000;
/** Milliseconds a notice stays: long enough to be read. */
const noticeTime = { info: 4_000, success: 4_000, warning: 8_000, error: 12_000 } as const;

export const initialJournal: Journal = {
	entries: [],
	notice: undefined,
	noticeUntil: 0,
	nextId: 1,
	scrolledBack: 0,
};

export type News = Omit<JournalEntry, 'id' | 'at'> & { readonly quiet?: boolean };

/** Writes an entry; unless it is quiet it shows as a notice too. */
export function record(journal: Journal, { quiet, ...news }: News, at: number): Journal {
	const entry: JournalEntry = { ...news, id: journal.nextId, at };
	const entries = [...journal.entries.slice(-longestJournal + 1), entry];
	// Somebody who reads further up stays where they are.
	const scrolledBack = journal.scrolledBack > 0 ? journal.scrolledBack + 1 : 0;
	const written = { ...journal, entries, scrolledBack, nextId: journal.nextId + 1 };
	return quiet ? written : { ...written, notice: entry, noticeUntil: at + noticeTime[entry.level] };
}

const weights = { info: 0, success: 0, warning: 1, error: 2 } as const;

/** Writes an entry that came by itself: a graver notice stays as long as it would have stayed. */
export function recordAside(journal: Journal, news: News, at: number): Journal {
	const { notice, noticeUntil } = journal;
	const isGraver = notice && at < noticeUntil && weights[notice.level] > weights[news.level];
	return record(journal, isGraver ? { ...news, quiet: true } : news, at);
}

/** Takes a notice off when its time is over. */
export function expire(journal: Journal, now: number): Journal {
	return journal.notice && now >= journal.noticeUntil ? { ...journal, notice: undefined } : journal;
}

/** Scrolls by rows, no further back than a page of so many entries at the beginning. */
export function scrollJournal(journal: Journal, rows: number, page: number): Journal {
	const furthest = Math.max(0, journal.entries.length - page);
	const scrolledBack = Math.max(0, Math.min(furthest, journal.scrolledBack - rows));
	return { ...journal, scrolledBack };
}
