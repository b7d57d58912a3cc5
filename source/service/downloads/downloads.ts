import type { Engine, EnginePeer, EngineStatus, SocksProxy } from '../engine/port.ts';
import { Fault, invalidParameter, unknownDownload } from '../fault.ts';
import type { Log } from '../log.ts';
import { deleteData, placeOf } from '../metainfo/delete-data.ts';
import type { Metainfo } from '../metainfo/metainfo.ts';
import type { DownloadStore } from '../storage/download-store.ts';
import type { DownloadRecord } from '../storage/record.ts';
import { Book, type Emit } from './book.ts';
import type { Buffered, ContentReader, ContentSource } from './content-reader.ts';
import { EngineLink } from './engine-link.ts';
import { lackedRoute, requireRoute } from './hops.ts';
import type { Source } from './source.ts';

/** Milliseconds between two savings of how far running downloads are. */
const saveInterval = 2_000;

export interface DownloadsOptions {
	readonly store: DownloadStore;
	readonly engine: Engine;
	/** The proxies of the hops: a download with n hops takes the first n. */
	readonly proxies: readonly SocksProxy[];
	readonly log: Log;
	readonly emit: Emit;
	/** The engine does not run, for this reason. */
	readonly onException: (reason: string) => void;
	/** It runs again. */
	readonly onRecovery: () => void;
	/** What happens to downloads cannot be saved, for this reason, told once; undefined when it can be again. */
	readonly onSaving: (trouble: string | undefined) => void;
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
 * The downloads of the service and what can be asked of them. What an order wants is on the disk before it returns;
 * the engine follows in its own time.
 */
export class Downloads implements ContentSource {
	readonly #book: Book;
	readonly #link: EngineLink;
	readonly #log: Log;
	readonly #proxies: readonly SocksProxy[];
	/** Removals under way, by infohash. They never reject. */
	readonly #leaving = new Map<string, Promise<void>>();
	/** Those who read content of a download at the moment. */
	readonly #readers = new Map<DownloadRecord, Set<ContentReader>>();
	#saving: NodeJS.Timeout | undefined;
	#loaded = 0;
	#allLoaded = false;

