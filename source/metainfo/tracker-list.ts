import { MAX_URL_CHARACTERS, newUrls, usableUrls } from './url-list.ts';

/** Maximum number of trackers. More would make every client contact many hosts. */
export const MAX_TRACKERS = 200;
const SCHEMES = new Set(['http:', 'https:', 'udp:', 'ws:', 'wss:']);

/** Returns the usable announce URLs of `urls`: well-formed, of a known scheme, without duplicates, in order. */
export function trackerList(urls: Iterable<string>): string[] {
	return usableUrls(urls, MAX_TRACKERS, isAnnounceUrl);
}

/** Returns the announce URLs of `more` that are not in `existing`, limited to the maximum of a torrent. */
export function newTrackers(existing: readonly string[], more: readonly string[]): string[] {
	return newUrls(existing, more, MAX_TRACKERS);
}

/** Whether a text is the URL of a tracker, without spaces around it. */
export function isAnnounceUrl(text: string): boolean {
	if (text.length > MAX_URL_CHARACTERS || text !== text.trim() || !URL.canParse(text)) return false;
	// URL ignores line feeds and tabs, and encodes others, so the text would differ from the URL in use.
	if (/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(text)) return false;
	const url = new URL(text);
	return SCHEMES.has(url.protocol) && url.hostname !== '';
}
