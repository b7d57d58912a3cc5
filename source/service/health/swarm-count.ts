import { healthLimits } from './limits.ts';

/** Size of a swarm, as a tracker reports it. */
export interface SwarmCount {
	readonly seeders: number;
	readonly leechers: number;
}

/** Counts by infohash, 40 hexadecimal digits. The tracker omits torrents that it does not know. */
export type SwarmCounts = ReadonlyMap<string, SwarmCount>;

/** Failures of checks. The tracker is named beside them. */
export const scrapeText = {
	noScrape: 'Its address does not allow scrapes: the last part of the path must begin with "announce".',
	unknownTorrent: 'It does not know this torrent.',
	malformed: 'Its response is not a scrape response.',
	tooLong: `Its response is larger than ${healthLimits.responseBytes / 1024} KiB.`,
	status: (status: number) => `It answered with status ${status}.`,
	refused: (message: string) => `It refused the request: ${message}`,
	noResponse: 'It did not respond in time.',
	failed: (reason: string) => `It cannot be asked: ${reason}.`,
	webOnly: 'This kind of tracker serves web browsers only.',
	noHops: 'It cannot be reached through the hops of the download.',
	notPublic:
		'It is on this machine or in a private network. Only trackers of your downloads and of the request may be there.',
	closed: 'The service stops.',
} as const;

/** A failure whose message is complete. */
export class ScrapeError extends Error {
	override readonly name = 'ScrapeError';
}

/** Returns the message of a tracker, with limited length. */
export function trackerMessage(bytes: Uint8Array): string {
	return Buffer.from(bytes.subarray(0, healthLimits.message * 4))
		.toString('utf8')
		.slice(0, healthLimits.message);
}
