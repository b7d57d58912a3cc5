import type { Magnet } from '../../../../metainfo/magnet.ts';
import type { Metainfo } from '../../../../metainfo/metainfo.ts';
import { torrentFromInfo } from '../../../../metainfo/torrent-file.ts';
import type { EngineDownload, EnginePeer, EnginePhase, EngineStatus, MoreSources } from '../../port.ts';
import { DataFolder } from '../disk/data-folder.ts';
import { openDiskData } from '../disk/disk-data.ts';
import { FileCare } from '../disk/file-care.ts';
import type { Surroundings } from '../engine-context.ts';
import { Holdings } from '../pieces/pieces-have.ts';
import type { Wanted } from '../pieces/selection.ts';
import { Readership } from '../pieces/stream-readership.ts';
import { ownMagnet, ownMetainfo } from './identity.ts';
import { Lifetime } from './lifecycle.ts';
import { engineStatus } from './stats.ts';
import type { SwarmData } from './swarm.ts';
import { SwarmAccess } from './swarm-access.ts';
import type { Membership } from './swarm-session.ts';

/** A .torrent of thousands of files or pieces: its check keeps all threads busy. */
const LARGE_TORRENT_BYTES = 256 * 1024;

/**
 * One download from the moment it is added until it is stopped, fails or was checked.
 * It looks at the disk first; only then does it join the swarm. A magnet link joins first, for its metadata.
 */
export class Download {
	readonly infohash: string;
	#phase: EnginePhase = 'waiting';
	/** How far the check, or the creation of files, is. */
	#done = 0;
	#transferring = false;
	readonly #spec: EngineDownload;
	readonly #around: Surroundings;
	readonly #lifetime: Lifetime;
	readonly #access: SwarmAccess;
	readonly #holdings: Holdings;
	readonly #folder: DataFolder;
	readonly #files: FileCare;
	readonly #readership = new Readership();

