import { MAX_URL_CHARACTERS, newUrls, usableUrls } from './url-list.ts';

/** Maximum number of web seeds. More would make every client contact many hosts. */
const MAX_WEB_SEEDS = 50;
const SCHEMES = new Set(['http:', 'https:', 'ftp:']);

/**
 * Returns the usable web seed URLs (BEP 19) of `urls`: well-formed, of a known scheme, without duplicates, in order.
 */
export function webSeedList(urls: Iterable<string>): string[] {
	return usableUrls(urls, MAX_WEB_SEEDS, isWebSeedUrl);
}

/** Returns the web seed URLs of `more` that are not in `existing`, limited to the maximum of a torrent. */
export function newWebSeeds(existing: readonly string[], more: readonly string[]): string[] {
	return newUrls(existing, more, MAX_WEB_SEEDS);
}

function isWebSeedUrl(text: string): boolean {
	if (text.length > MAX_URL_CHARACTERS || !URL.canParse(text)) return false;
	const url = new URL(text);
	return SCHEMES.has(url.protocol) && url.hostname !== '';
}
