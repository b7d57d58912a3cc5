import type { Magnet } from '../../../../metainfo/magnet.ts';
import type { Metainfo } from '../../../../metainfo/metainfo.ts';
import { torrentFromInfo } from '../../../../metainfo/torrent-file.ts';
import type { EngineDownload, EnginePeer, EnginePhase, EngineStatus, MoreSources } from '../../port.ts';
import { DataFolder } from '../disk/data-folder.ts';
import { openDiskData } from '../disk/storage.ts';
import { FileCare } from '../disk/file-care.ts';
import type { EngineContext } from '../engine-context.ts';
import { PiecesHave } from '../pieces/pieces.ts';
import type { SelectionProgress } from '../pieces/selection.ts';
import { StreamReadership } from '../pieces/stream-readership.ts';
import { ownMagnet, ownMetainfo } from './identity.ts';
import { Lifecycle } from './lifecycle.ts';
import type { RunningDownload } from './running-download.ts';
import { engineStatus } from './stats.ts';
import type { SwarmData } from '../peer/swarm.ts';
import { SwarmAccess } from '../peer/peers.ts';
import type { SwarmSession } from '../sources/sources.ts';

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
	readonly #access: SwarmAccess;
	readonly #have: PiecesHave;
	readonly #folder: DataFolder;
	readonly #files: FileCare;
	readonly #streamReaders = new StreamReadership();

	constructor(spec: EngineDownload, context: EngineContext) {
		this.infohash = spec.infohash;
		this.#spec = spec;
		this.#context = context;
		this.#lifecycle = new Lifecycle(spec.infohash, context, {
			windDown: () => this.#windDown(),
			onEnded: () => context.ended(this),
		});
		this.#access = new SwarmAccess(spec, context);
		this.#have = new PiecesHave(spec, context, () => this.#session?.swarm.torrent.bitfield?.buffer);
		const { signal } = this.#lifecycle;
		const { guard, checks, workers } = context;
		this.#folder = new DataFolder(spec.destination, guard);
		this.#files = new FileCare({ folder: this.#folder, signal, checks, workers });
	}

	/** Starts the download. Progress is reported by messages. */
	start(): void {
		this.#lifecycle.work(this.#run());
	}

	/** Stops the download. Resolves when all transfers and writes have ended and the last bitfield is reported. */
	stop(): Promise<void> {
		return this.#lifecycle.end();
	}

	async select(selected: readonly number[] | null): Promise<void> {
		const wanted = this.#have.select(selected);
		// A download that is starting applies it later.
		if (!wanted || !this.#transferring) return;
		this.#want(wanted);
		this.#lifecycle.work(this.#files.allocate(wanted, () => {}));
	}

	/** Sets limits in bytes per second, 0 for none. Connections stay. */
	limit(maxDownloadSpeed: number, maxUploadSpeed: number): void {
		this.#access.limit(maxDownloadSpeed, maxUploadSpeed);
	}

	/** Downloads these bytes of the torrent first. Resolves when they are on the disk. See the port. */
	prepare(reader: string, from: number, to: number): Promise<void> {
		return this.#streamReaders.prepare(reader, from, to);
	}

	release(reader: string): void {
		this.#streamReaders.release(reader);
	}

	peers(): EnginePeer[] {
		return this.#session?.peers(this.#have.pieceCount) ?? [];
	}

	/** Adds trackers, peers and web seeds. */
	addSources(sources: MoreSources): void {
		this.#access.addSources(sources);
	}

	/** @param address host:port */
	addPeer(address: string, source: string): void {
		this.#session?.addPeer(address, source);
	}

	status(): EngineStatus {
		return engineStatus({
			infohash: this.infohash,
			phase: this.#phase,
			checked: this.#done,
			pieceCount: this.#have.pieceCount,
			bitfield: this.#have.data && this.#have.bitfield,
			wanted: this.#have.wanted,
			session: this.#session,
			cutOff: this.#access.cutOff,
		});
	}

	/** Reports the bitfield if it has new pieces. */
	reportBitfield(): void {
		this.#have.report();
	}

	/** Examines up to `count` files and returns their number. The download fails if one is unusable. */
	async lookAtFiles(count: number): Promise<number> {
		if (!this.#transferring || this.#lifecycle.ends) return 0;
		const looking = this.#files.look(count);
		this.#lifecycle.work(looking.then(() => {}));
		return looking.catch(() => 0);
	}

	/** Requests peers from trackers if no connected peer has missing pieces. To be called every second. */
	seekPeers(): void {
		this.#session?.seekPeers();
	}

	get #session(): SwarmSession | null {
		return this.#access.session;
	}

	async #run(): Promise<void> {
		const { source, mode } = this.#spec;
		if (mode === 'run') {
			const changed = () => this.#context.changed(this);
			await this.#access.openRoute(changed, (error) => this.#lifecycle.fail(error));
		}
		if ('magnet' in source) {
			const magnet = ownMagnet(this.infohash, source.magnet);
			this.#have.selectRanges(magnet.selection);
			if (mode === 'check') this.#afterCheck();
			else if (!this.#lifecycle.signal.aborted) {
				this.#join(magnet);
				this.#setPhase('metadata');
			}
			return;
		}
		// Parsing takes about as long as starting the threads.
		if (source.torrent.length >= LARGE_TORRENT_BYTES) this.#context.workers.prepare();
		const data = await this.#check(ownMetainfo(this.infohash, source.torrent));
		if (mode === 'check') this.#afterCheck();
		else await this.#transfer(data);
	}

	/** Checks the disk and reports the result if it is new. */
	async #check(metainfo: Metainfo): Promise<SwarmData> {
		this.#setPhase('waiting');
		const { store, bitfield, news } = await openDiskData(metainfo, {
			spec: this.#spec,
			folder: this.#folder,
			context: this.#context,
			wanted: this.#have.expect(metainfo, this.#spec.bitfield).files,
			signal: this.#lifecycle.signal,
			onProgress: (progress) => {
				this.#done = progress;
				this.#setPhase('checking');
				this.#context.changed(this);
			},
		});
		return this.#have.found(metainfo, store, bitfield, news);
	}

	#afterCheck(): void {
		this.#lifecycle.finish({ type: 'checked', infohash: this.infohash });
	}

	async #transfer(data: SwarmData): Promise<void> {
		const awaited = data.wanted.missing > 0;
		await this.#files.allocate(data.wanted, (progress) => {
			this.#done = progress;
			if (this.#phase === 'allocating') return;
			this.#setPhase('allocating');
			this.#context.reportNow(this);
		});
		if (this.#lifecycle.signal.aborted) return;
		const before = this.#session;
		const { swarm } = before ?? this.#join(data);
		const ready = new Promise<void>((resolve) => swarm.torrent.once('ready', resolve).once('close', resolve));
		if (before) await swarm.begin(data);
		await ready;
		if (this.#lifecycle.signal.aborted) return;
		data.store.onReadError = (error) => this.#lifecycle.fail(error);
		if (data.metainfo.private) this.#context.discoverable(this, false);
		this.#transferring = true;
		this.#files.watch(data, () => this.#have.bitfield);
		this.#want(this.#have.wanted ?? data.wanted);
		this.#session?.webSeeds.begin(data.metainfo);
		// All pieces of a small torrent may have arrived before this point.
		if (awaited && this.#have.unreported && !this.#have.unfinished) this.#have.reportFinished();
		this.#streamReaders.begin(this.#have.readable(data), (ranges) => {
			swarm.hasten(ranges);
			this.#session?.webSeeds.update();
		});
	}

	#want(wanted: SelectionProgress): void {
		this.#session?.swarm.want(wanted);
		this.#session?.webSeeds.update();
		this.#have.pursue(wanted);
		this.#setPhase(this.#have.unfinished ? 'downloading' : 'seeding');
	}

	#join(source: SwarmData | Magnet): SwarmSession {
		const session = this.#access.join(source, {
			onError: (error) => this.#lifecycle.fail(error),
			onWarning: (text) => this.#context.log('warning', `${this.infohash}: ${text}`),
			onPiece: (index) => this.#onPiece(index),
			onInfo: (info) => this.#lifecycle.work(this.#onInfo(info)),
			left: () => (this.#have.data ? this.#have.wanted?.missingOfAll : undefined),
		});
		this.#context.discoverable(this, !session.swarm.private);
		return session;
	}

	async #onInfo(info: Uint8Array): Promise<void> {
		if (this.#have.data || this.#phase !== 'metadata') return;
		this.#setPhase('waiting');
		const urls = this.#session?.trackers.views.map((tracker) => tracker.url) ?? [];
		const torrent = torrentFromInfo(info, urls, this.#session?.webSeeds.urls);
		const metainfo = ownMetainfo(this.infohash, torrent);
		this.#context.emit({ type: 'metadata', infohash: this.infohash, torrent });
		await this.#transfer(await this.#check(metainfo));
	}

	#onPiece(index: number): void {
		this.#streamReaders.arrived(index);
		const finished = this.#have.arrived(index);
		if (this.#have.wanted?.missingOfAll === 0) this.#session?.trackers.completed();
		if (!finished || this.#lifecycle.ends) return;
		this.#setPhase('seeding');
		this.#have.reportFinished();
	}

	#setPhase(phase: EnginePhase): void {
		if (this.#phase === phase) return;
		this.#phase = phase;
		this.#context.phaseChanged(this);
	}

	async #windDown(): Promise<void> {
		this.#streamReaders.end();
		this.#context.discoverable(this, false);
		await this.#session?.leave();
		// Includes transfers since the last report.
		if (this.#session) this.#context.reportNow(this);
		await this.#lifecycle.working;
		await this.#access.closeRoute();
		await this.#have.data?.store.end();
		this.reportBitfield();
	}
}
