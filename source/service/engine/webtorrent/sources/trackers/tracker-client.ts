import { connectDirectly } from '../../../../http-client/open-response.ts';
import type { Route } from '../../../../proxies/route.ts';
import type { Destination } from '../../../../proxies/socks5.ts';
import { type Announcement, type AnnounceResponse, announce } from '../../../../trackers/announce.ts';
import type { EngineTracker } from '../../../port.ts';
import type { Announcer } from './announcer.ts';
import { announceFailure } from './tracker-error.ts';

/** Bounds and default of the announce interval, in seconds. */
const MIN_INTERVAL_S = 60;
const MAX_INTERVAL_S = 24 * 60 * 60;
const DEFAULT_INTERVAL_S = 30 * 60;
/** Maximum doublings of the interval for a download without peers. */
const MAX_SEEK_DOUBLINGS = 10;
/** Seconds to the first retry after a failure. Doubles with each. */
const FIRST_RETRY_S = 15;
const MAX_RETRY_S = 30 * 60;
/** Time for an announce: lookup, connection, redirects and response. */
const ANNOUNCE_TIMEOUT_MS = 18_000;
/** Minimum time between announces on request. */
const MIN_REQUEST_GAP_MS = 5_000;
/** Time for a tracker to accept the 'stopped' announce. */
const STOPPED_TIMEOUT_MS = 1500;

/** One tracker of one download: announces and keeps the response. */
export class TrackerClient {
	readonly #announcer: Announcer;
	readonly #abort = new AbortController();
	#view: EngineTracker;
	#timer: NodeJS.Timeout | undefined;
	#failures = 0;
	#interval = DEFAULT_INTERVAL_S;
	/** Minimum seconds between announces, as the tracker requests. */
	#minInterval = MIN_INTERVAL_S;
	/** Announces since the download lacks peers. */
	#seeks = 0;
	/** Time of the last response, `performance.now()`. */
	#answeredAt = 0;
	/** Time of the last announce, `performance.now()`. */
	#contactedAt = Number.NEGATIVE_INFINITY;
	#announcing = false;
	/** Whether the tracker has accepted an announce. */
	#isAnnounced = false;
	#seeds = 0;
	#leechers = 0;
	#trackerId = '';

	constructor(url: string, announcer: Announcer) {
		this.#announcer = announcer;
		const error = reasonUnused(url, announcer.route);
		this.#view = { url, status: error === '' ? 'Not contacted yet' : 'Disabled', peers: 0, error };
	}

	/** Replaced by a new object on every change. */
	get view(): EngineTracker {
		return this.#view;
	}

	get seeds(): number {
		return this.#seeds;
	}

	get leechers(): number {
		return this.#leechers;
	}

	/** Announces now, and then at the tracker's interval. */
	start(): void {
		void this.#announce('started');
	}

	/** Announces at once, unless the tracker was contacted in the last seconds or is being contacted. */
	announceNow(): void {
		if (this.#announcing || this.#abort.signal.aborted) return;
		if (performance.now() - this.#contactedAt < MIN_REQUEST_GAP_MS) return;
		void this.#announce(this.#isAnnounced ? undefined : 'started');
	}

	/** Announces at once if the last announce failed, because a change may help. */
	retry(): void {
		if (this.#failures === 0 || this.#abort.signal.aborted) return;
		this.#failures = 0;
		void this.#announce(this.#isAnnounced ? undefined : 'started');
	}

	/**
	 * Announces early while the download is `starving`: after the minimum interval, twice that, and so on. To be
	 * called every second.
	 */
	seek(starving: boolean): void {
		if (!starving) this.#seeks = 0;
		if (!starving || !this.#isAnnounced || this.#announcing || this.#failures > 0) return;
		const wait = this.#minInterval * 2 ** Math.min(this.#seeks, MAX_SEEK_DOUBLINGS);
		if (wait >= this.#interval || performance.now() - this.#answeredAt < wait * 1000) return;
		this.#seeks++;
		void this.#announce(undefined);
	}

	/** Announces that the torrent was completed. */
	completed(): void {
		if (this.#isAnnounced) void this.#announce('completed');
	}

	/** Announces 'stopped' if the tracker knows us. Resolves when it responds, or after a timeout. */
	async stop(): Promise<void> {
		clearTimeout(this.#timer);
		this.#abort.abort(new Error('the download was stopped'));
		if (!this.#isAnnounced) return;
		const { signal } = new AbortController();
		await this.#announcer.announces
			.run(() => this.#send('stopped', STOPPED_TIMEOUT_MS, signal), AbortSignal.timeout(STOPPED_TIMEOUT_MS))
			.catch(() => {});
	}

	async #announce(event: Announcement['event']): Promise<void> {
		if (this.#view.status === 'Disabled') return;
		clearTimeout(this.#timer);
		const { signal } = this.#abort;
		this.#announcing = true;
		this.#contactedAt = performance.now();
		const outcome = await this.#announcer.announces
			.run(() => this.#send(event, ANNOUNCE_TIMEOUT_MS, signal), signal)
			.catch((error: unknown) => announceFailure(error));
		this.#announcing = false;
		if (signal.aborted) return;
		if (typeof outcome === 'string') {
			this.#failures++;
			this.#view = { ...this.#view, status: 'Not working', error: outcome };
		} else this.#onResponse(outcome);
		const seconds =
			this.#failures === 0 ? this.#interval : Math.min(FIRST_RETRY_S * 2 ** this.#failures, MAX_RETRY_S);
		clearTimeout(this.#timer);
		this.#timer = setTimeout(
			() => void this.#announce(this.#isAnnounced ? undefined : 'started'),
			seconds * 1000,
		);
		this.#timer.unref();
	}

	#send(event: Announcement['event'], timeoutMs: number, signal: AbortSignal): Promise<AnnounceResponse> {
		const { infohash, peerId, port, route, ownService } = this.#announcer;
		const trackerId = this.#trackerId;
		const announcement = { infohash, peerId, port, ...this.#announcer.stats(), event, trackerId };
		const connect = route ? (destination: Destination) => route.open(destination) : connectDirectly;
		return announce(this.#view.url, announcement, { connect, ownService, timeoutMs, signal });
	}

	#onResponse({ complete, incomplete, interval, minInterval, trackerId, peers }: AnnounceResponse): void {
		this.#failures = 0;
		this.#isAnnounced = true;
		this.#answeredAt = performance.now();
		this.#seeds = amount(complete);
		this.#leechers = amount(incomplete);
		this.#interval = clampInterval(amount(interval) || DEFAULT_INTERVAL_S);
		this.#minInterval = clampInterval(amount(minInterval));
		if (trackerId !== '') this.#trackerId = trackerId;
		for (const peer of peers) this.#announcer.onPeer(peer);
		this.#view = { url: this.#view.url, status: 'Working', peers: peers.length, error: '' };
	}
}

/** Returns a tracker's interval in seconds, within our bounds. */
function clampInterval(seconds: number): number {
	return Math.min(Math.max(seconds, MIN_INTERVAL_S), MAX_INTERVAL_S);
}

/** Returns why a tracker is not used; empty if it is. */
function reasonUnused(url: string, route: Route | null): string {
	if (/^https?:/i.test(url)) return '';
	if (!/^udp:/i.test(url)) return 'this kind of tracker serves web browsers only';
	return route ? 'UDP does not pass through the proxies of a download with hops' : '';
}

function amount(value: number | undefined): number {
	return Math.max(value ?? 0, 0);
}
