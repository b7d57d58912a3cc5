import { MetainfoError } from '../../metainfo/error.ts';
import { bitfieldOf, hasPiece } from '../../metainfo/layout.ts';
import { type Magnet, parseMagnet } from '../../metainfo/magnet.ts';
import { type Metainfo, parseTorrent } from '../../metainfo/metainfo.ts';
import { torrentFromInfo } from '../../metainfo/torrent-file.ts';
import type { EngineDownload, EngineMessage, EnginePeer, EnginePhase, EngineStatus } from '../port.ts';
import { checkDisk } from './disk-check.ts';
import { DiskError } from './disk-error.ts';
import { engineStatus } from './figures.ts';
import { FileCare } from './file-care.ts';
import { Membership } from './membership.ts';
import { Readers } from './readers.ts';
import { FileStore } from './store.ts';
import type { Surroundings } from './surroundings.ts';
import type { SwarmData } from './swarm.ts';
import { Wanted } from './wanted.ts';
import { type Way, wayOf } from './way.ts';

/**
 * One download from the moment it is added until it is stopped, fails or was checked.
 * It looks at the disk first; only then does it join the swarm. A magnet link joins first, for its metadata.
 */
export class Download {
	readonly infohash: string;
	#phase: EnginePhase = 'waiting';
	/** How far the check, or the creation of files, is. */
	#done = 0;
	#selected: readonly number[] | null;
	#data: SwarmData | null = null;
	#way: Way | null = null;
	#member: Membership | null = null;
	#limits: { readonly maxDownloadSpeed: number; readonly maxUploadSpeed: number };
	#wanted: Wanted | null = null;
	#transferring = false;
	/** Were wanted pieces missing when this run began or the selection changed? */
	#unfinished = false;
	#bitfieldChanged = false;
	#ending: Promise<void> | null = null;
	#working: Promise<unknown> = Promise.resolve();
	readonly #readers = new Readers();
	readonly #abort = new AbortController();
	readonly #spec: EngineDownload;
	readonly #around: Surroundings;
	readonly #files: FileCare;

	constructor(spec: EngineDownload, around: Surroundings) {
		this.infohash = spec.infohash;
		this.#spec = spec;
		this.#selected = spec.selected;
		const { maxDownloadSpeed, maxUploadSpeed } = spec;
		this.#limits = { maxDownloadSpeed, maxUploadSpeed };
		this.#around = around;
		const { signal } = this.#abort;
		this.#files = new FileCare({ destination: spec.destination, signal, checks: around.checks });
	}

	/** Begins, and from then on tells by messages how it goes. */
	start(): void {
		this.#work(this.#run());
	}

	/** Ends the download. Resolves when nothing is transferred or written any more and its last bitfield was told. */
	stop(): Promise<void> {
		this.#ending ??= this.#end();
		return this.#ending;
	}

