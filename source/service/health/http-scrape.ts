import { BencodeReader, type Span } from '../../metainfo/bencode.ts';
import type { AddressFilter } from '../http-client/address-filter.ts';
import { fetchBody } from '../http-client/fetch-body.ts';
import type { Connect } from '../http-client/open-response.ts';
import type { OwnService } from '../http-client/own-service.ts';
import { healthLimits } from './limits.ts';
import { ScrapeError, type SwarmCount, type SwarmCounts, scrapeText, trackerMessage } from './swarm-count.ts';

const INFOHASH_BYTES = 20;

export interface HttpScrape {
	readonly url: URL;
	/** 40 hexadecimal digits each. */
	readonly infohashes: readonly string[];
	readonly connect: Connect;
	readonly addressFilter: AddressFilter | undefined;
	readonly ownService: OwnService;
	/** Limits the time. */
	readonly signal: AbortSignal;
}

/** Asks an HTTP tracker for the sizes of swarms (BEP 48). */
export async function scrapeHttp(request: HttpScrape): Promise<SwarmCounts> {
	const { url, infohashes, connect, addressFilter, ownService, signal } = request;
	const { status, body } = await fetchBody(scrapeUrl(url, infohashes), {
		connect,
		addressFilter,
		ownService,
		maxRedirects: healthLimits.redirects,
		maxBytes: healthLimits.responseBytes,
		tooLong: () => new ScrapeError(scrapeText.tooLong),
		timeoutMs: healthLimits.maxTimeoutMs,
		signal,
	});
	if (status !== 200) throw new ScrapeError(scrapeText.status(status));
	return readScrapeResponse(body, infohashes);
}

/** Returns the address for scrapes, which BEP 48 derives from that for announces. */
export function scrapeUrl(announceUrl: URL, infohashes: readonly string[]): URL {
	const url = new URL(announceUrl);
	const at = url.pathname.lastIndexOf('/') + 1;
	const last = url.pathname.slice(at);
	if (!last.startsWith('announce')) throw new ScrapeError(scrapeText.noScrape);
	url.pathname = `${url.pathname.slice(0, at)}scrape${last.slice('announce'.length)}`;
	url.hash = '';
	const query = infohashes.map((infohash) => `info_hash=${infohash.replace(/../g, '%$&')}`).join('&');
	url.search = `${url.search === '' ? '?' : `${url.search}&`}${query}`;
	return url;
}

/** Reads the counts of torrents. Others in the response are ignored. */
export function readScrapeResponse(bytes: Uint8Array, infohashes: readonly string[]): SwarmCounts {
	let failure: Uint8Array | undefined;
	const counts = new Map<string, SwarmCount>();
	try {
		const reader = new BencodeReader(bytes);
		const whole = reader.valueAt(0);
		if (!reader.isDictionary(whole)) throw new Error('not a dictionary');
		const entries = reader.dictionary(whole);
		failure = reader.string(entries.get('failure reason'));
		const files = entries.get('files');
		if (failure === undefined && (files === undefined || !reader.isDictionary(files)))
			throw new Error('no files');
		if (files !== undefined && failure === undefined) readFiles(reader, files, new Set(infohashes), counts);
	} catch (error) {
		throw new ScrapeError(scrapeText.malformed, { cause: error });
	}
	if (failure) throw new ScrapeError(scrapeText.refused(trackerMessage(failure)));
	return counts;
}

function readFiles(
	reader: BencodeReader,
	files: Span,
	wanted: ReadonlySet<string>,
	counts: Map<string, SwarmCount>,
): void {
	for (const [key, value] of reader.entries(files)) {
		if (!reader.isDictionary(value)) continue;
		const infohash = infohashOf(key);
		if (infohash === undefined || !wanted.has(infohash)) continue;
		const fields = reader.dictionary(value);
		const seeders = reader.integer(fields.get('complete'));
		const leechers = reader.integer(fields.get('incomplete'));
		if (seeders === undefined || leechers === undefined || seeders < 0 || leechers < 0) continue;
		counts.set(infohash, { seeders, leechers });
	}
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
