import type { Magnet } from '../../../../metainfo/magnet.ts';
import type { Metainfo } from '../../../../metainfo/metainfo.ts';
import { torrentFromInfo } from '../../../../metainfo/torrent-file.ts';
import type {
	ClaimAnswer,
	EngineDownload,
	EnginePeer,
	EnginePhase,
	EngineStatus,
	MoreSources,
	PieceOrder,
} from '../../port.ts';
import { type FileUse, Storage } from '../disk/storage.ts';
import type { EngineContext } from '../engine-context.ts';
import { Peers } from '../peer/peers.ts';
import type { TorrentData } from '../peer/swarm.ts';
import { Pieces } from '../pieces/pieces.ts';
import { Sources } from '../sources/sources.ts';
import { ownMagnet, ownMetainfo } from './identity.ts';
import { Lifecycle } from './lifecycle.ts';
import type { RunningDownload } from './running-download.ts';
import { Stats } from './stats.ts';

/** Size above which a .torrent has thousands of files or pieces, whose check keeps all threads busy. */
const LARGE_TORRENT_BYTES = 256 * 1024;

/**
 * One download from its addition until it is stopped, fails or is checked. It checks the disk before it joins the
 * swarm. A magnet link joins first to get its metadata.
 */
export class Download implements RunningDownload {
	readonly infohash: string;
	#phase: EnginePhase = 'waiting';
	/** Share done of the check or of the creation of files. */
	#done = 0;
	#transferring = false;
	readonly #spec: EngineDownload;
	readonly #context: EngineContext;
	readonly #lifecycle: Lifecycle;
	readonly #storage: Storage;
	readonly #pieces: Pieces;
	readonly #peers: Peers;
	readonly #sources: Sources;
	readonly #stats: Stats;