	async select(selected: readonly number[] | null): Promise<void> {
		this.#selected = selected;
		if (!this.#data) return;
		const wanted = new Wanted(this.#data.metainfo, selected, this.#bitfield());
		this.#wanted = wanted;
		// A download that is only just beginning takes it from there.
		if (!this.#transferring) return;
		this.#want(wanted);
		this.#work(this.#files.allocate(wanted, () => {}));
	}

	/** Bytes per second, 0 for none. Connections stay. */
	limit(maxDownloadSpeed: number, maxUploadSpeed: number): void {
		this.#limits = { maxDownloadSpeed, maxUploadSpeed };
		this.#member?.limit(maxDownloadSpeed, maxUploadSpeed);
	}

	/** Has these bytes of the torrent asked for before all else; resolves when they are here. See the port. */
	async prepare(reader: string, from: number, to: number): Promise<void> {
		if (this.#ending) throw new Error('the download was stopped');
		const arrived = this.#readers.wait(reader, from, to);
		this.#hasten();
		await arrived;
	}

	release(reader: string): void {
		this.#readers.release(reader);
		this.#hasten();
	}

	peers(): EnginePeer[] {
		return this.#member?.peers(this.#data?.metainfo.pieceCount ?? 0) ?? [];
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
			pieceCount: this.#data?.metainfo.pieceCount ?? 0,
			bitfield: this.#data ? this.#bitfield() : null,
			wanted: this.#wanted,
			member: this.#member,
			cutOff: this.#way?.route?.standing === false,
		});
	}

	/** Tells the bitfield if pieces were added to it since it was last told. */
	tellBitfield(): void {
		if (!this.#bitfieldChanged || !this.#data) return;
		this.#bitfieldChanged = false;
		this.#around.emit({
			type: 'bitfield',
			infohash: this.infohash,
			bitfield: Uint8Array.from(this.#bitfield()),
		});
	}

	/** Looks at some of the files, `count` at most; resolves with how many. It fails with what is wrong with one. */
	async lookAtFiles(count: number): Promise<number> {
		if (!this.#transferring || this.#ending) return 0;
		let looked = 0;
		const looking = this.#files.look(count).then((files) => {
			looked = files;
		});
		this.#work(looking);
		await looking.catch(() => {});
		return looked;
	}

	/** Tries to open connections that the common limit held back. */
	connect(): void {
		this.#member?.connect();
	}

	/** Has `part` belong to the download's work: it fails with it, and its end waits for it. */
	#work(part: Promise<void>): void {
		const settled = part.catch((error: unknown) => this.#fail(error));
		// Without the results: they would be kept, each within the next, as long as the download runs.
		this.#working = Promise.all([this.#working, settled]).then(() => {});
	}

	async #run(): Promise<void> {
		const { source, mode } = this.#spec;
		if (mode === 'run') await this.#takeWay();
		if ('magnet' in source) {
			const magnet = parseMagnet(source.magnet);
			this.#mustBe(magnet.infohash);
			if (mode === 'check') this.#afterCheck();
			else if (!this.#abort.signal.aborted) {
				this.#join(magnet);
				this.#setPhase('metadata');
			}
			return;
		}
		const metainfo = parseTorrent(source.torrent);
		this.#mustBe(metainfo.infohash);
		const data = await this.#check(metainfo);
		if (mode === 'check') this.#afterCheck();
		else await this.#transfer(data);
	}

