import type { Completion, JournalEntry, Share } from './journal-entry.ts';
import { entryMatcher, isAlert, type MinLevel } from './journal-filter.ts';

/** A reported completion: its source and time (Unix ms). */
export interface ReportedCompletion {
	readonly kind: Completion['kind'];
	readonly by: 'event' | 'list';
	readonly at: number;
}

/** A temporarily shown entry. It combines downloads that complete alike while it is shown. */
export interface Notice extends JournalEntry {
	/** Number of downloads it reports. */
	readonly count: number;
	/** Whether it refused a key. The next accepted key removes it. */
	readonly refusal?: boolean;
	/** Whether it stays until an accepted key. Only problems replace it. */
	readonly stays?: boolean;
}

export interface Journal {
	/** Oldest first; bounded. */
	readonly entries: readonly JournalEntry[];
	/** Number of entries by share. */
	readonly counts: Readonly<Record<Share, number>>;
	/** The entry shown as a notice, until `noticeUntil`. */
	readonly notice: Notice | undefined;
	readonly noticeUntil: number;
	readonly nextId: number;
	/** Id of the newest alert; 0 for none. */
	readonly lastAlert: number;
	/** Numbers of finished and failed downloads since the start, and the text of the last one. */
	readonly completions: { readonly finished: number; readonly failed: number; readonly last: string };
	/** Recently reported completions, by infohash. */
	readonly reported: ReadonlyMap<string, ReportedCompletion>;
	/** Filter of the events pane; '' shows all. */
	readonly filter: string;
	/** Minimum severity of entries in the events pane. */
	readonly minLevel: MinLevel;
	/** Entries that match both, oldest first. The same array as `entries` if all match. */
	readonly view: readonly JournalEntry[];
	/** Id of the entry under the cursor; undefined follows the newest. */
	readonly cursor: number | undefined;
}

/** Capacity by share, so that the failures of one batch displace no other entries. */
const MAX_ENTRIES: Readonly<Record<Share, number>> = { notice: 1_000, order: 2_000, report: 1_000 };
/** Maximum characters of an entry. A traceback has some thousand; an untrusted service may send millions. */
const MAX_TEXT_LENGTH = 32 * 1024;
/** Display time of a notice by level. */
const NOTICE_MS = { info: 4_000, success: 4_000, warning: 8_000, error: 12_000 } as const;
/** Milliseconds that a notice with an action of its own stays. */
const ACTION_NOTICE_MS = 15_000;

export const initialJournal: Journal = {
	entries: [],
	counts: { notice: 0, order: 0, report: 0 },
	notice: undefined,
	noticeUntil: 0,
	nextId: 1,
	lastAlert: 0,
	completions: { finished: 0, failed: 0, last: '' },
	reported: new Map(),
	filter: '',
	minLevel: 'all',
	view: [],
	cursor: undefined,
};

export type News = Omit<JournalEntry, 'id' | 'at' | 'share'> &
	Pick<Notice, 'refusal' | 'stays'> & { readonly quiet?: boolean };

/** Records an entry. Unless it is quiet, it is also shown as a notice. */
export function record(journal: Journal, news: News, at: number): Journal {
	return append(journal, news, at, !news.quiet);
}

/** Shows a notice without recording it. */
export function mention(journal: Journal, { quiet: _, ...news }: News, at: number): Journal {
	const notice: Notice = { ...news, id: journal.nextId, at, share: 'notice', count: 1 };
	return { ...journal, nextId: journal.nextId + 1, notice, noticeUntil: at + NOTICE_MS[news.level] };
}

const severities = { info: 0, success: 0, warning: 1, error: 2 } as const;

/** Records a spontaneous entry. It does not replace a more severe notice. Only an error replaces that of a refused key. */
export function recordSpontaneous(journal: Journal, news: News, at: number): Journal {
	const { notice, noticeUntil } = journal;
	const isKept =
		notice &&
		at < noticeUntil &&
		(severities[notice.level] > severities[news.level] || (notice.refusal && news.level !== 'error'));
	return append(journal, news, at, !news.quiet && !isKept);
}

/** Removes a notice that stays until an accepted key. */
export function endWithKey(journal: Journal): Journal {
	return endsWithKey(journal.notice) ? { ...journal, notice: undefined } : journal;
}

/** Whether an accepted key removes a notice: that of a refused key, or one that stays until then. */
export function endsWithKey(notice: Notice | undefined): boolean {
	return notice?.refusal === true || notice?.stays === true;
}

