import type { Engine, EngineMessage, EnginePeer, EngineStatus } from '../engine/port.ts';
import { Fault, invalidParameter, reasonOf, unknownDownload } from '../fault.ts';
import type { Log } from '../log.ts';
import { deleteData } from '../metainfo/delete-data.ts';
import { selectionBytes } from '../metainfo/layout.ts';
import { type Metainfo, parseTorrent } from '../metainfo/metainfo.ts';
import type { DownloadStore } from '../storage/download-store.ts';
import type { DownloadRecord } from '../storage/record.ts';
import { KeyedQueue } from './queue.ts';
import type { Source } from './source.ts';
import { statusOf } from './status.ts';

/** Milliseconds between two savings of how far running downloads are. */
const saveInterval = 2_000;
/** Downloads handed to the engine at once while loading: adding thousands would block it for a second. */
const loadBatch = 100;

/** Milliseconds before an engine that died is started again: at first, and when it keeps dying. */
const shortestRestart = 250;
const longestRestart = 60_000;

export interface DownloadsOptions {
	readonly store: DownloadStore;
	readonly engine: Engine;
	readonly log: Log;
	/** Emits an event of the interface (part 6). */
	readonly emit: (name: string, payload: unknown) => void;
	/** The core failed and cannot go on by itself. */
	readonly onException: (reason: string) => void;
}

export interface Addition {
	readonly source: Source;
	readonly destination: string;
	readonly hops: number;
	readonly safeSeeding: boolean;
	/** Indices of the wanted files; null for all. */
	readonly selected: readonly number[] | null;
}

/**
 * The downloads of the service: their records, what the engine last said of each, and the orders that keep the
 * two in step. A record is saved before an order is acknowledged; the engine follows in its own time, one order
 * after another for each download.
 */
export class Downloads {
	readonly #options: DownloadsOptions;
	readonly #records = new Map<string, DownloadRecord>();
	readonly #live = new Map<string, EngineStatus>();
	/** Totals when the download was last given to the engine, which counts from zero each time. */
	readonly #base = new Map<string, { down: number; up: number }>();
	/** Status last told to listeners. */
	readonly #told = new Map<string, string>();
	readonly #unsaved = new Set<DownloadRecord>();
	readonly #orders = new KeyedQueue();
	readonly #unsubscribe: () => void;
	#timer: NodeJS.Timeout | undefined;
	#restarting: NodeJS.Timeout | undefined;
	#loaded = 0;
	#allLoaded = false;
	#closing = false;
	/** Can the engine be given orders? What it misses while it cannot, it gets when it is loaded again. */
	#engineRuns = false;
	#engineStarts = 0;

	constructor(options: DownloadsOptions) {
		this.#options = options;
		for (const record of options.store.load()) this.#records.set(record.infohash, record);
		this.#unsubscribe = options.engine.listen((message) => this.#take(message));
	}

