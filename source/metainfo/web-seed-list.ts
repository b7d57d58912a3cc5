/** Maximum number of web seeds. More would make every client contact many hosts. */
const MAX_WEB_SEEDS = 50;
const MAX_URL_CHARACTERS = 2048;
const SCHEMES = new Set(['http:', 'https:', 'ftp:']);

/**
 * Returns the usable web seed URLs (BEP 19) of `urls`: well-formed, of a known scheme, without duplicates, in order.
 */
export function webSeedList(urls: Iterable<string>): string[] {
	const kept = new Set<string>();
	for (const text of urls) {
		const url = text.trim();
		if (url.length > MAX_URL_CHARACTERS || !isWebSeedUrl(url)) continue;
		kept.add(url);
		if (kept.size === MAX_WEB_SEEDS) break;
	}
	return [...kept];
}

/** Returns the web seed URLs of `more` that are not in `known`, limited to the maximum of a torrent. */
export function newWebSeeds(known: readonly string[], more: readonly string[]): string[] {
	const all = new Set(known);
	return [...new Set(more)].filter((url) => !all.has(url)).slice(0, Math.max(0, MAX_WEB_SEEDS - all.size));
}

function isWebSeedUrl(text: string): boolean {
	if (!URL.canParse(text)) return false;
	const url = new URL(text);
	return SCHEMES.has(url.protocol) && url.hostname !== '';
}
