import { reasonOf } from '../http/http-error.ts';
import { ResponseTimeoutError } from '../http-client/fetch-body.ts';
import { TrackerError } from '../trackers/tracker-error.ts';
import { healthLimits } from './limits.ts';
import type { Scraper, TrackerRoute } from './scraper.ts';
import { trackerText } from './tracker-text.ts';

/** Name of the DHT in answers and events. */
export const DHT = 'DHT';

/** Result of one tracker, or of the DHT. `seeders` is unknown if the DHT has no estimate. */
export type TrackerReport =
	| { readonly seeders?: number; readonly leechers: number }
	| { readonly error: string };

export interface CheckedTrackers {
	/** Announce URLs. */
	readonly trackers: readonly string[];
	/** Those that must be in the internet. */
	readonly publicOnly: ReadonlySet<string>;
}

interface CheckOptions {
	/** 40 or 64 lower-case hexadecimal digits. */
	readonly infohash: string;
	readonly route: TrackerRoute;
	readonly scraper: Scraper;
	/** Asks the DHT. Null for a torrent that must not use it. */
	readonly askDht: ((infohash: string, timeoutMs: number) => Promise<TrackerReport>) | null;
	readonly timeoutMs: number;
	/** Called with each result. `remaining`: number of those without one. */
	readonly onReport: (tracker: string, report: TrackerReport, remaining: number) => void;
}

/** One check of a swarm: asks all its trackers and the DHT, and ends in time. */
export class HealthCheck {
	readonly #options: CheckOptions;
	/** Infohash for trackers and the DHT: 20 bytes, also of a torrent of version 2 (BEP 52). */
	readonly #infohash: string;
	readonly #deadline: number;
	readonly #reports = new Map<string, TrackerReport>();
	readonly #open = new Set<string>();
	/** Resolves with the results by tracker. */
	readonly finished: Promise<ReadonlyMap<string, TrackerReport>>;
	#finish: () => void = () => {};
	readonly #timer: NodeJS.Timeout;

	constructor(options: CheckOptions, trackers: CheckedTrackers) {
		const { infohash, timeoutMs, askDht } = options;
		this.#options = options;
		this.#infohash = infohash.slice(0, 40);
		this.#deadline = performance.now() + timeoutMs;
		this.finished = new Promise((resolve) => {
			this.#finish = () => {
				clearTimeout(this.#timer);
				resolve(this.#reports);
			};
		});
		this.#timer = setTimeout(() => this.#expire(), timeoutMs).unref();
		// All are open before the first result, so that it does not end the check.
		if (askDht) this.#open.add(DHT);
		this.add(trackers);
		if (askDht) {
			// A part of the time is for the messages between the processes.
			askDht(this.#infohash, Math.max(timeoutMs - 250, 500)).then(
				(report) => this.#report(DHT, report),
				(error: unknown) => this.#report(DHT, { error: failureOf(error) }),
			);
		}
		if (this.#open.size === 0) this.#finish();
	}

	/** Asks trackers that this check does not have yet. Ignores those beyond the limit. */
	add({ trackers, publicOnly }: CheckedTrackers): void {
		const known = (url: string) =>
			this.#open.has(url) || isUsable(this.#reports.get(url), publicOnly.has(url));
		const free = healthLimits.trackers - this.#open.size - this.#reports.size;
		const added = [...new Set(trackers)].filter((url) => !known(url)).slice(0, Math.max(free, 0));
		const left = this.#deadline - performance.now();
		// Silent trackers must not use up the time of those that wait for them.
		const rounds = Math.ceil(added.length / healthLimits.concurrentRequests);
		const timeoutMs = Math.max(
			left / Math.max(rounds, 1) - 100,
			Math.min(left, healthLimits.minTrackerTimeoutMs),
		);
		for (const url of added) this.#open.add(url);
		const { scraper, route } = this.#options;
		for (const url of added) {
			const isPublicOnly = publicOnly.has(url);
			const tracker = { url, route, isPublicOnly, timeoutMs: Math.max(Math.round(timeoutMs), 1) };
			scraper.scrape(tracker, this.#infohash).then(
				(report) => this.#report(url, report),
				(error: unknown) => this.#report(url, { error: failureOf(error) }),
			);
		}
	}

	#report(tracker: string, report: TrackerReport): void {
		if (!this.#open.delete(tracker)) return;
		this.#reports.set(tracker, report);
		this.#options.onReport(tracker, report, this.#open.size);
		if (this.#open.size === 0) this.#finish();
	}

	#expire(): void {
		for (const tracker of this.#open) this.#report(tracker, { error: trackerText.noResponse });
	}
}

/** Whether a result is that of a tracker, which may be named by another source than before. */
export function isUsable(report: TrackerReport | undefined, isPublicOnly: boolean): boolean {
	if (!report) return false;
	return isPublicOnly || !('error' in report) || report.error !== trackerText.notPublic;
}

function failureOf(error: unknown): string {
	if (error instanceof TrackerError) return error.message;
	if (error instanceof ResponseTimeoutError) return trackerText.noResponse;
	return trackerText.failed(reasonOf(error));
}
