/** Matches a URL, up to its path. Trackers have passkeys in paths, queries and user names. */
const urls = /\b([a-z][a-z0-9+.-]*):\/\/(?:[^\s/?#@'"<>]*@)?([^\s/?#'"<>]*)[^\s'"<>]*/gi;
/** A magnet link names trackers. */
const magnets = /\bmagnet:[^\s'"<>]*/gi;
/** A header or field that has the key, in texts that quote a request. */
const keys =
	/(\b(?:x-)?(?:api[-_]?key|pass(?:key|word)|token|authorization)\b['"]?\s*[:=]\s*)['"]?[^\s'"&,}]+/gi;

/** Returns a text without API keys and passkeys. URLs keep scheme and host. `key`: the API key; '' for none. */
export function withoutSecrets(text: string, key = ''): string {
	const found = key === '' ? text : text.split(key).join('…');
	return found
		.replace(magnets, 'magnet:…')
		.replace(urls, (url, scheme: string, host: string) => {
			const shown = `${scheme}://${host}`;
			// Keeps the end of a sentence.
			const rest = url.length > shown.length || url.includes('@') ? '/…' : '';
			return `${shown}${rest}`;
		})
		.replace(keys, '$1…');
}

/** Returns the path of an endpoint with its infohash. Other parameters stay in braces. */
export function shownPath(template: string, { infohash }: Readonly<Record<string, string>>): string {
	return infohash === undefined ? template : template.replace('{infohash}', infohash);
}

/** Returns a query with flags and numbers. Other values are hidden: they may be URLs and names. */
export function shownQuery(query: Readonly<Record<string, unknown>>): string {
	const shown = Object.entries(query).flatMap(([name, value]) => {
		if (value === undefined || value === false) return [];
		return [`${name}=${value === true ? '1' : typeof value === 'number' ? value : '…'}`];
	});
	return shown.length === 0 ? '' : `?${shown.join('&')}`;
}
