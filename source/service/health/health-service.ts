import { newTrackers, trackerList } from '../../metainfo/tracker-list.ts';
import { isInfohash } from '../../protocol/infohash.ts';
import type { KnownHealth } from '../channels/channel-registry.ts';
import type { Emit } from '../core/emit.ts';
import { type DhtEngine, dhtText } from '../engine/dht-port.ts';
import { clip, invalidParameter } from '../http/http-error.ts';
import type { OwnService } from '../http-client/own-service.ts';
import type { Log } from '../log/log.ts';
import type { SocksProxy } from '../proxies/socks-proxy.ts';
import { TrackerError } from '../trackers/tracker-error.ts';
import type { BegunCheck, ChannelTrackers, HealthRequest, TorrentSources } from './health.ts';
import { type CheckedTrackers, HealthCheck, type TrackerReport } from './health-check.ts';
import { healthLimits } from './limits.ts';
import { ResultCache } from './result-cache.ts';
import { Scraper } from './scraper.ts';
import { trackerText } from './tracker-text.ts';

export const healthText = {
	malformedInfohash: (infohash: string) =>
		`${clip(infohash)} is no infohash: it has 40 or 64 hexadecimal digits.`,
	tooManyTrackers: `A request names at most ${healthLimits.requestTrackers} trackers.`,
	malformedTracker: (url: string) => `${clip(url)} is no announce URL.`,
} as const;

export interface HealthServiceOptions {
	/** Returns the sources of a download; undefined if there is none. */
	readonly download: (infohash: string) => Promise<TorrentSources | undefined>;
	readonly channelTrackers: (infohash: string) => Promise<ChannelTrackers>;
	/** Returns the proxies of a number of hops. Throws if there are fewer. */
	readonly route: (hops: number) => readonly SocksProxy[];
	readonly engine: Pick<DhtEngine, 'dhtHealth'>;
	readonly ownService: OwnService;
	readonly emit: Emit;
	readonly log: Log;
}

interface CheckSources extends TorrentSources, CheckedTrackers {}

/** Checks swarms, one check of an infohash at a time, and remembers the results. */
export class HealthService {
	readonly #options: HealthServiceOptions;
	readonly #abort = new AbortController();
	readonly #scraper: Scraper;
	readonly #results = new ResultCache();
	/** Running checks by infohash. */
	readonly #running = new Map<string, HealthCheck>();

	constructor(options: HealthServiceOptions) {
		this.#options = options;
		this.#scraper = new Scraper(options.ownService, this.#abort.signal);
	}

	/** Sizes of swarms by the last checks. */
	readonly known: KnownHealth = (infohash) => this.#results.known(infohash.toLowerCase());

	/**
	 * Begins to check a swarm, or joins its running check. Events report each result, and the end. Throws an HttpError
	 * for a malformed infohash or tracker.
	 */
	async check(request: HealthRequest): Promise<BegunCheck> {
		const infohash = request.infohash.toLowerCase();
		if (!isInfohash(infohash)) throw invalidParameter(healthText.malformedInfohash(request.infohash));
		const requested = readTrackers(request.trackers);
		const sources = await this.#sources(infohash, requested);
		this.#abort.signal.throwIfAborted();
		const running = this.#running.get(infohash);
		if (running) {
			running.add(sources);
			return running;
		}
		const recent = request.refresh ? undefined : this.#results.recent(infohash, sources);
		if (recent) {
			this.#repeat(infohash, recent);
			return { finished: Promise.resolve(recent) };
		}
		const { defaultTimeoutMs, maxTimeoutMs } = healthLimits;
		const { timeoutSeconds } = request;
		const timeoutMs =
			timeoutSeconds === undefined ? defaultTimeoutMs : Math.min(timeoutSeconds * 1000, maxTimeoutMs);
		return { finished: this.#start(infohash, sources, timeoutMs) };
	}

	/** Ends all checks. Results of the past stay known. */
	close(): void {
		this.#abort.abort(new Error(trackerText.closed));
	}

	async #sources(infohash: string, requested: readonly string[]): Promise<CheckSources> {
		const download = await this.#options.download(infohash);
		if (download?.isPrivate) return { ...download, publicOnly: new Set() };
		const channels = await this.#options.channelTrackers(infohash);
		const own = [...(download?.trackers ?? []), ...channels.own];
		// Those of the request are first, because the number is limited.
		const trackers = trackerList([...requested, ...own, ...newTrackers(own, channels.others)]);
		const trusted = new Set([...requested, ...own]);
		return {
			trackers: trackers.slice(0, healthLimits.trackers),
			publicOnly: new Set(channels.others.filter((url) => !trusted.has(url))),
			isPrivate: false,
			hops: download?.hops ?? 0,
		};
	}

