import { MetainfoError } from '../../metainfo/error.ts';
import { bitfieldOf } from '../../metainfo/layout.ts';
import { type Magnet, parseMagnet } from '../../metainfo/magnet.ts';
import { type Metainfo, parseTorrent } from '../../metainfo/metainfo.ts';
import { torrentFromInfo } from '../../metainfo/torrent-file.ts';
import type { EngineDownload, EngineMessage, EnginePeer, EnginePhase, EngineStatus } from '../port.ts';
import { checkDisk } from './disk-check.ts';
import { DiskError } from './disk-error.ts';
import { engineStatus } from './figures.ts';
import { Membership } from './membership.ts';
import { createEmptyFiles, FileStore } from './store.ts';
import type { Surroundings } from './surroundings.ts';
import type { SwarmData } from './swarm.ts';
import { Wanted } from './wanted.ts';

/**
 * One download from the moment it is added until it is stopped, fails or was checked.
 * It looks at the disk first; only then does it join the swarm. A magnet link joins first, for its metadata.
 */
export class Download {
	readonly infohash: string;
	#phase: EnginePhase = 'waiting';
	#checked = 0;
	#selected: readonly number[] | null;
	#data: SwarmData | null = null;
	#member: Membership | null = null;
	#wanted: Wanted | null = null;
	#transferring = false;
	/** Were wanted pieces missing when this run began or the selection changed? */
	#unfinished = false;
	#bitfieldChanged = false;
	#ending: Promise<void> | null = null;
	#working: Promise<unknown> = Promise.resolve();
	readonly #abort = new AbortController();
	readonly #spec: EngineDownload;
	readonly #around: Surroundings;

	constructor(spec: EngineDownload, around: Surroundings) {
		this.infohash = spec.infohash;
		this.#spec = spec;
		this.#selected = spec.selected;
		this.#around = around;
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
		try {
			await createEmptyFiles(wanted.files, this.#spec.destination);
		} catch (error) {
			this.#fail(error);
		}
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
			checked: this.#checked,
			pieceCount: this.#data?.metainfo.pieceCount ?? 0,
			bitfield: this.#data ? this.#bitfield() : null,
			wanted: this.#wanted,
			swarm: this.#member?.swarm ?? null,
			trackers: this.#member?.trackers ?? null,
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

	/** Tries to open connections that the common limit held back. */
	connect(): void {
		this.#member?.connect();
	}

	/** Has `part` belong to the download's work: it fails with it, and its end waits for it. */
	#work(part: Promise<void>): void {
		const settled = part.catch((error: unknown) => this.#fail(error));
		this.#working = Promise.all([this.#working, settled]);
	}

	async #run(): Promise<void> {
		const { source } = this.#spec;
		if ('magnet' in source) {
			const magnet = parseMagnet(source.magnet);
			this.#mustBe(magnet.infohash);
			if (this.#spec.mode === 'check') this.#afterCheck();
			else {
				this.#join(magnet);
				this.#setPhase('metadata');
			}
			return;
		}
		const metainfo = parseTorrent(source.torrent);
		this.#mustBe(metainfo.infohash);
		const data = await this.#check(metainfo);
		if (this.#spec.mode === 'check') this.#afterCheck();
		else await this.#transfer(data);
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
					this.#checked = progress;
					this.#setPhase('checking');
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
			this.#bitfieldChanged = found.news || mode === 'check';
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
		await createEmptyFiles(data.wanted.files, this.#spec.destination);
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
		this.#want(this.#wanted ?? data.wanted);
	}

	#want(wanted: Wanted): void {
		this.#member?.swarm.want(wanted);
		this.#unfinished = wanted.missing > 0;
		this.#setPhase(this.#unfinished ? 'downloading' : 'seeding');
	}

	#join(source: SwarmData | Magnet): Membership {
		this.#member = new Membership(source, this.#spec, this.#around, {
			onError: (error) => this.#fail(error),
			onWarning: (text) => this.#around.log('warning', `${this.infohash}: ${text}`),
			onPiece: (index) => this.#onPiece(index),
			onInfo: (info) => this.#work(this.#onInfo(info)),
			left: () => (this.#data ? this.#wanted?.missingOfAll : undefined),
		});
		this.#around.discoverable(this, !('metainfo' in source) || !source.metainfo.private);
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
		const wanted = this.#wanted;
		if (!wanted) return;
		wanted.completed(index);
		this.#bitfieldChanged = true;
		if (wanted.missingOfAll === 0) this.#member?.trackers.completed();
		if (!this.#unfinished || wanted.missing > 0 || this.#ending) return;
		this.#unfinished = false;
		this.#setPhase('seeding');
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
		this.#around.discoverable(this, false);
		await this.#member?.leave();
		await this.#working;
		await this.#data?.store.end();
		this.tellBitfield();
	}
}