	async #takeWay(): Promise<void> {
		this.#way = await wayOf(this.#spec.route, this.#around, {
			onChange: () => {
				if (this.#way?.route?.standing) this.#member?.recover();
				this.#around.changed(this);
			},
			onError: (error) => this.#fail(error),
		});
	}

	#mustBe(infohash: string): void {
		if (infohash === this.infohash) return;
		throw new MetainfoError(`this is the torrent ${infohash}, not ${this.infohash}`);
	}

	/** Looks at the disk and tells what was found if it is news. */
	async #check(metainfo: Metainfo): Promise<SwarmData> {
		const { destination, mode, bitfield: claimed } = this.#spec;
		const store = new FileStore(metainfo, destination, this.#around.pool);
		this.#setPhase('waiting');
		try {
			const none = bitfieldOf(metainfo.pieceCount);
			const before = new Wanted(metainfo, this.#selected, claimed ?? none);
			this.#wanted = before;
			const found = await checkDisk({
				metainfo,
				destination,
				store,
				claimed: mode === 'run' ? claimed : undefined,
				wanted: before.files,
				signal: this.#abort.signal,
				glances: this.#around.glances,
				checks: this.#around.checks,
				onProgress: (progress) => {
					this.#done = progress;
					this.#setPhase('checking');
					this.#around.changed(this);
				},
			});
			this.#around.log(
				'info',
				`${this.infohash}: ${found.read} of ${metainfo.pieceCount} pieces read from the disk`,
			);
			// The selection may have changed during the check.
			const wanted = new Wanted(metainfo, this.#selected, found.bitfield);
			this.#wanted = wanted;
			this.#data = { metainfo, store, bitfield: found.bitfield, wanted };
			// Where nothing was known the answer is told even if it is 'nothing': files in full length would be read again.
			this.#bitfieldChanged = found.news || mode === 'check' || claimed === undefined;
			this.tellBitfield();
			return this.#data;
		} catch (error) {
			await store.end();
			throw error;
		}
	}

	#afterCheck(): void {
		this.#finish({ type: 'checked', infohash: this.infohash });
	}

	async #transfer(data: SwarmData): Promise<void> {
		const awaited = data.wanted.missing > 0;
		await this.#files.allocate(data.wanted, (progress) => {
			this.#done = progress;
			if (this.#phase === 'allocating') return;
			this.#setPhase('allocating');
			this.#around.tell(this);
		});
		if (this.#abort.signal.aborted) return;
		const before = this.#member;
		const { swarm } = before ?? this.#join(data);
		const ready = new Promise<void>((resolve) => swarm.torrent.once('ready', resolve).once('close', resolve));
		if (before) await swarm.begin(data);
		await ready;
		if (this.#abort.signal.aborted) return;
		data.store.onReadError = (error) => this.#fail(error);
		if (data.metainfo.private) this.#around.discoverable(this, false);
		this.#transferring = true;
		this.#files.watch(data, () => this.#bitfield());
		this.#want(this.#wanted ?? data.wanted);
		// The pieces of a small torrent may all be here before this point.
		if (awaited && this.#bitfieldChanged && !this.#unfinished) this.#tellFinished();
		const { pieceLength, length } = data.metainfo;
		this.#readers.begin({ pieceLength, length, has: (index) => hasPiece(this.#bitfield(), index) });
		this.#hasten();
	}

	/** Tells the swarm what readers wait for. */
	#hasten(): void {
		if (this.#transferring && !this.#ending) this.#member?.swarm.hasten(this.#readers.ranges());
	}

	#want(wanted: Wanted): void {
		this.#member?.swarm.want(wanted);
		this.#unfinished = wanted.missing > 0;
		this.#setPhase(this.#unfinished ? 'downloading' : 'seeding');
	}

	#join(source: SwarmData | Magnet): Membership {
		if (!this.#way) throw new Error('a download cannot join before its way is known');
		const { client, route } = this.#way;
		const options = { infohash: this.infohash, client, route, ...this.#limits };
		this.#member = new Membership(source, options, this.#around, {
			onError: (error) => this.#fail(error),
			onWarning: (text) => this.#around.log('warning', `${this.infohash}: ${text}`),
			onPiece: (index) => this.#onPiece(index),
			onInfo: (info) => this.#work(this.#onInfo(info)),
			left: () => (this.#data ? this.#wanted?.missingOfAll : undefined),
		});
		this.#around.discoverable(this, !this.#member.swarm.private);
		return this.#member;
	}

	async #onInfo(info: Uint8Array): Promise<void> {
		if (this.#data || this.#phase !== 'metadata') return;
		this.#setPhase('waiting');
		const urls = this.#member?.trackers.views.map((tracker) => tracker.url) ?? [];
		const torrent = torrentFromInfo(info, urls);
		const metainfo = parseTorrent(torrent);
		this.#mustBe(metainfo.infohash);
		this.#around.emit({ type: 'metadata', infohash: this.infohash, torrent });
		await this.#transfer(await this.#check(metainfo));
	}

	#onPiece(index: number): void {
		this.#readers.arrived(index);
		const wanted = this.#wanted;
		if (!wanted) return;
		wanted.completed(index);
		this.#bitfieldChanged = true;
		if (wanted.missingOfAll === 0) this.#member?.trackers.completed();
		if (!this.#unfinished || wanted.missing > 0 || this.#ending) return;
		this.#unfinished = false;
		this.#setPhase('seeding');
		this.#tellFinished();
	}

	#tellFinished(): void {
		this.tellBitfield();
		this.#around.emit({ type: 'finished', infohash: this.infohash });
	}

	#bitfield(): Uint8Array {
		return this.#member?.swarm.torrent.bitfield?.buffer ?? this.#data?.bitfield ?? new Uint8Array();
	}

	#setPhase(phase: EnginePhase): void {
		if (this.#phase === phase) return;
		this.#phase = phase;
		this.#around.changed(this);
	}

	#fail(error: unknown): void {
		if (this.#ending) return;
		if (!(error instanceof MetainfoError || error instanceof DiskError)) {
			this.#around.log('error', `${this.infohash}: ${error instanceof Error ? error.stack : String(error)}`);
		}
		const reason = error instanceof Error ? error.message : String(error);
		this.#finish({ type: 'failed', infohash: this.infohash, reason });
	}

	/** Ends the download by itself, with `last` as its last message. */
	#finish(last: EngineMessage): void {
		this.#ending ??= this.#end().finally(() => {
			this.#around.ended(this);
			this.#around.emit(last);
		});
	}

	async #end(): Promise<void> {
		this.#abort.abort(new Error('the download was stopped'));
		this.#readers.end();
		this.#around.discoverable(this, false);
		await this.#member?.leave();
		await this.#working;
		await this.#way?.leave();
		await this.#data?.store.end();
		this.tellBitfield();
	}
}