	/** Gives every wanted download to the engine, in batches. */
	async load(): Promise<void> {
		this.#engineRuns = true;
		this.#timer = setInterval(() => this.#save(), saveInterval);
		const records = [...this.#records.values()];
		for (let from = 0; from < records.length && !this.#closing; from += loadBatch) {
			const batch = records.slice(from, from + loadBatch);
			await Promise.all(batch.map((record) => this.#order(record.infohash, () => this.#run(record))));
			this.#loaded += batch.length;
		}
		this.#allLoaded = true;
	}

	/** How far loading is (interface, 'checkpoints'). */
	get checkpoints(): { all_loaded: boolean; loaded: number; total: number } {
		return {
			all_loaded: this.#allLoaded,
			loaded: this.#allLoaded ? this.#records.size : this.#loaded,
			total: this.#records.size,
		};
	}

	/** All records, in the order in which they were added. */
	list(): DownloadRecord[] {
		return [...this.#records.values()];
	}

	/** Throws the 404 when there is no such download. */
	get(infohash: string): DownloadRecord {
		const record = this.#records.get(infohash.toLowerCase());
		if (!record) throw unknownDownload(infohash);
		return record;
	}

	/** What the engine last said of a download; undefined when it does not run. */
	live(infohash: string): EngineStatus | undefined {
		return this.#live.get(infohash);
	}

	/** The metainfo of a download; undefined while it is missing. */
	metainfo(record: DownloadRecord): Metainfo | undefined {
		const bytes = this.#options.store.torrent(record.infohash);
		return bytes && parseTorrent(bytes);
	}

	/** The .torrent, byte for byte as it came in; undefined while it is missing. */
	torrent(record: DownloadRecord): Uint8Array | undefined {
		return this.#options.store.torrent(record.infohash);
	}

	peers(record: DownloadRecord): Promise<readonly EnginePeer[]> {
		const live = this.#live.get(record.infohash);
		if (!live || live.connectedPeers + live.connectedSeeds === 0) return Promise.resolve([]);
		return this.#options.engine.peers(record.infohash);
	}

	/** Adds a download, or finds the one that is there already. */
	add(addition: Addition): DownloadRecord {
		const { source } = addition;
		const infohash = source.kind === 'torrent' ? source.metainfo.infohash : source.magnet.infohash;
		const known = this.#records.get(infohash);
		if (known) return known;
		const metainfo = source.kind === 'torrent' ? source.metainfo : undefined;
		if (metainfo) checkSelection(addition.selected, metainfo.files.length);
		const record: DownloadRecord = {
			infohash,
			name: source.kind === 'torrent' ? source.metainfo.name : source.magnet.name || infohash,
			magnet: source.kind === 'magnet' ? source.uri : '',
			size: metainfo?.length ?? 0,
			totalPieces: metainfo?.pieceCount ?? 0,
			destination: addition.destination,
			wanted: 'running',
			checking: false,
			selected: addition.selected,
			hops: addition.hops,
			safeSeeding: addition.safeSeeding,
			timeAdded: Math.floor(Date.now() / 1000),
			error: '',
			bitfield: new Uint8Array(),
			progress: 0,
			totalDown: 0,
			totalUp: 0,
		};
		this.#options.store.save(record, source.kind === 'torrent' ? source.bytes : undefined);
		this.#records.set(infohash, record);
		void this.#order(infohash, () => this.#run(record));
		return record;
	}

	stop(record: DownloadRecord): void {
		record.wanted = 'stopped';
		record.checking = false;
		this.#changed(record);
		void this.#order(record.infohash, () => this.#halt(record));
	}

	/** Resumes, after an error too: then the disk is looked at afresh, since nobody knows what is on it. */
	resume(record: DownloadRecord): void {
		if (record.error !== '') {
			record.error = '';
			record.bitfield = new Uint8Array();
			this.#unsaved.add(record);
		}
		record.wanted = 'running';
		this.#changed(record);
		void this.#order(record.infohash, () => this.#run(record));
	}

	/** Hashes everything on the disk; afterwards the download does again what it did before. */
	recheck(record: DownloadRecord): void {
		if (record.totalPieces === 0) {
			throw invalidParameter('There is nothing to check yet: the metadata of this download has not arrived.');
		}
		record.checking = true;
		record.error = '';
		this.#changed(record);
		void this.#order(record.infohash, async () => {
			await this.#halt(record);
			await this.#run(record);
		});
	}

	/** Chooses the wanted files; null means all. */
	select(record: DownloadRecord, selected: readonly number[] | null): void {
		const metainfo = this.metainfo(record);
		if (!metainfo) {
			throw invalidParameter('The files are not known yet: the metadata of this download has not arrived.');
		}
		checkSelection(selected, metainfo.files.length);
		record.selected = selected;
		record.progress = progressOf(metainfo, record);
		this.#unsaved.add(record);
		this.#changed(record);
		void this.#order(record.infohash, () => this.#options.engine.select(record.infohash, selected));
	}

	/** Removes a download and, if asked, its data. The record goes last: what was begun can be done again. */
	async remove(record: DownloadRecord, withData: boolean): Promise<void> {
		record.wanted = 'stopped';
		record.checking = false;
		this.#options.store.save(record);
		await this.#orders.run(record.infohash, async () => {
			await this.#halt(record);
			const metainfo = withData ? this.metainfo(record) : undefined;
			if (metainfo) await this.#deleteData(record, metainfo);
			this.#unsaved.delete(record);
			this.#options.store.remove(record.infohash);
			this.#records.delete(record.infohash);
			this.#told.delete(record.infohash);
		});
	}

