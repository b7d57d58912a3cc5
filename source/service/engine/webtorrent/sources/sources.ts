import type { Semaphore } from '../../../../concurrency/semaphore.ts';
import type { OwnService } from '../../../http-client/own-service.ts';
import type { EngineDownload, EnginePeer, EngineTracker, MoreSources } from '../../port.ts';
import type { Peers } from '../peer/peers.ts';
import type { Pieces } from '../pieces/pieces.ts';
import { Trackers } from './trackers/trackers.ts';
import { WebSeeds } from './web-seeds/web-seeds.ts';

/** Resources for sources shared by all downloads. */
export interface SourceResources {
	/** The service's own HTTP listener, which no torrent may cause requests to. */
	readonly ownService: OwnService;
	readonly announces: Semaphore;
	/** Whether the settings allow web seeds. */
	readonly webSeeds: boolean;
	/** Limits transfers from web seeds. */
	readonly webSeedTransfers: Semaphore;
	/** Announces a download by local discovery, or ends that. */
	announceLocally(infohash: string, yes: boolean): void;
	/** Registers a 'stopped' announce. Only closing the engine waits for it. */
	waitOnClose(announce: Promise<void>): void;
}

/** Minimum time between announces to the DHT and local discovery on request. */
const MIN_REQUEST_GAP_MS = 5_000;

// Shared, because the status of each download is determined every second.
const NO_COUNTS = { seeds: 0, leechers: 0 };
const NO_TRANSFERS = { active: 0, speed: 0 };

/** URLs in a .torrent or a magnet link. */
interface SourceUrls {
	readonly trackers: readonly string[];
	readonly webSeeds: readonly string[];
}

/** Sources of a download: trackers and local discovery, which find peers, and web seeds, which deliver data. */
export class Sources {
	readonly #infohash: string;
	readonly #resources: SourceResources;
	readonly #peers: Peers;
	readonly #pieces: Pieces;
	/** Trackers that replace those of the .torrent or magnet link; undefined to use those. */
	#trackerUrls: readonly string[] | undefined;
	/** Sources added before `start`. */
	readonly #added: MoreSources[];
	#running: { readonly trackers: Trackers; readonly webSeeds: WebSeeds } | null = null;
	/** Time of the last announce on request, `performance.now()`. */
	#requestedAt = Number.NEGATIVE_INFINITY;
	#stopped = false;

	constructor(
		spec: EngineDownload,
		resources: SourceResources,
		{ peers, pieces }: { peers: Peers; pieces: Pieces },
	) {
		this.#infohash = spec.infohash;
		this.#resources = resources;
		this.#peers = peers;
		this.#pieces = pieces;
		this.#trackerUrls = spec.trackers;
		this.#added = [{ trackers: [], webSeeds: spec.webSeeds ?? [], peers: [] }];
	}

