/** Maximum number of web seeds. More would make every client contact many hosts. */
const MAX_WEB_SEEDS = 50;
const MAX_URL_CHARACTERS = 2048;
const SCHEMES = new Set(['http:', 'https:', 'ftp:']);

/**
 * Returns the usable web seed URLs (BEP 19) of `urls`: well-formed, of a known scheme, without duplicates, in order.
 */
export function webSeedList(urls: Iterable<string>): string[] {
	const result = new Set<string>();
	for (const text of urls) {
		const url = text.trim();
		if (url.length > MAX_URL_CHARACTERS || !isWebSeedUrl(url)) continue;
		result.add(url);
		if (result.size === MAX_WEB_SEEDS) break;
	}
	return [...result];
}

/** Returns the web seed URLs of `more` that are not in `existing`, limited to the maximum of a torrent. */
export function newWebSeeds(existing: readonly string[], more: readonly string[]): string[] {
	const all = new Set(existing);
	return [...new Set(more)].filter((url) => !all.has(url)).slice(0, Math.max(0, MAX_WEB_SEEDS - all.size));
}

function isWebSeedUrl(text: string): boolean {
	if (!URL.canParse(text)) return false;
	const url = new URL(text);
	return SCHEMES.has(url.protocol) && url.hostname !== '';
}
