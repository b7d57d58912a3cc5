import type { BencodeReader, Span } from '../../metainfo/bencode.ts';
import { escapedBytes, requestHttp, type TrackerAccess } from './http-request.ts';
import { type ResponseRules, TrackerError } from './tracker-error.ts';
import { requestUdp, udpAction } from './udp-request.ts';

const INFOHASH_BYTES = 20;
/** Seeders, completed downloads and leechers of a torrent, in an UDP response. */
const ENTRY_BYTES = 12;
const MAX_RESPONSE_KIB = 256;

/** Failures of scrapes. The tracker is named beside them. */
export const scrapeText = {
	noScrape: 'Its address does not allow scrapes: the last part of the path must begin with "announce".',
	malformed: 'Its response is not a scrape response.',
	tooLong: `Its response is larger than ${MAX_RESPONSE_KIB} KiB.`,
	status: (status: number) => `It answered with status ${status}.`,
	refused: (message: string) => `It refused the request: ${message}`,
} as const;

const rules: ResponseRules = { maxBytes: MAX_RESPONSE_KIB * 1024, maxMessage: 200, text: scrapeText };

/** Size of a swarm, as a tracker reports it. */
export interface SwarmCount {
	readonly seeders: number;
	readonly leechers: number;
}

/** Counts by infohash, 40 hexadecimal digits. The tracker omits torrents that it does not know. */
export type SwarmCounts = ReadonlyMap<string, SwarmCount>;

/**
 * Asks an HTTP or UDP tracker for the sizes of swarms (BEP 48, 15). Infohashes have 40 hexadecimal digits. Rejects as
 * `requestHttp` and `requestUdp`.
 */
export async function scrape(
	url: URL,
	infohashes: readonly string[],
	access: TrackerAccess,
): Promise<SwarmCounts> {
	if (url.protocol !== 'udp:')
		return requestHttp(scrapeUrl(url, infohashes), access, rules, (reader, entries) =>
			countsOf(reader, entries.get('files'), new Set(infohashes)),
		);
	const content = Buffer.from(infohashes.join(''), 'hex');
	const entries = await requestUdp(url, access, rules, { action: udpAction.scrape, content });
	const counts = infohashes.slice(0, Math.floor(entries.length / ENTRY_BYTES)).map((infohash, at) => {
		const start = at * ENTRY_BYTES;
		const seeders = entries.readUInt32BE(start);
		return [infohash, { seeders, leechers: entries.readUInt32BE(start + 8) }] as const;
	});
	if (counts.length === 0) throw new TrackerError(scrapeText.malformed);
	return new Map(counts);
}

/** Returns the address for scrapes, which BEP 48 derives from that for announces. */
function scrapeUrl(announceUrl: URL, infohashes: readonly string[]): URL {
	const url = new URL(announceUrl);
	const at = url.pathname.lastIndexOf('/') + 1;
	const last = url.pathname.slice(at);
	if (!last.startsWith('announce')) throw new TrackerError(scrapeText.noScrape);
	url.pathname = `${url.pathname.slice(0, at)}scrape${last.slice('announce'.length)}`;
	url.hash = '';
	const query = infohashes.map((infohash) => `info_hash=${escapedBytes(infohash)}`).join('&');
	url.search = `${url.search === '' ? '?' : `${url.search}&`}${query}`;
	return url;
}

/** Reads the counts of torrents. Others in the response are ignored. */
function countsOf(reader: BencodeReader, files: Span | undefined, wanted: ReadonlySet<string>): SwarmCounts {
	if (files === undefined || !reader.isDictionary(files)) throw new Error('no files');
	const counts = new Map<string, SwarmCount>();
	for (const [key, value] of reader.entries(files)) {
		const infohash = infohashOf(key);
		if (infohash === undefined || !wanted.has(infohash) || !reader.isDictionary(value)) continue;
		const fields = reader.dictionary(value);
		const seeders = reader.integer(fields.get('complete')) ?? -1;
		const leechers = reader.integer(fields.get('incomplete')) ?? -1;
		if (seeders >= 0 && leechers >= 0) counts.set(infohash, { seeders, leechers });
	}
	return counts;
}

/**
 * Returns the infohash of an entry. Trackers that run bittorrent-tracker, a common library, write each byte of it as a
 * character in UTF-8.
 */
function infohashOf(key: Uint8Array): string | undefined {
	if (key.length === INFOHASH_BYTES) return Buffer.from(key).toString('hex');
	if (key.length > 2 * INFOHASH_BYTES) return undefined;
	const characters = Buffer.from(key).toString('utf8');
	const isBytes = characters.length === INFOHASH_BYTES && /^[\0-\xff]*$/.test(characters);
	return isBytes ? Buffer.from(characters, 'latin1').toString('hex') : undefined;
}
