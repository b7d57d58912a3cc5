import type { Download } from '../../protocol/resources/download.ts';
import type { DownloadsSlice } from '../downloads/downloads.ts';
import { type Journal, type News, type ReportedCompletion, recordSpontaneous } from '../events/journal.ts';
import { moveNews } from '../events/move-news.ts';
import { resolveEventNames } from '../events/resolve-event-names.ts';
import { sameRows } from '../list/difference.ts';

/**
 * Completions of downloads. Some services send an event, and all list the result. The first report is recorded. The
 * other one within the window is a duplicate.
 */

/** Window in which event and list report the same completion, ms. */
const DUPLICATE_WINDOW_MS = 30_000;
/** Bounds the cost of an event. */
const MAX_REPORTED = 1_000;

/** Whether the list is complete. Completions before that happened before the start. */
function hasBegun({ at, checkpoints }: DownloadsSlice): boolean {
	return at !== undefined && checkpoints?.all_loaded !== false;
}

/** Takes a completion that an event reported. */
export function takeEventCompletion(
	journal: Journal,
	downloads: DownloadsSlice,
	news: News,
	at: number,
): Journal {
	// Services repeat old completions while they start: record them without a notice.
	if (hasBegun(downloads)) return report(journal, [news], 'event', at);
	return recordSpontaneous(journal, { ...news, completion: undefined, quiet: true }, at);
}

/** Records completions between two lists. Usually it only compares references of rows. */
export function takeListedCompletions(
	journal: Journal,
	before: DownloadsSlice,
	after: DownloadsSlice,
	at: number,
): Journal {
	if (before.list === after.list || !hasBegun(before)) return journal;
	const found: News[] = [];
	const moves: News[] = [];
	for (const { was, is } of changedPairs(before.list, after.list)) {
		const news = was ? completionOf(was, is) : earlyFailureOf(is, before.at);
		const moved = !news && was ? moveNews(was, is) : undefined;
		if (news) found.push(news);
		else if (moved) moves.push(moved);
	}
	const resolved = resolveEventNames(journal, after.list, at);
	const named = moves.reduce((taken, news) => recordSpontaneous(taken, news, at), resolved);
	return found.length === 0 ? named : report(named, found, 'list', at);
}

function report(before: Journal, all: readonly News[], by: ReportedCompletion['by'], at: number): Journal {
	const recent = [...before.reported].filter(([, earlier]) => at - earlier.at < DUPLICATE_WINDOW_MS);
	const reported = new Map(recent.slice(-MAX_REPORTED));
	let journal = before;
	for (const news of all) {
		const { infohash, completion } = news;
		if (infohash === undefined || completion === undefined) continue;
		const earlier = reported.get(infohash);
		// The other source has already reported it.
		const isKnown = earlier?.kind === completion.kind && earlier.by !== by;
		reported.delete(infohash);
		if (isKnown) continue;
		reported.set(infohash, { kind: completion.kind, by, at });
		journal = recordSpontaneous(journal, news, at);
	}
	return { ...journal, reported };
}

/** A download in two lists; `was` is undefined if only the second one has it. */
interface Pair {
	readonly was: Download | undefined;
	readonly is: Download;
}

/** Returns the changed and new downloads of two lists. Compares by index while the order is the same. */
function changedPairs(before: readonly Download[], after: readonly Download[]): readonly Pair[] {
	const changed: Pair[] = [];
	let places: ReadonlyMap<string, number> | undefined;
	let at = 0;
	for (let index = 0; index < after.length; index++) {
		// Most rows are the same object.
		const count = sameRows(before, at, after, index);
		at += count;
		index += count;
		const is = after[index];
		if (!is) break;
		if (before[at]?.infohash !== is.infohash) {
			places ??= new Map(before.map(({ infohash }, place) => [infohash, place]));
			const place = places.get(is.infohash);
			if (place === undefined) {
				changed.push({ was: undefined, is });
				continue;
			}
			at = place;
		}
		const was = before[at];
		at += 1;
		if (was !== is) changed.push({ was, is });
	}
	return changed;
}

/** Returns the news of a change between two lists. Progress counts only while the download downloads. */
function completionOf(was: Download, is: Download): News | undefined {
	const { infohash, name, error } = is;
	const complaint = errorOf(is);
	if (complaint !== undefined && !errorOf(was) && errorOf(was) !== complaint) {
		return failedNews(infohash, name || infohash, error);
	}
	const isDone = is.progress === 1 && (is.status === 'SEEDING' || is.status === 'STOPPED');
	return isDone && was.status === 'DOWNLOADING' && was.progress !== undefined && was.progress < 1
		? finishedNews(infohash, name || infohash)
		: undefined;
}

/**
 * Returns the news of a download that was added after a list of the time `before` (Unix ms) and has failed since. The
 * event about it is lost while the stream is not open. Others may have failed long ago: a restarted service lists them
 * again.
 */
function earlyFailureOf(is: Download, before: number | undefined): News | undefined {
	const { infohash, name, error, time_added: added } = is;
	const complaint = errorOf(is);
	if (complaint === undefined || added === undefined || before === undefined) return undefined;
	// Services round to seconds.
	return Math.ceil(added + 1) * 1_000 > before ? failedNews(infohash, name || infohash, error) : undefined;
}

/** Returns the error of a failed download: '' if unknown, undefined if it has not failed. */
function errorOf({ status, error }: Download): string | undefined {
	return error !== '' ? error : status === 'STOPPED_ON_ERROR' ? '' : undefined;
}

export function finishedNews(infohash: string, name: string): News {
	const outcome = { kind: 'finished', what: name } as const;
	return { level: 'success', text: `Finished: ${name}`, infohash, completion: outcome };
}

export function failedNews(infohash: string, name: string, error: string): News {
	const what = `${name}: ${error || 'It stopped on an error.'}`;
	return { level: 'error', text: what, infohash, completion: { kind: 'failed', what } };
}