	constructor(options: DownloadsOptions) {
		const { store, engine, proxies, log, emit, onException, onRecovery, onSaving } = options;
		this.#log = log;
		this.#proxies = proxies;
		this.#book = new Book(store, emit, onSaving);
		this.#link = new EngineLink({
			engine,
			proxies,
			book: this.#book,
			log,
			emit,
			onException,
			onRecovery: () => {
				this.#allLoaded = true;
				onRecovery();
			},
		});
	}

	/** Starts the engine and gives it every wanted download. */
	async load(): Promise<void> {
		this.#saving = setInterval(() => this.#book.save(), saveInterval);
		await this.#link.start((loaded) => {
			this.#loaded = loaded;
		});
		this.#allLoaded = true;
	}

	/** How far loading is (interface, 'checkpoints'). */
	get checkpoints(): { all_loaded: boolean; loaded: number; total: number } {
		const total = this.#book.size;
		return { all_loaded: this.#allLoaded, loaded: this.#allLoaded ? total : this.#loaded, total };
	}

	/** All records, in the order in which they were added. */
	list(): DownloadRecord[] {
		return [...this.#book.records];
	}

	/** Throws the 404 when there is no such download. */
	get(infohash: string): DownloadRecord {
		const record = this.#book.get(infohash.toLowerCase());
		if (!record) throw unknownDownload(infohash);
		return record;
	}

	/** What the engine last said of a download; undefined when it does not run. */
	live(record: DownloadRecord): EngineStatus | undefined {
		return this.#book.live(record.infohash);
	}

	/** The metainfo of a download; undefined while it is missing, and when it is damaged: the record says so then. */
	metainfo(record: DownloadRecord): Metainfo | undefined {
		const runs = this.#book.live(record.infohash) !== undefined;
		const metainfo = this.#book.metainfo(record);
		if (!metainfo && record.error !== '' && runs) void this.#link.halt(record);
		return metainfo;
	}

	/** The .torrent, byte for byte as it came in; undefined while it is missing. */
	torrent(record: DownloadRecord): Uint8Array | undefined {
		return this.#book.torrent(record.infohash);
	}

	peers(record: DownloadRecord): Promise<readonly EnginePeer[]> {
		return this.#link.peers(record);
	}

	/** Does the download transfer, or will it by itself? Otherwise what is missing stays missing. */
	arrives(record: DownloadRecord): boolean {
		return this.#book.get(record.infohash) === record && record.wanted === 'running' && record.error === '';
	}

	prepare(record: DownloadRecord, reader: string, from: number, to: number): Promise<void> {
		return this.#link.prepare(record, reader, from, to);
	}

	release(record: DownloadRecord, reader: string): void {
		this.#link.release(record, reader);
	}

	/** Somebody reads content of a download. Returns the function to call at the end of that. */
	watch(record: DownloadRecord, reader: ContentReader): () => void {
		const readers = this.#readers.get(record) ?? new Set();
		this.#readers.set(record, readers.add(reader));
		return () => {
			readers.delete(reader);
			if (readers.size === 0) this.#readers.delete(record);
		};
	}

	/** How much of what the readers of a download need next is here, of the one that lacks most; undefined without one. */
	buffered(record: DownloadRecord): Buffered | undefined {
		const all = [...(this.#readers.get(record) ?? [])].map((reader) => reader.buffered);
		return all.sort((a, b) => a.consecutive - b.consecutive)[0];
	}

	/** Adds a download, or finds the one that is there already. One that is being removed is added when it is gone. */
	async add({ source, destination, hops, safeSeeding, selected }: Addition): Promise<DownloadRecord> {
		const metainfo = source.kind === 'torrent' ? source.metainfo : undefined;
		const { infohash, name } = source.kind === 'torrent' ? source.metainfo : source.magnet;
		for (let leaving = this.#leaving.get(infohash); leaving; leaving = this.#leaving.get(infohash))
			await leaving;
		const known = this.#book.get(infohash);
		if (known) return sameOrFault(known, hops);
		this.requireRoute(hops);
		if (metainfo) checkSelection(selected, metainfo.files.length);
		const record: DownloadRecord = {
			infohash,
			name: name || infohash,
			magnet: source.kind === 'magnet' ? source.uri : '',
			size: metainfo?.length ?? 0,
			totalPieces: metainfo?.pieceCount ?? 0,
			destination,
			wanted: 'running',
			checking: false,
			selected,
			hops,
			safeSeeding,
			maxDownloadSpeed: 0,
			maxUploadSpeed: 0,
			timeAdded: Math.floor(Date.now() / 1000),
			error: '',
			bitfield: new Uint8Array(),
			progress: 0,
			totalDown: 0,
			totalUp: 0,
		};
		this.#book.enter(record, source.kind === 'torrent' ? source.bytes : undefined);
		void this.#link.run(record);
		return record;
	}

	stop(record: DownloadRecord): void {
		this.#book.change(record, { wanted: 'stopped', checking: false, error: '' });
		void this.#link.halt(record);
	}

	/** Resumes, after an error too: then the disk is looked at afresh, since nobody knows what is on it. */
	resume(record: DownloadRecord): void {
		const failed = record.error !== '';
		this.#book.change(record, { wanted: 'running', error: '' });
		if (failed) {
			record.bitfield = new Uint8Array();
			this.#book.advanced(record);
		}
		void this.#link.run(record);
	}

	/** Hashes everything on the disk; afterwards the download does again what it did before. */
	recheck(record: DownloadRecord): void {
		if (record.totalPieces === 0) {
			throw invalidParameter('There is nothing to check yet: the metadata of this download has not arrived.');
		}
		this.#book.change(record, { checking: true, error: '' });
		void this.#link.restart(record);
	}

	/** Chooses the wanted files; null means all. */
	select(record: DownloadRecord, selected: readonly number[] | null): void {
		const metainfo = this.metainfo(record);
		if (!metainfo) {
			throw invalidParameter('The files are not known yet: the metadata of this download has not arrived.');
		}
		checkSelection(selected, metainfo.files.length);
		this.#book.change(record, { selected });
		this.#book.measure(record);
		void this.#link.select(record);
	}

	/** The proxies of so many hops; throws the Fault that says how to configure them when there are fewer. */
	requireRoute(hops: number): readonly SocksProxy[] {
		return requireRoute(hops, this.#proxies);
	}

	/** Has the download leave its swarm and join it again by the new route; resolves when it does. */
	async changeHops(record: DownloadRecord, hops: number): Promise<void> {
		this.requireRoute(hops);
		if (record.hops === hops) return;
		// An error that named the missing route says nothing any more.
		const error = lackedRoute(record.error) ? '' : record.error;
		this.#book.change(record, { hops, error });
		await this.#link.restart(record);
	}

	/** Limits in bytes per second, 0 for none; what is left out stays. Connections stay too. */
	limit(record: DownloadRecord, limits: { maxDownloadSpeed?: number; maxUploadSpeed?: number }): void {
		this.#book.change(record, limits);
		void this.#link.limit(record);
	}

	/** Removes a download and, if asked, its data. The record goes last: what was begun can be done again. */
	async remove(record: DownloadRecord, withData: boolean): Promise<void> {
		this.#book.change(record, { wanted: 'stopped', checking: false });
		const removed = this.#link.finish(record, async () => {
			if (this.#book.get(record.infohash) !== record) throw unknownDownload(record.infohash);
			const metainfo = withData ? this.metainfo(record) : undefined;
			const damage = withData && !metainfo ? this.#book.damage(record) : undefined;
			if (damage !== undefined) throw new Fault(500, 'MetainfoDamagedError', damage);
			if (metainfo) await this.#deleteData(record, metainfo);
			this.#book.forget(record);
		});
		const forget = () => {
			if (this.#leaving.get(record.infohash) === left) this.#leaving.delete(record.infohash);
		};
		const left: Promise<void> = removed.then(forget, forget);
		this.#leaving.set(record.infohash, left);
		await removed;
	}

	/** Stops everything and saves how far it came. */
	async close(): Promise<void> {
		clearInterval(this.#saving);
		await this.#link.close();
		this.#book.close();
	}

	/** Where other downloads have files that this one may have too: torrents of the same name in the same folder. */
	#placesOfOthers(record: DownloadRecord): ReadonlySet<string> {
		const places = new Set<string>();
		for (const other of this.#book.records) {
			const near = other.destination === record.destination && other.name === record.name;
			if (!near || other === record) continue;
			for (const { diskPath } of this.metainfo(other)?.files ?? []) places.add(placeOf(diskPath));
		}
		return places;
	}

	async #deleteData(record: DownloadRecord, metainfo: Metainfo): Promise<void> {
		const { problems } = await deleteData(metainfo, record.destination, this.#placesOfOthers(record));
		for (const problem of problems) this.#log('warning', problem);
		const [first] = problems;
		if (first === undefined) return;
		const more = problems.length > 1 ? ` (and ${problems.length - 1} more, see the log)` : '';
		throw new Fault(
			500,
			'RemoveDataError',
			`The download stays, stopped, since not all of its data could be deleted: ${first}${more}.`,
		);
	}
}

/** A download that is there already; it does not silently take the place of one with more hops. */
function sameOrFault(known: DownloadRecord, hops: number): DownloadRecord {
	if (hops <= known.hops) return known;
	throw new Fault(
		500,
		'HopsConflictError',
		`This download is there already, with fewer hops (${known.hops}): change them with PATCH and anon_hops alone, or remove it first.`,
	);
}

function checkSelection(selected: readonly number[] | null, count: number): void {
	const outside = selected?.find((index) => index < 0 || index >= count);
	if (outside !== undefined) {
		throw invalidParameter(`There is no file ${outside}: the download has ${count} files, counted from 0.`);
	}
}
