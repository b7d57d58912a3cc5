import { Semaphore } from '../../concurrency/semaphore.ts';
import type { SocksProxy } from '../engine/port.ts';
import { type Connect, connectDirectly } from '../http-client/open-response.ts';
import type { OwnService } from '../http-client/own-service.ts';
import { openProxyConnection } from '../proxies/chain.ts';
import { scrapeHttp } from './http-scrape.ts';
import { healthLimits } from './limits.ts';
import { mayBePublic, publicAddresses } from './public-trackers.ts';
import { ScrapeError, type SwarmCount, type SwarmCounts, scrapeText } from './swarm-count.ts';
import { scrapeUdp } from './udp-scrape.ts';

/** How a torrent reaches its trackers. Empty for direct connections. */
export type TrackerRoute = readonly SocksProxy[];

/** A tracker that is asked. */
export interface AskedTracker {
	readonly url: string;
	readonly route: TrackerRoute;
	/** Whether it must be in the internet. */
	readonly isPublicOnly: boolean;
	readonly timeoutMs: number;
}

interface Waiting {
	readonly infohash: string;
	readonly resolve: (count: SwarmCount | undefined) => void;
	readonly reject: (error: unknown) => void;
}

/** Torrents that wait for the next request to a tracker. */
interface Batch extends AskedTracker {
	readonly waiting: Waiting[];
}

/**
 * Asks trackers, a limited number of them at once. Torrents that wait for the same tracker are asked for in one
 * request.
 */
export class Scraper {
	readonly #ownService: OwnService;
	readonly #signal: AbortSignal;
	readonly #slots = new Semaphore(healthLimits.concurrentRequests);
	/** By tracker and route. */
	readonly #batches = new Map<string, Batch>();

	/** `signal` ends all requests. */
	constructor(ownService: OwnService, signal: AbortSignal) {
		this.#ownService = ownService;
		this.#signal = signal;
	}

	/**
	 * Resolves with a tracker's count of a torrent (40 hexadecimal digits). The time does not include waiting for other
	 * requests.
	 */
	async scrape(tracker: AskedTracker, infohash: string): Promise<SwarmCount> {
		const refusal = refusalOf(tracker);
		if (refusal !== undefined) throw new ScrapeError(refusal);
		const count =
			(await this.#enqueue(tracker, infohash)) ??
			// Some trackers answer for one torrent of each request.
			(await this.#request(tracker, [infohash])).get(infohash);
		if (!count) throw new ScrapeError(scrapeText.unknownTorrent);
		return count;
	}

	/** Resolves with undefined if the request was for several torrents, and the response has others of them only. */
	#enqueue(tracker: AskedTracker, infohash: string): Promise<SwarmCount | undefined> {
		return new Promise((resolve, reject) => {
			const { url, route, isPublicOnly } = tracker;
			const key = JSON.stringify([url, route, isPublicOnly]);
			const batch = this.#batches.get(key);
			const entry = { infohash, resolve, reject };
			if (batch && batch.waiting.length < healthLimits.torrentsPerRequest) {
				batch.waiting.push(entry);
				return;
			}
			const created: Batch = { ...tracker, waiting: [entry] };
			this.#batches.set(key, created);
			// Requests of the same moment are one.
			setImmediate(() => void this.#send(key, created));
		});
	}

	async #send(key: string, batch: Batch): Promise<void> {
		const { waiting } = batch;
		try {
			const counts = await this.#slots.run(() => {
				if (this.#batches.get(key) === batch) this.#batches.delete(key);
				return this.#exchange(batch, [...new Set(waiting.map(({ infohash }) => infohash))]);
			}, this.#signal);
			for (const { infohash, resolve, reject } of waiting) {
				const count = counts.get(infohash);
				if (count || waiting.length > 1) resolve(count);
				else reject(new ScrapeError(scrapeText.unknownTorrent));
			}
		} catch (error) {
			if (this.#batches.get(key) === batch) this.#batches.delete(key);
			for (const { reject } of waiting) reject(error);
		}
	}

	#request(tracker: AskedTracker, infohashes: readonly string[]): Promise<SwarmCounts> {
		return this.#slots.run(() => this.#exchange(tracker, infohashes), this.#signal);
	}

	async #exchange(
		{ url, route, isPublicOnly, timeoutMs }: AskedTracker,
		infohashes: readonly string[],
	): Promise<SwarmCounts> {
		const parsed = new URL(url);
		const timeout = AbortSignal.timeout(timeoutMs);
		const signal = AbortSignal.any([this.#signal, timeout]);
		const addressFilter = isPublicOnly ? publicAddresses : undefined;
		try {
			if (parsed.protocol === 'udp:') return await scrapeUdp(parsed, infohashes, signal, addressFilter);
			const ownService = this.#ownService;
			const connect = connector(route);
			return await scrapeHttp({ url: parsed, infohashes, connect, addressFilter, ownService, signal });
		} catch (error) {
			if (timeout.aborted && !this.#signal.aborted) throw new ScrapeError(scrapeText.noResponse);
			throw error;
		}
	}
}

/** Returns why a tracker is not asked; undefined if it can be. */
function refusalOf({ url, route, isPublicOnly }: AskedTracker): string | undefined {
	if (isPublicOnly && route.length > 0 && !mayBePublic(new URL(url))) return scrapeText.notPublic;
	if (/^https?:/i.test(url)) return undefined;
	if (!/^udp:/i.test(url)) return scrapeText.webOnly;
	return route.length > 0 ? scrapeText.noHops : undefined;
}

function connector(route: TrackerRoute): Connect {
	return route.length === 0 ? connectDirectly : (destination) => openProxyConnection(route, destination);
}
