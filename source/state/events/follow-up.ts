import type { Download } from '../../protocol/resources/download.ts';
import type { Journal, News } from './journal.ts';
import type { JournalEntry } from './journal-entry.ts';

/** Time in which an event about a download follows another report of the same change, ms. */
const FOLLOW_UP_MS = 5_000;

/** Events of statuses. Other statuses are short, or are reported with their reason. */
export const statusNewsText: Readonly<Record<string, (name: string) => string>> = {
	METADATA: (name) => `Fetching the metadata: ${name}`,
	HASHCHECKING: (name) => `Checking the data: ${name}`,
	DOWNLOADING: (name) => `Downloading: ${name}`,
	SEEDING: (name) => `Seeding: ${name}`,
	STOPPED: (name) => `Stopped: ${name}`,
};

/** Returns the news of a changed status; undefined if another event reports it, or none does. */
export function statusNews(list: readonly Download[], infohash: string, status: string): News | undefined {
	const row = list.find((download) => download.infohash === infohash);
	const isFinished = status === 'SEEDING' && row?.status === 'DOWNLOADING';
	if (isFinished || !Object.hasOwn(statusNewsText, status)) return undefined;
	const text = statusNewsText[status]?.(row?.name || infohash);
	return text === undefined ? undefined : { level: 'info', text, infohash, quiet: true };
}

/**
 * Whether a change of a download is reported already: a request that is in progress reports its result itself, and the
 * service repeats the effects of a change as events. `repeats`: whether the event may repeat an entry about the download.
 */
export function isFollowUp(
	{ journal, pendingWrites }: { readonly journal: Journal; readonly pendingWrites: number },
	infohash: string | undefined,
	at: number,
	repeats: (entry: JournalEntry) => boolean,
): boolean {
	if (infohash === undefined) return false;
	if (pendingWrites > 0) return true;
	for (const entry of journal.entries.toReversed()) {
		if (at - entry.at > FOLLOW_UP_MS) return false;
		if ((entry.infohash === infohash || entry.text.includes(infohash)) && repeats(entry)) return true;
	}
	return false;
}