	/** Announces the download, after its peers have joined the swarm. */
	start({ trackers: trackerUrls, webSeeds: webSeedUrls }: SourceUrls): void {
		const { ownService, announces, webSeeds: enabled, webSeedTransfers } = this.#resources;
		const { requests } = this.#pieces;
		const { route, limits } = this.#peers;
		if (!requests) throw new Error('a download cannot be announced before it has joined');
		const announcer = {
			...this.#peers.trackerIdentity,
			infohash: this.#infohash,
			route,
			ownService,
			announces,
			stats: () => ({
				uploaded: this.#peers.swarm?.uploaded ?? 0,
				downloaded: this.downloaded,
				left: this.#pieces.missingBytes,
			}),
			onPeer: (address: string) => this.#peers.swarm?.addPeers([address], 'tracker'),
		};
		const trackers = new Trackers(this.#trackerUrls ?? trackerUrls, announcer);
		const transfers = webSeedTransfers;
		const webSeeds = new WebSeeds(webSeedUrls, { enabled, transfers, requests, limits, route, ownService });
		this.#running = { trackers, webSeeds };
		trackers.start();
		for (const sources of this.#added.splice(0)) this.add(sources);
		this.#resources.announceLocally(this.#infohash, !this.#peers.swarm?.private);
	}

	/** Adds trackers, web seeds and peers, now or at the start. */
	add(sources: MoreSources): void {
		if (!this.#running) this.#added.push(sources);
		if (!this.#running || this.#stopped) return;
		this.#running.trackers.add(sources.trackers);
		this.#running.webSeeds.add(sources.webSeeds);
		this.#peers.swarm?.addPeers(sources.peers, 'manual');
	}

	/** Replaces the trackers, now or at the start. The 'stopped' announces continue in the background. */
	setTrackers(urls: readonly string[]): void {
		if (this.#stopped) return;
		this.#trackerUrls = urls;
		if (this.#running) this.#resources.waitOnClose(this.#running.trackers.replace(urls));
	}

	/** Announces to all trackers, the DHT and local discovery at once, or to one tracker. */
	announce(url: string | null): void {
		if (!this.#running || this.#stopped) return;
		this.#running.trackers.announce(url);
		const { swarm } = this.#peers;
		if (url !== null || swarm?.private || performance.now() - this.#requestedAt < MIN_REQUEST_GAP_MS) return;
		this.#requestedAt = performance.now();
		swarm?.announceToDht();
		this.#resources.announceLocally(this.#infohash, true);
	}

	/** Starts web seeds, after the disk is checked. Private torrents leave local discovery. */
	startTransfer(): void {
		const { metainfo } = this.#pieces;
		if (!metainfo) throw new Error('web seeds cannot start before the disk is checked');
		if (metainfo.private) this.#resources.announceLocally(this.#infohash, false);
		this.#running?.webSeeds.start(metainfo);
	}

	/** Searches for work for web seeds, after the requested pieces changed. */
	resumeWebSeeds(): void {
		this.#running?.webSeeds.resume();
	}

	/** Announces again to trackers that failed, after the route became reachable. */
	retry(): void {
		this.#running?.trackers.retry();
	}

	/** Requests peers from trackers if no connected peer has missing pieces. To be called every second. */
	seekPeers(): void {
		if (!this.#stopped) this.#running?.trackers.seek(this.#peers.swarm?.starving ?? false);
	}

	/** Announces that the torrent was completed. */
	completed(): void {
		this.#running?.trackers.completed();
	}

	/** Status of each tracker and web seed; unchanged ones keep their object. */
	get list(): EngineTracker[] {
		if (!this.#running) return [];
		const trackers = this.#running.trackers.views;
		const webSeeds = this.#running.webSeeds.views;
		return webSeeds.length === 0 ? trackers : [...trackers, ...webSeeds];
	}

	get urls(): SourceUrls {
		const { trackers, webSeeds } = this.#running ?? {};
		return { trackers: trackers?.views.map(({ url }) => url) ?? [], webSeeds: webSeeds?.urls ?? [] };
	}

	/** Largest numbers of seeds and leechers that a tracker reports. */
	get reportedCounts(): { readonly seeds: number; readonly leechers: number } {
		return this.#running?.trackers ?? NO_COUNTS;
	}

	/** Transferring web seeds as entries in the peer list. */
	get webSeedPeers(): EnginePeer[] {
		return this.#running?.webSeeds.peers ?? [];
	}

	/** Number of transferring web seeds, and their speed in bytes per second. */
	get transfers(): { readonly active: number; readonly speed: number } {
		return this.#running?.webSeeds ?? NO_TRANSFERS;
	}

	/** Received bytes of peers and web seeds. */
	get downloaded(): number {
		return (this.#peers.swarm?.downloaded ?? 0) + (this.#running?.webSeeds.downloaded ?? 0);
	}

	/** Stops all sources. The 'stopped' announces continue in the background. */
	stop(): void {
		this.#resources.announceLocally(this.#infohash, false);
		if (!this.#running || this.#stopped) return;
		this.#stopped = true;
		this.#running.webSeeds.stop();
		this.#resources.waitOnClose(this.#running.trackers.stop());
	}
}
