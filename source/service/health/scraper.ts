import { setImmediate as nextTurn } from 'node:timers/promises';
import { Semaphore } from '../../concurrency/semaphore.ts';
import { scopeOfHost } from '../connections/network.ts';
import type { AddressFilter } from '../http-client/address-filter.ts';
import { type Connect, connectDirectly } from '../http-client/open-response.ts';
import type { OwnService } from '../http-client/own-service.ts';
import { openProxyConnection } from '../proxies/chain.ts';
import type { SocksProxy } from '../proxies/socks-proxy.ts';
import { type SwarmCount, type SwarmCounts, scrape } from '../trackers/scrape.ts';
import { TrackerError } from '../trackers/tracker-error.ts';
import { healthLimits } from './limits.ts';
import { trackerText } from './tracker-text.ts';

/** Names of this machine, or of its network. */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|lan|internal|home\.arpa)$/i;

/**
 * Returns the addresses in the internet. Trackers that other services or feeds name must not cause requests to this
 * machine or its network.
 */
const publicAddresses: AddressFilter = (addresses) => {
	const allowed = addresses.filter((address) => scopeOfHost(address) === 'public');
	if (allowed.length === 0) throw new TrackerError(trackerText.notPublic);
	return allowed;
};

/**
 * Whether the host of an HTTP tracker may be in the internet, without resolving its name. For trackers behind proxies,
 * which resolve it.
 */
export function mayBePublic({ hostname }: URL): boolean {
	const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
	const scope = scopeOfHost(host);
	if (scope !== undefined) return scope === 'public';
	// Addresses of no machine, and names of a network.
	return host.includes('.') && !/^[\d.]+$|:/.test(host) && !LOCAL_NAME.test(host);
}

/** How a torrent reaches its trackers. Empty for direct connections. */
export type TrackerRoute = readonly SocksProxy[];

/** A tracker that is asked. */
interface AskedTracker {
	readonly url: string;
	readonly route: TrackerRoute;
	/** Whether it must be in the internet. */
	readonly isPublicOnly: boolean;
	readonly timeoutMs: number;
}

/** A request to a tracker, which torrents may join until it is sent. */
interface Batch {
	readonly infohashes: Set<string>;
	readonly counts: Promise<SwarmCounts>;
}

/**
 * Asks trackers, a limited number of them at once. Torrents that wait for the same tracker are asked for in one
 * request.
 */
export class Scraper {
	readonly #ownService: OwnService;
	readonly #signal: AbortSignal;
	readonly #slots = new Semaphore(healthLimits.concurrentRequests);
	/** Requests that are not sent yet, by tracker and route. */
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
		if (refusal !== undefined) throw new TrackerError(refusal);
		const { infohashes, counts } = this.#join(tracker, infohash);
		let count = (await counts).get(infohash);
		// Some trackers answer for one torrent of each request.
		if (!count && infohashes.size > 1)
			count = (await this.#request(tracker, new Set([infohash]), () => {})).get(infohash);
		if (!count) throw new TrackerError(trackerText.unknownTorrent);
		return count;
	}

	#join(tracker: AskedTracker, infohash: string): Batch {
		const { url, route, isPublicOnly } = tracker;
		const key = JSON.stringify([url, route, isPublicOnly]);
		const open = this.#batches.get(key);
		if (open && open.infohashes.size < healthLimits.torrentsPerRequest) {
			open.infohashes.add(infohash);
			return open;
		}
		const infohashes = new Set([infohash]);
		const close = (): void => {
			if (this.#batches.get(key)?.infohashes === infohashes) this.#batches.delete(key);
		};
		// Requests of the same moment are one.
		const counts = nextTurn()
			.then(() => this.#request(tracker, infohashes, close))
			.finally(close);
		const batch = { infohashes, counts };
		this.#batches.set(key, batch);
		return batch;
	}

	/** Sends a request when a slot is free. Calls `onSend` before. */
	#request(
		{ url, route, isPublicOnly, timeoutMs }: AskedTracker,
		infohashes: ReadonlySet<string>,
		onSend: () => void,
	): Promise<SwarmCounts> {
		return this.#slots.run(() => {
			onSend();
			return scrape(new URL(url), [...infohashes], {
				connect: connector(route),
				addressFilter: isPublicOnly ? publicAddresses : undefined,
				ownService: this.#ownService,
				signal: this.#signal,
				timeoutMs,
			});
		}, this.#signal);
	}
}

/** Returns why a tracker is not asked; undefined if it can be. */
function refusalOf({ url, route, isPublicOnly }: AskedTracker): string | undefined {
	if (isPublicOnly && route.length > 0 && !mayBePublic(new URL(url))) return trackerText.notPublic;
	if (/^https?:/i.test(url)) return undefined;
	if (!/^udp:/i.test(url)) return trackerText.webOnly;
	return route.length > 0 ? trackerText.noHops : undefined;
}

function connector(route: TrackerRoute): Connect {
	return route.length === 0 ? connectDirectly : (destination) => openProxyConnection(route, destination);
}