	#start(
		infohash: string,
		sources: CheckSources,
		timeoutMs: number,
	): Promise<ReadonlyMap<string, TrackerReport>> {
		const { isPrivate, hops } = sources;
		const route = this.#options.route(hops);
		const check = new HealthCheck(
			{
				infohash,
				route,
				scraper: this.#scraper,
				askDht: isPrivate ? null : hops > 0 ? noHops : (short, ms) => this.#askDht(short, ms),
				timeoutMs,
				onReport: (tracker, report, remaining) => this.#emitReport(infohash, tracker, report, remaining),
			},
			sources,
		);
		this.#running.set(infohash, check);
		return check.finished.then((reports) => {
			this.#running.delete(infohash);
			if (this.#abort.signal.aborted) return reports;
			this.#results.add(infohash, reports);
			this.#emitEnd(infohash, reports);
			return reports;
		});
	}

	async #askDht(infohash: string, timeoutMs: number): Promise<TrackerReport> {
		const { seeders, leechers, peers } = await this.#options.engine
			.dhtHealth(infohash, timeoutMs)
			.catch((error: unknown) => {
				// Only the message comes through the channel to the engine.
				const known = Object.values<string>(dhtText).find((text) => text === messageOf(error));
				throw known === undefined ? error : new TrackerError(known);
			});
		// Peers include seeders, whose number is unknown then.
		return seeders === null || leechers === null ? { leechers: peers } : { seeders, leechers };
	}

	/** Emits recent results for a request that takes them from the events. */
	#repeat(infohash: string, reports: ReadonlyMap<string, TrackerReport>): void {
		let remaining = reports.size;
		for (const [tracker, report] of reports) this.#emitReport(infohash, tracker, report, --remaining);
		this.#emitEnd(infohash, reports);
	}

	#emitReport(infohash: string, tracker: string, report: TrackerReport, remaining: number): void {
		if (this.#abort.signal.aborted) return;
		this.#options.emit('torrent_health_progress', { infohash, tracker, ...report, remaining });
	}

	#emitEnd(infohash: string, reports: ReadonlyMap<string, TrackerReport>): void {
		const known = this.#results.known(infohash);
		// If all failed, the last known numbers are of an earlier check, or absent.
		this.#options.emit('torrent_health_updated', {
			infohash,
			...(known && {
				num_seeders: known.seeders,
				num_leechers: known.leechers,
				last_tracker_check: known.checked,
			}),
		});
		const failed = [...reports].filter(([, report]) => 'error' in report).length;
		this.#options.log('debug', `health: ${infohash}: ${reports.size - failed} of ${reports.size} reported`);
	}
}

/** Reads the trackers of a request. Throws an HttpError for a malformed one, or too many. */
function readTrackers(urls: readonly string[]): readonly string[] {
	if (urls.length > healthLimits.requestTrackers) throw invalidParameter(healthText.tooManyTrackers);
	const usable = trackerList(urls);
	const bad = urls.find((url) => !usable.includes(url));
	if (bad !== undefined) throw invalidParameter(healthText.malformedTracker(bad));
	return usable;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

async function noHops(): Promise<TrackerReport> {
	return { error: trackerText.noHops };
}
