/** Maximum length of a URL of a torrent. */
export const MAX_URL_CHARACTERS = 2048;

/** Returns the usable ones of `urls`, without spaces around them and without duplicates, in order, at most `limit`. */
export function usableUrls(
	urls: Iterable<string>,
	limit: number,
	isUsable: (url: string) => boolean,
): string[] {
	const result = new Set<string>();
	for (const text of urls) {
		const url = text.trim();
		if (isUsable(url)) result.add(url);
		if (result.size === limit) break;
	}
	return [...result];
}

/** Returns the URLs of `more` that are not in `existing`, so that there are at most `limit` of both. */
export function newUrls(existing: readonly string[], more: readonly string[], limit: number): string[] {
	const all = new Set(existing);
	return [...new Set(more)].filter((url) => !all.has(url)).slice(0, Math.max(0, limit - all.size));
}
