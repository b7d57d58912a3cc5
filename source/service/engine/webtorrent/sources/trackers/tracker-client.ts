import { Client } from 'bittorrent-tracker';
import type { Route } from '../../../../proxies/route.ts';
import type { EngineTracker } from '../../../port.ts';
import type { Announcer } from './announcer.ts';
import { HttpTracker } from './http-tracker.ts';
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
/** Time after which a silent tracker counts as failed. */
const RESPONSE_TIMEOUT_MS = 20_000;
/** Minimum time between announces on request. */
const MIN_REQUEST_GAP_MS = 5_000;
/** Time for a tracker to accept the 'stopped' announce. */
const STOPPED_TIMEOUT_MS = 1500;

type Event = 'start' | 'update' | 'complete' | 'stop';

/**
 * One tracker of one download: announces and keeps the response. Does not use the library's timers, which accept
 * any interval.
 */
export class TrackerClient {
	readonly #announcer: Announcer;
	readonly #client: Client | HttpTracker | null;
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
	/** Number of peers in the last response. */
	#returned = 0;

	constructor(url: string, announcer: Announcer) {
		this.#announcer = announcer;
		const error = reasonUnused(url, announcer.route);
		this.#view = { url, status: error === '' ? 'Not contacted yet' : 'Disabled', peers: 0, error };
		this.#client = error === '' ? this.#createClient(url) : null;
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
		void this.#announce('start');
	}

	/** Announces at once, unless the tracker was contacted in the last seconds or is being contacted. */
	announceNow(): void {
		if (this.#announcing || this.#abort.signal.aborted) return;
		if (performance.now() - this.#contactedAt < MIN_REQUEST_GAP_MS) return;
		void this.#announce(this.#isAnnounced ? 'update' : 'start');
	}

	/** Announces at once if the last announce failed, because a change may help. */
	retry(): void {
		if (this.#failures === 0 || this.#abort.signal.aborted) return;
		this.#failures = 0;
		void this.#announce(this.#isAnnounced ? 'update' : 'start');
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
		void this.#announce('update');
	}

	/** Announces that the torrent was completed. */
	completed(): void {
		if (this.#isAnnounced) void this.#announce('complete');
	}

	/** Announces 'stopped' if the tracker knows us. Resolves when it responds, or after a timeout. */
	async stop(): Promise<void> {
		clearTimeout(this.#timer);
		this.#abort.abort(new Error('the download was stopped'));
		if (!this.#client) return;
		if (this.#isAnnounced) {
			const abort = new AbortController();
			const { signal } = abort;
			const timer = setTimeout(() => abort.abort(), STOPPED_TIMEOUT_MS);
			await this.#announcer.announces
				.run(() => this.#exchange('stop', STOPPED_TIMEOUT_MS), signal)
				.catch(ignoreAbort(signal));
			clearTimeout(timer);
		}
		this.#client.removeAllListeners('update').removeAllListeners('peer');
		this.#client.destroy();
	}

	#createClient(url: string): Client | HttpTracker {
		const { infohash, peerId, port } = this.#announcer;
		const client = /^http/i.test(url)
			? new HttpTracker(url, this.#announcer)
			: new Client({
					infoHash: infohash,
					peerId,
					announce: [url],
					port,
					wrtc: false,
					getAnnounceOpts: () => this.#announcer.stats(),
				});
		client.on('peer', (address: unknown) => {
			if (typeof address !== 'string' || this.#abort.signal.aborted) return;
			this.#returned++;
			this.#announcer.onPeer(address);
		});
		client.on('update', (answer: Record<string, unknown>) => this.#onAnswer(answer));
		client.on('warning', (error: unknown) => this.#onFailure(announceFailure(error)));
		client.on('error', (error: unknown) => this.#onFailure(announceFailure(error)));
		return client;
	}

	async #announce(event: Event): Promise<void> {
		clearTimeout(this.#timer);
		const { signal } = this.#abort;
		this.#announcing = true;
		this.#contactedAt = performance.now();
		await this.#announcer.announces
			.run(() => this.#exchange(event, RESPONSE_TIMEOUT_MS), signal)
			.catch(ignoreAbort(signal));
		this.#announcing = false;
		if (signal.aborted) return;
		const seconds =
			this.#failures === 0 ? this.#interval : Math.min(FIRST_RETRY_S * 2 ** this.#failures, MAX_RETRY_S);
		clearTimeout(this.#timer);
		this.#timer = setTimeout(
			() => void this.#announce(this.#isAnnounced ? 'update' : 'start'),
			seconds * 1000,
		);
		this.#timer.unref();
	}

	/** Sends one announce. Resolves on response, failure, or after `timeout` milliseconds. */
	#exchange(event: Event, timeout: number): Promise<void> {
		const client = this.#client;
		if (!client) return Promise.resolve();
		return new Promise((resolve) => {
			const timer = setTimeout(() => {
				if (event !== 'stop') this.#onFailure('the tracker did not answer in time');
				end();
			}, timeout);
			const end = (): void => {
				clearTimeout(timer);
				for (const name of ['update', 'warning', 'error']) client.removeListener(name, end);
				// Disables the library's own timer.
				client.setInterval(0);
				resolve();
			};
			for (const name of ['update', 'warning', 'error']) client.once(name, end);
			client[event]();
		});
	}

	#onAnswer(answer: Record<string, unknown>): void {
		this.#failures = 0;
		this.#isAnnounced = true;
		this.#answeredAt = performance.now();
		this.#seeds = amount(answer.complete);
		this.#leechers = amount(answer.incomplete);
		const seconds = amount(answer.interval) || DEFAULT_INTERVAL_S;
		this.#interval = clampInterval(seconds);
		this.#minInterval = clampInterval(amount(answer.minInterval));
		this.#returned = 0;
		// The library emits the peers of a response one by one, right after it.
		queueMicrotask(() => {
			this.#view = { url: this.#view.url, status: 'Working', peers: this.#returned, error: '' };
		});
	}

	#onFailure(error: string): void {
		this.#failures++;
		this.#view = { ...this.#view, status: 'Not working', error };
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

/** Returns a handler that ignores rejections caused by aborting `signal`, and throws all others. */
function ignoreAbort(signal: AbortSignal): (error: unknown) => void {
	return (error) => {
		if (!signal.aborted) throw error;
	};
}

function amount(value: unknown): number {
	return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