	constructor(spec: EngineDownload, context: EngineContext) {
		const { infohash } = spec;
		const { log } = context;
		this.infohash = infohash;
		this.#spec = spec;
		this.#context = context;
		this.#lifecycle = new Lifecycle({
			infohash,
			log,
			stopAll: () => this.#windDown(),
			onEnded: (last) => {
				context.ended(this);
				context.emit(last);
			},
		});
		const use: FileUse = {
			has: (index) => this.#pieces.has(index),
			claim: (claim) => context.emit({ type: 'claim', infohash, ...claim }),
		};
		this.#storage = new Storage(spec, use, context.disk, this.#lifecycle.signal);
		this.#pieces = new Pieces(spec, (message) => context.emit(message));
		this.#peers = new Peers(spec, context.network, {
			onError: (error) => this.#lifecycle.fail(error),
			onWarning: (text) => log('warning', `${infohash}: ${text}`),
			onPiece: (index) => this.#onPiece(index),
			onInfo: (info) => this.#lifecycle.addTask(this.#onInfo(info)),
			onRoute: (reachable) => this.#onRoute(reachable),
		});
		this.#sources = new Sources(spec, context.sources, { peers: this.#peers, pieces: this.#pieces });
		this.#stats = new Stats({ infohash, pieces: this.#pieces, peers: this.#peers, sources: this.#sources });
	}

	get hops(): number {
		return this.#spec.route.length;
	}

	/** Starts the download. Progress is reported by messages. */
	start(): void {
		this.#lifecycle.addTask(this.#run());
	}

	/** Stops the download. Resolves when all transfers and writes have ended and the last bitfield is reported. */
	stop(): Promise<void> {
		return this.#lifecycle.end();
	}

	/** Changes the selected files. A download that is starting applies them later. */
	async select(selected: readonly number[] | null): Promise<void> {
		const selection = this.#pieces.select(selected);
		if (!selection) return;
		this.#sources.resumeWebSeeds();
		this.#setTransferPhase();
		this.#lifecycle.addTask(this.#storage.allocate(selection, this.#pieces.bitfield));
	}

	/** Handles the service's answer to a claim. See the port. */
	answerClaim(number: number, answer: ClaimAnswer): void {
		this.#storage.answerClaim(number, answer);
	}

	/** Sets limits in bytes per second, 0 for none. Connections stay. */
	limit(maxDownloadSpeed: number, maxUploadSpeed: number): void {
		this.#peers.limits.change(maxDownloadSpeed, maxUploadSpeed);
	}

	/** Downloads these bytes of the torrent first. Resolves when they are on the disk. See the port. */
	async prepare(reader: string, from: number, to: number): Promise<void> {
		const arrived = this.#pieces.prepare(reader, from, to);
		this.#sources.resumeWebSeeds();
		await arrived;
	}

	release(reader: string): void {
		this.#pieces.release(reader);
		this.#sources.resumeWebSeeds();
	}

	peers(): EnginePeer[] {
		return [...this.#peers.list(this.#pieces.count), ...this.#sources.webSeedPeers];
	}

	/** Adds trackers, peers and web seeds. */
	addSources(sources: MoreSources): void {
		this.#sources.add(sources);
	}

	/** Changes the sequence of the requested pieces. A download that is starting applies it later. */
	setOrder(order: PieceOrder): void {
		this.#pieces.setOrder(order);
		this.#sources.resumeWebSeeds();
	}

	/** Announces to trackers, the DHT and local discovery at once, or to one tracker. */
	announce(url: string | null): void {
		if (this.#lifecycle.isEnding) return;
		this.#sources.announce(url);
	}

	/** Replaces the trackers, now or at the start. */
	setTrackers(urls: readonly string[]): void {
		this.#sources.setTrackers(urls);
	}

	/** @param address host:port */
	addPeer(address: string, source: string): void {
		this.#peers.swarm?.addPeers([address], source);
	}

	/** Returns the same object while nothing changes. */
	status(): EngineStatus {
		return this.#stats.status(this.#phase, this.#done);
	}

	/** Reports the bitfield if it has new pieces. */
	reportBitfield(): void {
		this.#pieces.report();
	}

	/** Examines up to `count` files and returns their number. The download fails if one is unusable. */
	async examineFiles(count: number): Promise<number> {
		if (!this.#transferring || this.#lifecycle.isEnding) return 0;
		const examined = this.#storage.examine(count);
		this.#lifecycle.addTask(examined.then(() => {}));
		return examined.catch(() => 0);
	}

	/** Requests peers from trackers if no connected peer has missing pieces. To be called every second. */
	seekPeers(): void {
		this.#sources.seekPeers();
	}

	async #run(): Promise<void> {
		const { source, mode } = this.#spec;
		if (mode === 'run') await this.#peers.openRoute();
		const mountPoint = await this.#storage.findDisk();
		if ('magnet' in source) {
			const magnet = ownMagnet(this.infohash, source.magnet);
			this.#pieces.selectRanges(magnet.selection);
			if (mode === 'check') this.#afterCheck();
			else if (!this.#lifecycle.signal.aborted) {
				this.#reportDisk(mountPoint, []);
				this.#join(magnet, magnet);
				this.#setPhase('metadata');
			}
			return;
		}
		// Parsing takes about as long as starting the threads.
		if (source.torrent.length >= LARGE_TORRENT_BYTES) this.#context.disk.workers.prepare();
		const data = await this.#check(ownMetainfo(this.infohash, source.torrent));
		this.#reportDisk(mountPoint, this.#storage.links);
		if (mode === 'check') this.#afterCheck();
		else await this.#transfer(data);
	}

	/** Checks the disk and reports the result if it is new. */
	async #check(metainfo: Metainfo): Promise<TorrentData> {
		this.#setPhase('waiting');
		const { mode, bitfield: recorded, unverified, usesFiles = false } = this.#spec;
		const { files } = this.#pieces.claimedProgress(metainfo, recorded);
		const { bitfield, changed, read } = await this.#storage.check(metainfo, {
			recorded,
			claimed: mode === 'run' && !unverified ? recorded : undefined,
			requires: mode === 'run' && !usesFiles,
			files,
			onProgress: (progress) => {
				this.#done = progress;
				this.#setPhase('checking');
				this.#context.publisher.reportSoon(this);
			},
		});
		const text = `${this.infohash}: ${read} of ${metainfo.pieceCount} pieces read from the disk and checked`;
		this.#context.log('info', text);
		this.#pieces.setChecked(metainfo, bitfield, changed);
		return { metainfo, store: this.#storage.store, bitfield };
	}

	#reportDisk(mountPoint: string, links: readonly string[]): void {
		const { mountPoint: known, links: knownLinks = [] } = this.#spec;
		if (mountPoint === known && links.join('\0') === knownLinks.join('\0')) return;
		this.#context.emit({ type: 'disk', infohash: this.infohash, mountPoint, links });
	}

	#afterCheck(): void {
		this.#lifecycle.finish({ type: 'checked', infohash: this.infohash });
	}

	async #transfer(data: TorrentData): Promise<void> {
		const { selection } = this.#pieces;
		if (!selection) return;
		const awaited = selection.missing > 0;
		await this.#storage.allocate(selection, this.#pieces.bitfield, (progress) => {
			this.#done = progress;
			if (this.#phase === 'allocating') return;
			this.#setPhase('allocating');
			// It may end in a moment.
			this.#context.publisher.report([this]);
		});
		if (this.#lifecycle.signal.aborted) return;
		if ('torrent' in this.#spec.source) this.#join(data, data.metainfo);
		await this.#peers.swarm?.start(data);
		if (this.#lifecycle.signal.aborted) return;
		this.#transferring = true;
		this.#storage.watch((error) => this.#lifecycle.fail(error));
		this.#pieces.startTransfer();
		this.#setTransferPhase();
		this.#sources.startTransfer();
		// All pieces of a small torrent may have arrived before this point.
		if (awaited && this.#pieces.unreported && !this.#pieces.unfinished) this.#pieces.reportFinished();
	}

	/** Joins the swarm, and announces it to the trackers that the .torrent or the magnet link names. */
	#join(source: TorrentData | Magnet, urls: Metainfo | Magnet): void {
		this.#peers.join(source, this.#pieces);
		this.#sources.start(urls);
	}

	#onRoute(reachable: boolean): void {
		if (reachable) this.#sources.retry();
		this.#context.publisher.reportSoon(this);
	}

	async #onInfo(info: Uint8Array): Promise<void> {
		if (this.#pieces.metainfo || this.#phase !== 'metadata') return;
		this.#setPhase('waiting');
		const { trackers, webSeeds } = this.#sources.urls;
		const torrent = torrentFromInfo(info, trackers, webSeeds);
		const metainfo = ownMetainfo(this.infohash, torrent);
		this.#context.emit({ type: 'metadata', infohash: this.infohash, torrent });
		const data = await this.#check(metainfo);
		this.#reportDisk(await this.#storage.findDisk(), this.#storage.links);
		await this.#transfer(data);
	}

	#onPiece(index: number): void {
		const finished = this.#pieces.complete(index);
		if (this.#pieces.selection?.missingOfAll === 0) this.#sources.completed();
		if (!finished || this.#lifecycle.isEnding) return;
		this.#setPhase('seeding');
		this.#pieces.reportFinished();
	}

	#setTransferPhase(): void {
		this.#setPhase(this.#pieces.unfinished ? 'downloading' : 'seeding');
	}

	#setPhase(phase: EnginePhase): void {
		if (this.#phase === phase) return;
		this.#phase = phase;
		this.#context.publisher.phaseChanged(this);
	}

	async #windDown(): Promise<void> {
		this.#pieces.end();
		this.#sources.stop();
		await this.#peers.leave();
		// Includes transfers since the last report.
		if (this.#peers.swarm) this.#context.publisher.report([this]);
		await this.#lifecycle.tasks;
		await this.#peers.closeRoute();
		await this.#storage.close();
		this.reportBitfield();
	}
}