/** Removes a notice when the user goes to another place. Problems, and notices with an action, stay for their time. */
export function endWithPlace(journal: Journal): Journal {
	const { notice } = journal;
	const isMinor = notice !== undefined && severities[notice.level] === 0;
	return isMinor && !notice.profile && !notice.requiredInput ? { ...journal, notice: undefined } : journal;
}

/** Removes a notice when its time is over. */
export function expireNotice(journal: Journal, now: number): Journal {
	return journal.notice && now >= journal.noticeUntil ? { ...journal, notice: undefined } : journal;
}

/** Minimum display time of a notice whose cause has ended. */
const MIN_NOTICE_MS = 4_000;

/** Shortens the notice of an unreachable service when it responds again. */
export function shortenUnreachableNotice(journal: Journal, at: number): Journal {
	const { notice, noticeUntil } = journal;
	if (!notice?.unreachable || at <= notice.at) return journal;
	const until = Math.max(at, notice.at + MIN_NOTICE_MS);
	return until < noticeUntil ? { ...journal, noticeUntil: until } : journal;
}

function append(
	journal: Journal,
	{ quiet, refusal: _, stays, ...news }: News,
	at: number,
	shows: boolean,
): Journal {
	const share: Share = quiet ? (news.doing === undefined ? 'report' : 'order') : 'notice';
	const { completion } = news;
	const entry: JournalEntry = {
		...news,
		text: shortened(news.text),
		...(completion ? { completion: { ...completion, what: shortened(completion.what) } } : {}),
		id: journal.nextId,
		at,
		share,
	};
	const written: Journal = {
		...journal,
		...withEntry(journal, entry),
		nextId: journal.nextId + 1,
		lastAlert: isAlert(entry) ? entry.id : journal.lastAlert,
		completions: entry.completion
			? {
					...journal.completions,
					[entry.completion.kind]: journal.completions[entry.completion.kind] + 1,
					last: entry.text,
				}
			: journal.completions,
	};
	if (!shows || (journal.notice?.stays && !isAlert(entry))) return written;
	if (stays) {
		const notice: Notice = { ...entry, stays: true, count: 1 };
		return { ...written, notice, noticeUntil: Number.POSITIVE_INFINITY };
	}
	const shownMs = entry.profile || entry.requiredInput ? ACTION_NOTICE_MS : NOTICE_MS[entry.level];
	return { ...written, notice: noticeOf(journal, entry), noticeUntil: at + shownMs };
}

/** Returns a bounded copy: a slice would keep the whole text in memory. */
function shortened(text: string): string {
	return text.length <= MAX_TEXT_LENGTH ? text : `${Buffer.from(text.slice(0, MAX_TEXT_LENGTH)).toString()}…`;
}

/** Appends an entry; if its share is full, drops the oldest of that share. */
function withEntry(
	{ entries, view, counts, filter, minLevel }: Journal,
	entry: JournalEntry,
): Pick<Journal, 'entries' | 'view' | 'counts'> {
	const { share } = entry;
	const isFull = counts[share] >= MAX_ENTRIES[share];
	const leaving = isFull ? entries.findIndex((each) => each.share === share) : -1;
	const grown = [...without(entries, leaving), entry];
	const count = isFull ? counts[share] : counts[share] + 1;
	const written = { entries: grown, counts: { ...counts, [share]: count } };
	const matches = entryMatcher(filter, minLevel);
	if (!matches) return { ...written, view: grown };
	const gone = entries[leaving];
	const left = gone ? without(view, view.indexOf(gone)) : view;
	return { ...written, view: matches(entry) ? [...left, entry] : left };
}

function without<Item>(items: readonly Item[], index: number): readonly Item[] {
	return index < 0 ? items : items.toSpliced(index, 1);
}

/** Combines completions of the same kind while their notice shows. */
function noticeOf({ notice, noticeUntil }: Journal, entry: JournalEntry): Notice {
	const { completion } = entry;
	const joins = completion && notice?.completion?.kind === completion.kind && entry.at < noticeUntil;
	if (!joins) return { ...entry, count: 1 };
	const count = notice.count + 1;
	const verb = completion.kind === 'finished' ? 'have finished' : 'have failed';
	return { ...entry, text: `${count} downloads ${verb}, the last: ${completion.what}`, count };
}
