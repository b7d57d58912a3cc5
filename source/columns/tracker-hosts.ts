/** Cache of hosts by URL. Many downloads have the same few trackers. */
const hostsByUrl = new Map<string, string>();
const MAX_CACHED = 5_000;

/** Returns the host of a tracker's URL; '' if there is none, as for the pseudo trackers [DHT] and [PeX]. */
export function trackerHost(url: string): string {
	const before = hostsByUrl.get(url);
	if (before !== undefined) return before;
	const host = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?(\[[^\]/]*\]|[^/?#:]*)/i.exec(url.trim())?.[1] ?? '';
	if (hostsByUrl.size >= MAX_CACHED) hostsByUrl.clear();
	hostsByUrl.set(url, host.toLowerCase());
	return host.toLowerCase();
}

/** Returns the hosts of trackers in order, without duplicates. */
export function trackerHosts(urls: readonly string[]): readonly string[] {
	return [...new Set(urls.map(trackerHost))].filter((host) => host !== '');
}
