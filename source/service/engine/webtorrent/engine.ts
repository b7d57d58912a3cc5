import type WebTorrent from 'webtorrent';
import { shareOfOpenFiles } from '../../../concurrency/open-files.ts';
import { Semaphore } from '../../../concurrency/semaphore.ts';
import { sharesBesides } from '../../connections/network.ts';
import { OwnService } from '../../http-client/own-service.ts';
import type { Log } from '../../log/log.ts';
import { MountPoints } from '../../storage/mount-points.ts';
import { PathGuard } from '../../storage/path-guard.ts';
import type {
	ClaimAnswer,
	Engine,
	EngineDownload,
	EngineMessage,
	EngineOptions,
	EnginePeer,
	EngineRoute,
	EngineValues,
	MoreSources,
	PieceOrder,
} from '../port.ts';
import { listeningClient, MAX_CONNECTIONS } from './client.ts';
import { DhtHost } from './dht/dht-host.ts';
import { DiskRounds } from './disk/disk-rounds.ts';
import { DiskWorkers } from './disk/disk-workers.ts';
import { FilePool } from './disk/file-pool.ts';
import { Download } from './download/download.ts';
import { Publisher } from './download/publisher.ts';
import type { RunningDownload } from './download/running-download.ts';
import type { EngineContext } from './engine-context.ts';
import { OverlayHost } from './overlay/overlay-host.ts';
import { Dialer, retryDelay } from './peer/dialer.ts';
import { MAX_INCOMING } from './peer/incoming-peers.ts';
import { SharedLimits } from './peer/limits.ts';
import { OffenseLog } from './peer/offense-log.ts';
import { hookConnections } from './peer/peer-hooks.ts';
import { RouteLeases } from './peer/route-leases.ts';
import { downloadCounters, processCounters } from './session-counters.ts';
import { LocalDiscovery } from './sources/local-discovery.ts';
import { MAX_PAUSED_TRANSFERS, MAX_TRANSFERS_OF_ALL } from './sources/web-seeds/web-seeds.ts';

/** Failure of a call for a download without an instance. */
export const NOT_RUNNING = 'the download does not run';

/** Maximum number of open files. Connections and the program need the rest. */
const MAX_OPEN_FILES = shareOfOpenFiles(128, 1 / 4);
/** Maximum number of downloads whose files are examined at once. */
const MAX_SMALL_READS = 4;
/** Maximum number of concurrent announces. */
const MAX_ANNOUNCES = 16;
/** Maximum number of concurrent large hash checks. */
const MAX_CHECKS = 1;

interface WebTorrentEngineOptions extends EngineOptions {
	readonly log: Log;
}

/** State between start and close. */
interface Running {
	readonly client: WebTorrent;
	readonly context: EngineContext;
	readonly local: LocalDiscovery | null;
	readonly rounds: DiskRounds;
}