	constructor(spec: EngineDownload, around: Surroundings) {
		this.infohash = spec.infohash;
		this.#spec = spec;
		this.#around = around;
		this.#lifetime = new Lifetime(spec.infohash, around, {
			windDown: () => this.#windDown(),
			onEnded: () => around.ended(this),
		});
		this.#access = new SwarmAccess(spec, around);
		this.#holdings = new Holdings(spec, around, () => this.#member?.swarm.torrent.bitfield?.buffer);
		const { signal } = this.#lifetime;
		const { guard, checks, workers } = around;
		this.#folder = new DataFolder(spec.destination, guard);
		this.#files = new FileCare({ folder: this.#folder, signal, checks, workers });
	}

	/** Begins, and from then on tells by messages how it goes. */
	start(): void {
		this.#lifetime.work(this.#run());
	}

	/** Ends the download. Resolves when nothing is transferred or written any more and its last bitfield was told. */
	stop(): Promise<void> {
		return this.#lifetime.end();
	}

	async select(selected: readonly number[] | null): Promise<void> {
		const wanted = this.#holdings.select(selected);
		// A download that is only just beginning takes it from there.
		if (!wanted || !this.#transferring) return;
		this.#want(wanted);
		this.#lifetime.work(this.#files.allocate(wanted, () => {}));
	}

	/** Bytes per second, 0 for none. Connections stay. */
	limit(maxDownloadSpeed: number, maxUploadSpeed: number): void {
		this.#access.limit(maxDownloadSpeed, maxUploadSpeed);
	}

	/** Has these bytes of the torrent asked for before all else; resolves when they are here. See the port. */
	prepare(reader: string, from: number, to: number): Promise<void> {
		return this.#readership.prepare(reader, from, to);
	}

	release(reader: string): void {
		this.#readership.release(reader);
	}

	peers(): EnginePeer[] {
		return this.#member?.peers(this.#holdings.pieceCount) ?? [];
	}

	/** Announces to more trackers, and uses more peers and web seeds. */
	addSources(sources: MoreSources): void {
		this.#access.addSources(sources);
	}

	/** @param address host:port */
	addPeer(address: string, source: string): void {
		this.#member?.addPeer(address, source);
	}

	status(): EngineStatus {
		return engineStatus({
			infohash: this.infohash,
			phase: this.#phase,
			checked: this.#done,
			pieceCount: this.#holdings.pieceCount,
			bitfield: this.#holdings.data && this.#holdings.bitfield,
			wanted: this.#holdings.wanted,
			member: this.#member,
			cutOff: this.#access.cutOff,
		});
	}

	/** Tells the bitfield if pieces were added to it since it was last told. */
	tellBitfield(): void {
		this.#holdings.tell();
	}

	/** Looks at some of the files, `count` at most; resolves with how many. It fails with what is wrong with one. */
	async lookAtFiles(count: number): Promise<number> {
		if (!this.#transferring || this.#lifetime.ends) return 0;
		const looking = this.#files.look(count);
		this.#lifetime.work(looking.then(() => {}));
		return looking.catch(() => 0);
	}

	/** Asks the trackers for more peers where nobody connected has what is missing. To be called every second. */
	seekPeers(): void {
		this.#member?.seekPeers();
	}

	get #member(): Membership | null {
		return this.#access.member;
	}

	async #run(): Promise<void> {
		const { source, mode } = this.#spec;
		if (mode === 'run') {
			const changed = () => this.#around.changed(this);
			await this.#access.takeWay(changed, (error) => this.#lifetime.fail(error));
		}
		if ('magnet' in source) {
			const magnet = ownMagnet(this.infohash, source.magnet);
			this.#holdings.selectRanges(magnet.selection);
			if (mode === 'check') this.#afterCheck();
			else if (!this.#lifetime.signal.aborted) {
				this.#join(magnet);
				this.#setPhase('metadata');
			}
			return;
		}
		// Parsing it takes about as long as the threads take to start.
		if (source.torrent.length >= LARGE_TORRENT_BYTES) this.#around.workers.prepare();
		const data = await this.#check(ownMetainfo(this.infohash, source.torrent));
		if (mode === 'check') this.#afterCheck();
		else await this.#transfer(data);
	}

	/** Looks at the disk and tells what was found if it is news. */
	async #check(metainfo: Metainfo): Promise<SwarmData> {
		this.#setPhase('waiting');
		const { store, bitfield, news } = await openDiskData(metainfo, {
			spec: this.#spec,
			folder: this.#folder,
			around: this.#around,
			wanted: this.#holdings.expect(metainfo, this.#spec.bitfield).files,
			signal: this.#lifetime.signal,
			onProgress: (progress) => {
				this.#done = progress;
				this.#setPhase('checking');
				this.#around.changed(this);
			},
		});
		return this.#holdings.found(metainfo, store, bitfield, news);
	}

	#afterCheck(): void {
		this.#lifetime.finish({ type: 'checked', infohash: this.infohash });
	}

	async #transfer(data: SwarmData): Promise<void> {
		const awaited = data.wanted.missing > 0;
		await this.#files.allocate(data.wanted, (progress) => {
			this.#done = progress;
			if (this.#phase === 'allocating') return;
			this.#setPhase('allocating');
			this.#around.tell(this);
		});
		if (this.#lifetime.signal.aborted) return;
		const before = this.#member;
		const { swarm } = before ?? this.#join(data);
		const ready = new Promise<void>((resolve) => swarm.torrent.once('ready', resolve).once('close', resolve));
		if (before) await swarm.begin(data);
		await ready;
		if (this.#lifetime.signal.aborted) return;
		data.store.onReadError = (error) => this.#lifetime.fail(error);
		if (data.metainfo.private) this.#around.discoverable(this, false);
		this.#transferring = true;
		this.#files.watch(data, () => this.#holdings.bitfield);
		this.#want(this.#holdings.wanted ?? data.wanted);
		this.#member?.webSeeds.begin(data.metainfo);
		// The pieces of a small torrent may all be here before this point.
		if (awaited && this.#holdings.untold && !this.#holdings.unfinished) this.#holdings.tellFinished();
		this.#readership.begin(this.#holdings.readable(data), (ranges) => {
			swarm.hasten(ranges);
			this.#member?.webSeeds.update();
		});
	}

	#want(wanted: Wanted): void {
		this.#member?.swarm.want(wanted);
		this.#member?.webSeeds.update();
		this.#holdings.pursue(wanted);
		this.#setPhase(this.#holdings.unfinished ? 'downloading' : 'seeding');
	}

	#join(source: SwarmData | Magnet): Membership {
		const member = this.#access.join(source, {
			onError: (error) => this.#lifetime.fail(error),
			onWarning: (text) => this.#around.log('warning', `${this.infohash}: ${text}`),
			onPiece: (index) => this.#onPiece(index),
			onInfo: (info) => this.#lifetime.work(this.#onInfo(info)),
			left: () => (this.#holdings.data ? this.#holdings.wanted?.missingOfAll : undefined),
		});
		this.#around.discoverable(this, !member.swarm.private);
		return member;
	}

	async #onInfo(info: Uint8Array): Promise<void> {
		if (this.#holdings.data || this.#phase !== 'metadata') return;
		this.#setPhase('waiting');
		const urls = this.#member?.trackers.views.map((tracker) => tracker.url) ?? [];
		const torrent = torrentFromInfo(info, urls, this.#member?.webSeeds.urls);
		const metainfo = ownMetainfo(this.infohash, torrent);
		this.#around.emit({ type: 'metadata', infohash: this.infohash, torrent });
		await this.#transfer(await this.#check(metainfo));
	}

	#onPiece(index: number): void {
		this.#readership.arrived(index);
		const finished = this.#holdings.arrived(index);
		if (this.#holdings.wanted?.missingOfAll === 0) this.#member?.trackers.completed();
		if (!finished || this.#lifetime.ends) return;
		this.#setPhase('seeding');
		this.#holdings.tellFinished();
	}

	#setPhase(phase: EnginePhase): void {
		if (this.#phase === phase) return;
		this.#phase = phase;
		this.#around.phaseChanged(this);
	}

	async #windDown(): Promise<void> {
		this.#readership.end();
		this.#around.discoverable(this, false);
		await this.#member?.leave();
		// What was transferred since the figures were last told counts too.
		if (this.#member) this.#around.tell(this);
		await this.#lifetime.working;
		await this.#access.leaveWay();
		await this.#holdings.data?.store.end();
		this.tellBitfield();
	}
}