	async #deleteData(record: DownloadRecord, metainfo: Metainfo): Promise<void> {
		const { problems } = await deleteData(metainfo, record.destination);
		for (const problem of problems) this.#options.log('warning', problem);
		const [first] = problems;
		if (first === undefined) return;
		const more = problems.length > 1 ? ` (and ${problems.length - 1} more, see the log)` : '';
		throw new Fault(
			500,
			'RemoveDataError',
			`The download stays, stopped, since not all of its data could be deleted: ${first}${more}.`,
		);
	}

	/** Stops everything and saves how far it came. */
	async close(): Promise<void> {
		this.#closing = true;
		clearInterval(this.#timer);
		clearTimeout(this.#restarting);
		await this.#orders.idle();
		await this.#options.engine.close();
		this.#unsubscribe();
		for (const record of this.#records.values()) this.#unsaved.add(record);
		this.#save();
		this.#options.store.close();
	}

	/** Starts what the record wants: a check, a transfer, or nothing. */
	async #run(record: DownloadRecord): Promise<void> {
		if (!this.#engineRuns) return;
		const wanted = record.checking || record.wanted === 'running';
		if (
			!wanted ||
			record.error !== '' ||
			this.#live.has(record.infohash) ||
			!this.#records.has(record.infohash)
		)
			return;
		const torrent = this.#options.store.torrent(record.infohash);
		this.#base.set(record.infohash, { down: record.totalDown, up: record.totalUp });
		await this.#options.engine.add({
			infohash: record.infohash,
			source: torrent ? { torrent } : { magnet: record.magnet },
			destination: record.destination,
			bitfield: record.checking || record.bitfield.length === 0 ? undefined : record.bitfield,
			selected: record.selected,
			mode: record.checking ? 'check' : 'run',
			maxDownloadSpeed: 0,
			maxUploadSpeed: 0,
		});
	}

	async #halt(record: DownloadRecord): Promise<void> {
		if (this.#engineRuns) await this.#options.engine.stop(record.infohash);
		this.#live.delete(record.infohash);
		this.#save();
	}

	/** An order to the engine. What goes wrong with it is the download's error, seen by everybody. */
	#order(infohash: string, task: () => Promise<void>): Promise<void> {
		return this.#orders.run(infohash, task).catch((error: unknown) => {
			const record = this.#records.get(infohash);
			// Orders that a dying engine did not carry out are given again when the next one has started.
			if (record && this.#engineRuns && !this.#closing) this.#fail(record, reasonOf(error));
		});
	}

	#take(message: EngineMessage): void {
		switch (message.type) {
			case 'statuses':
				for (const status of message.statuses) this.#takeStatus(status);
				return;
			case 'listening':
				this.#options.log('info', `Peers are awaited on port ${message.port}.`);
				return;
			case 'died':
				this.#restart(message.reason);
				return;
			default: {
				const record = this.#records.get(message.infohash);
				if (record) this.#takeOf(record, message);
			}
		}
	}

	#takeStatus(status: EngineStatus): void {
		const record = this.#records.get(status.infohash);
		if (record?.error !== '') return;
		this.#live.set(status.infohash, status);
		const base = this.#base.get(status.infohash) ?? { down: 0, up: 0 };
		record.totalDown = base.down + status.downloaded;
		record.totalUp = base.up + status.uploaded;
		if (status.phase === 'downloading' || status.phase === 'seeding') record.progress = status.progress;
		this.#unsaved.add(record);
		this.#tell(record);
	}

	#takeOf(record: DownloadRecord, message: Extract<EngineMessage, { infohash: string }>): void {
		switch (message.type) {
			case 'metadata': {
				const metainfo = parseTorrent(message.torrent);
				record.name = metainfo.name;
				record.size = metainfo.length;
				record.totalPieces = metainfo.pieceCount;
				this.#options.store.save(record, message.torrent);
				return;
			}
			case 'bitfield':
				record.bitfield = message.bitfield;
				this.#unsaved.add(record);
				return;
			case 'finished':
				this.#save();
				this.#options.emit('torrent_finished', {
					infohash: record.infohash,
					name: record.name,
					hidden: false,
				});
				return;
			case 'checked': {
				const metainfo = this.metainfo(record);
				if (metainfo) record.progress = progressOf(metainfo, record);
				record.checking = false;
				this.#live.delete(record.infohash);
				this.#unsaved.add(record);
				this.#save();
				this.#changed(record);
				void this.#order(record.infohash, () => this.#run(record));
				return;
			}
			case 'failed':
				this.#fail(record, message.reason);
		}
	}

	#fail(record: DownloadRecord, reason: string): void {
		record.error = reason;
		record.checking = false;
		this.#live.delete(record.infohash);
		this.#options.log('warning', `${record.name}: ${reason}`);
		this.#save();
		this.#changed(record);
		this.#options.emit('torrent_error', { infohash: record.infohash, error: reason });
	}

	/**
	 * Another engine takes over: it gets every download again, with the last bitfield the dead one told us. One that
	 * keeps dying is given more and more time.
	 */
	#restart(reason: string): void {
		if (this.#closing) return;
		const wait = Math.min(longestRestart, shortestRestart * 2 ** this.#engineStarts++);
		this.#options.log('error', `The engine ended: ${reason}. Starting another in ${wait / 1000} s.`);
		this.#engineRuns = false;
		this.#live.clear();
		this.#save();
		for (const record of this.#records.values()) this.#tell(record);
		this.#restarting = setTimeout(() => {
			this.#options.engine.start().then(
				() => {
					this.#engineRuns = true;
					for (const record of this.#records.values()) {
						void this.#order(record.infohash, () => this.#run(record));
					}
				},
				(error: unknown) =>
					this.#options.onException(`The engine cannot be started again: ${reasonOf(error)}`),
			);
		}, wait);
	}

	/** What is wanted of a download changed: it is on the disk when this returns. */
	#changed(record: DownloadRecord): void {
		this.#options.store.save(record);
		this.#tell(record);
	}

	#tell(record: DownloadRecord): void {
		const status = statusOf(record, this.#live.get(record.infohash)?.phase);
		if (this.#told.get(record.infohash) === status) return;
		this.#told.set(record.infohash, status);
		this.#options.emit('torrent_status_changed', { infohash: record.infohash, status: `DLSTATUS_${status}` });
	}

	#save(): void {
		if (this.#unsaved.size === 0) return;
		this.#options.store.saveTransfers(this.#unsaved);
		this.#unsaved.clear();
	}
}

function checkSelection(selected: readonly number[] | null, count: number): void {
	const outside = selected?.find((index) => index < 0 || index >= count);
	if (outside !== undefined) {
		throw invalidParameter(`There is no file ${outside}: the download has ${count} files, counted from 0.`);
	}
}

/** 0 to 1 of the wanted files' bytes. */
function progressOf(metainfo: Metainfo, record: DownloadRecord): number {
	const { wanted, complete } = selectionBytes(metainfo, record.bitfield, record.selected);
	return wanted === 0 ? 1 : complete / wanted;
}