/** Engine based on the webtorrent library, in this process. */
export class WebTorrentEngine implements Engine {
	readonly #options: WebTorrentEngineOptions;
	readonly #listeners = new Set<(message: EngineMessage) => void>();
	readonly #downloads = new Map<string, Download>();
	readonly #stoppedAnnounces = new Set<Promise<void>>();
	/** Connections between services, on the port of the peers. */
	readonly overlay = new OverlayHost(() => {
		const { client, local } = this.#requireRunning();
		const { log, hostsWithoutShare } = this.#options;
		return { client, local, log, shareOf: sharesBesides(hostsWithoutShare ?? []) };
	});
	readonly dht = new DhtHost(() => this.#requireRunning().client.dht || null);
	#running: Running | null = null;

	constructor(options: WebTorrentEngineOptions) {
		this.#options = options;
	}

	async start(): Promise<void> {
		if (this.#running) return;
		const { log } = this.#options;
		hookConnections(log);
		const client = await listeningClient(this.#options, log);
		client.on('error', (error: unknown) => {
			// The library destroyed itself, so the engine cannot continue.
			throw new Error('the BitTorrent library failed', { cause: error });
		});
		const local = this.#options.localDiscovery
			? new LocalDiscovery(
					client.torrentPort,
					(infohash, address) => {
						this.#downloads.get(infohash)?.addPeer(address, 'lsd');
						this.overlay.found(infohash, address);
					},
					log,
				)
			: null;
		const rounds = new DiskRounds(() => this.#downloads.values());
		this.#running = {
			client,
			local,
			rounds,
			context: this.#createContext(client, local),
		};
		this.#emit({ type: 'listening', port: client.torrentPort });
	}

	async add(spec: EngineDownload): Promise<void> {
		const { context } = this.#requireRunning();
		if (this.#downloads.has(spec.infohash)) return;
		const download = new Download(spec, context);
		this.#downloads.set(spec.infohash, download);
		context.publisher.reportSoon(download);
		download.start();
	}

	async stop(infohash: string): Promise<void> {
		const download = this.#downloads.get(infohash);
		if (!download) return;
		await download.stop();
		this.#forget(download);
	}

	async select(infohash: string, selected: readonly number[] | null): Promise<void> {
		const download = this.#downloads.get(infohash);
		if (!download) return;
		await download.select(selected);
		this.#running?.context.publisher.reportAgain(download);
	}

	async answerClaim(infohash: string, number: number, answer: ClaimAnswer): Promise<void> {
		this.#downloads.get(infohash)?.answerClaim(number, answer);
	}

	async addSources(infohash: string, sources: MoreSources): Promise<void> {
		this.#downloads.get(infohash)?.addSources(sources);
	}

	async setOrder(infohash: string, order: PieceOrder): Promise<void> {
		this.#downloads.get(infohash)?.setOrder(order);
	}

	async announce(infohash: string, url: string | null): Promise<void> {
		this.#downloads.get(infohash)?.announce(url);
	}

	async setTrackers(infohash: string, trackers: readonly string[]): Promise<void> {
		const download = this.#downloads.get(infohash);
		if (!download) return;
		download.setTrackers(trackers);
		this.#running?.context.publisher.reportAgain(download);
	}

	async limit(infohash: string, maxDownloadSpeed: number, maxUploadSpeed: number): Promise<void> {
		this.#downloads.get(infohash)?.limit(maxDownloadSpeed, maxUploadSpeed);
	}

	async limitAll(maxDownloadSpeed: number, maxUploadSpeed: number): Promise<void> {
		this.#requireRunning().context.network.limits.change(maxDownloadSpeed, maxUploadSpeed);
	}

	async prepare(infohash: string, reader: string, from: number, to: number): Promise<void> {
		const download = this.#downloads.get(infohash);
		if (!download) throw new Error(NOT_RUNNING);
		await download.prepare(reader, from, to);
	}

	async release(infohash: string, reader: string): Promise<void> {
		this.#downloads.get(infohash)?.release(reader);
	}

	async peers(infohash: string): Promise<readonly EnginePeer[]> {
		return this.#downloads.get(infohash)?.peers() ?? [];
	}

	async session(hops: number): Promise<EngineValues | null> {
		const { client, context } = this.#requireRunning();
		const downloads = this.#withHops(hops);
		if (!downloads) return null;
		return {
			...downloadCounters(downloads.map((download) => download.status())),
			...processCounters(context, this.#openConnections([client, ...context.network.hidden])),
		};
	}

	async settings(hops: number): Promise<EngineValues | null> {
		const { client, context } = this.#requireRunning();
		if (!this.#withHops(hops)) return null;
		const { port, host } = this.#options;
		// A download with hops uses nothing but trackers and web seeds through its proxies.
		const direct = hops === 0;
		return {
			user_agent: client.userAgent,
			listen_port: direct ? port : null,
			listen_interface: direct ? (host ?? 'all') : null,
			enable_dht: direct && Boolean(client.dht),
			enable_lsd: direct && context.network.localDiscovery,
			enable_pex: direct && context.network.peerExchange,
			enable_web_seeds: context.sources.webSeeds,
			enable_utp: false,
			download_rate_limit: context.network.limits.down.rate,
			upload_rate_limit: context.network.limits.up.rate,
			connections_limit: MAX_CONNECTIONS,
			incoming_connections_limit: direct ? MAX_INCOMING : 0,
			active_checking: MAX_CHECKS,
			announce_limit: MAX_ANNOUNCES,
			file_pool_size: MAX_OPEN_FILES,
			hashing_threads: context.disk.workers.size,
			web_seed_transfers: MAX_TRANSFERS_OF_ALL,
		};
	}

	async routes(): Promise<readonly EngineRoute[]> {
		return this.#requireRunning().context.network.routes.list();
	}

	/** Returns the downloads with a number of hops; undefined if there are none. Those without hops are a list. */
	#withHops(hops: number): readonly Download[] | undefined {
		const downloads = [...this.#downloads.values()].filter((download) => download.hops === hops);
		return hops === 0 || downloads.length > 0 ? downloads : undefined;
	}

	listen(listener: (message: EngineMessage) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	async close(): Promise<void> {
		const running = this.#running;
		if (!running) return;
		this.#running = null;
		running.context.publisher.close();
		running.context.network.dialer.close();
		running.local?.close();
		running.rounds.close();
		await this.overlay.closeOverlay();
		await Promise.all([...this.#downloads.keys()].map((infohash) => this.stop(infohash)));
		await Promise.all(this.#stoppedAnnounces);
		await new Promise<void>((resolve) => running.client.destroy(() => resolve()));
	}

	#createContext(client: WebTorrent, local: LocalDiscovery | null): EngineContext {
		const { log, ownService, peerExchange, protectedPaths, webSeeds } = this.#options;
		const hidden = new Set<WebTorrent>();
		return {
			disk: {
				guard: new PathGuard(protectedPaths),
				mounts: new MountPoints(),
				pool: new FilePool(MAX_OPEN_FILES),
				workers: new DiskWorkers(),
				smallReads: new Semaphore(MAX_SMALL_READS),
				checks: new Semaphore(MAX_CHECKS),
			},
			network: {
				client,
				hidden,
				routes: new RouteLeases(),
				limits: new SharedLimits(),
				localDiscovery: local !== null,
				peerExchange,
				offenses: new OffenseLog(log, 'wrong data'),
				dialer: new Dialer({
					openConnections: () => this.#openConnections([client, ...hidden]),
					maxConnections: MAX_CONNECTIONS,
					retryDelay,
				}),
			},
			sources: {
				ownService: new OwnService(ownService),
				announces: new Semaphore(MAX_ANNOUNCES),
				webSeeds,
				webSeedTransfers: new Semaphore(MAX_TRANSFERS_OF_ALL, MAX_PAUSED_TRANSFERS),
				announceLocally: (infohash, yes) => (yes ? local?.add(infohash) : local?.remove(infohash)),
				waitOnClose: (announce) => this.#keepUntilDone(announce),
			},
			publisher: new Publisher(
				() => this.#downloads.values(),
				(message) => this.#emit(message),
			),
			log,
			emit: (message) => this.#emit(message),
			ended: (download) => this.#forget(download),
		};
	}

	#keepUntilDone(announce: Promise<void>): void {
		this.#stoppedAnnounces.add(announce);
		announce.finally(() => this.#stoppedAnnounces.delete(announce));
	}

	#forget(download: RunningDownload): void {
		if (this.#downloads.get(download.infohash) === download) this.#downloads.delete(download.infohash);
		this.#running?.context.publisher.forget(download);
	}

	#requireRunning(): Running {
		if (!this.#running) throw new Error('the engine is not running');
		return this.#running;
	}

	/** Returns the number of connections of all downloads and of the overlay. */
	#openConnections(clients: readonly WebTorrent[]): number {
		let open = this.overlay.connections;
		for (const { torrents } of clients)
			for (const { _numConns, _numPending } of torrents) open += _numConns + _numPending;
		return open;
	}

	#emit(message: EngineMessage): void {
		for (const listener of this.#listeners) listener(message);
	}
}
