import type { FileHandle } from 'node:fs/promises';
import type { Metainfo, MetainfoFile } from '../../metainfo/metainfo.ts';
import type { Engine, EnginePeer, EngineStatus, SocksProxy } from '../engine/port.ts';
import { invalidParameter, reasonOf, unknownDownload } from '../http/http-error.ts';
import type { Log } from '../log.ts';
import type { DownloadStore } from '../storage/download-store.ts';
import { openInside } from '../storage/open-inside.ts';
import type { PathGuard } from '../storage/path-guard.ts';
import type { DownloadRecord } from '../storage/record.ts';
import { type Addition, checkSelection, newRecord, requireSameSettings } from './addition.ts';
import type { Buffered, ContentReader, ContentSource } from './content-reader.ts';
import { refuseOwnFiles } from './destination.ts';
import { DownloadRegistry, type Emit } from './download-registry.ts';
import { EngineController } from './engine-controller.ts';
import { lackedRoute, requireRoute } from './hops.ts';
import { Removals } from './removals.ts';
import { completion, knownTrackers, moreSources } from './repeated-source.ts';

/** Milliseconds between two savings of how far running downloads are. */
const SAVE_INTERVAL_MS = 2_000;

export interface DownloadsOptions {
	readonly store: DownloadStore;
	readonly engine: Engine;
	/** The proxies of the hops: a download with n hops takes the first n. */
	readonly proxies: readonly SocksProxy[];
	readonly guard: PathGuard;
	readonly log: Log;
	readonly emit: Emit;
	/** No engine works for now, for this reason; another one is started. */
	readonly onException: (reason: string) => void;
	/** Another engine runs. */
	readonly onRecovery: () => void;
	/** The engine responds again, before it was replaced. */
	readonly onResponse: () => void;
	/** What happens to downloads cannot be saved, for this reason, told once; undefined when it can be again. */
	readonly onSaving: (trouble: string | undefined) => void;
}

/**
 * The downloads of the service and what can be asked of them. What an order wants is on the disk before it returns;
 * the engine follows in its own time.
 */
export class Downloads implements ContentSource {
	readonly #registry: DownloadRegistry;
	readonly #controller: EngineController;
	readonly #removals: Removals;
	readonly #proxies: readonly SocksProxy[];
	readonly #guard: PathGuard;
	readonly #log: Log;
	/** Those who read content of a download at the moment. */
	readonly #readers = new Map<DownloadRecord, Set<ContentReader>>();
	#saving: NodeJS.Timeout | undefined;
	/** Ends when all records have their trackers. */
	#learning: Promise<void> = Promise.resolve();
	#closing = false;
	#loaded = 0;
	#allLoaded = false;

	constructor(options: DownloadsOptions) {
		const { store, engine, proxies, guard, log, emit, onException, onRecovery, onResponse, onSaving } =
			options;
		this.#proxies = proxies;
		this.#guard = guard;
		this.#log = log;
		this.#registry = new DownloadRegistry(store, emit, onSaving);
		this.#controller = new EngineController({
			engine,
			proxies,
			registry: this.#registry,
			log,
			emit,
			onException,
			onRecovery: () => {
				this.#allLoaded = true;
				onRecovery();
			},
			onResponse,
		});
		const metainfo = (record: DownloadRecord) => this.metainfo(record);
		this.#removals = new Removals({
			registry: this.#registry,
			controller: this.#controller,
			log,
			emit,
			guard,
			metainfo,
		});
	}

	/** Starts the engine and gives it every wanted download. */
	async load(): Promise<void> {
		this.#registry.checkSpace();
		this.#saving = setInterval(() => this.#registry.save(), SAVE_INTERVAL_MS);
		this.#removals.resume();
		await this.#controller.start((loaded) => {
			this.#loaded = loaded;
		});
		this.#allLoaded = true;
		this.#learning = this.#learnTrackers();
	}

	/** How far loading is (interface, 'checkpoints'). */
	get checkpoints(): { all_loaded: boolean; loaded: number; total: number } {
		const total = this.#registry.size;
		return { all_loaded: this.#allLoaded, loaded: this.#allLoaded ? total : this.#loaded, total };
	}

	/** All records, in the order in which they were added. */
	list(): DownloadRecord[] {
		return [...this.#registry.records];
	}

	/** Throws the 404 when there is no such download. */
	get(infohash: string): DownloadRecord {
		const record = this.#registry.get(infohash.toLowerCase());
		if (!record) throw unknownDownload(infohash);
		return record;
	}

	/** The current figures of a download; undefined when it does not run, and while the engine does not respond. */
	live(record: DownloadRecord): EngineStatus | undefined {
		return this.#registry.current(record.infohash);
	}

	/**
	 * Reads the metainfo in slices, so that `metainfo` has it at hand and nobody else had to wait. Throws the 404 when
	 * there is no such download; there may be none any more when it resolves.
	 */
	async readAhead(infohash: string): Promise<void> {
		await this.#registry.readAhead(this.get(infohash));
	}

	/** The metainfo of a download; undefined while it is missing, and when it is damaged: the record says so then. */
	metainfo(record: DownloadRecord): Metainfo | undefined {
		const runs = this.#registry.live(record.infohash) !== undefined;
		const metainfo = this.#registry.metainfo(record);
		if (!metainfo && record.error !== '' && runs) void this.#controller.halt(record);
		return metainfo;
	}

	/** The .torrent, byte for byte as it came in; undefined while it is missing. */
	torrent(record: DownloadRecord): Uint8Array | undefined {
		return this.#registry.torrent(record.infohash);
	}

	peers(record: DownloadRecord): Promise<readonly EnginePeer[]> {
		return this.#controller.peers(record);
	}

	/** Does the download transfer, or will it by itself? Otherwise what is missing stays missing. */
	arrives(record: DownloadRecord): boolean {
		return (
			this.#registry.get(record.infohash) === record && record.wanted === 'running' && record.error === ''
		);
	}

	prepare(record: DownloadRecord, reader: string, from: number, to: number): Promise<void> {
		return this.#controller.prepare(record, reader, from, to);
	}

	release(record: DownloadRecord, reader: string): void {
		this.#controller.release(record, reader);
	}

	open({ destination }: DownloadRecord, { diskPath }: MetainfoFile): Promise<FileHandle> {
		return openInside(destination, diskPath, this.#guard);
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

	/** Adds a download, or finds the one that is there already. One that is being removed is added after its removal. */
	async add(addition: Addition): Promise<DownloadRecord> {
		const { source, destination, hops } = addition;
		const { infohash } = source.kind === 'torrent' ? source.metainfo : source.magnet;
		if (source.kind === 'torrent' && !this.#registry.get(infohash))
			await refuseOwnFiles(this.#guard, destination, source.metainfo);
		const { name } = source.kind === 'torrent' ? source.metainfo : source.magnet;
		await this.#removals.untilGone({ infohash, name, destination });
		const known = this.#registry.get(infohash);
		if (known) {
			requireSameSettings(known, hops);
			await this.#registry.readAhead(known);
			// Else it was removed meanwhile.
			if (this.#registry.get(infohash) === known) this.#merge(known, addition);
			return known;
		}
		this.requireRoute(hops);
		const record = newRecord(addition);
		this.#registry.enter(record, source.kind === 'torrent' ? source.bytes : undefined);
		void this.#controller.run(record);
		return record;
	}

	/** Takes what a repeated source adds: missing or damaged metadata, trackers, web seeds, peers of a magnet link. */
	#merge(record: DownloadRecord, addition: Addition): void {
		const { source } = addition;
		const metainfo = this.metainfo(record);
		if (source.kind === 'torrent' && !metainfo) {
			const damaged = this.#registry.damage(record) !== undefined;
			this.#registry.change(record, completion(record, source, addition, damaged), source.bytes);
			this.#registry.measure(record);
			void this.#controller.restart(record);
			return;
		}
		const more = moreSources(record, metainfo, source);
		const kept = more.trackers.length + more.webSeeds.length;
		if (kept > 0) {
			this.#registry.change(record, {
				trackers: [...knownTrackers(record, metainfo), ...more.trackers],
				webSeeds: [...record.webSeeds, ...more.webSeeds],
			});
		}
		if (kept + more.peers.length > 0) void this.#controller.addSources(record, more);
	}

	stop(record: DownloadRecord): void {
		this.#dismissError(record, { wanted: 'stopped', checking: false });
		void this.#controller.halt(record);
	}

	/** Resumes. After an error everything on the disk is checked. */
	resume(record: DownloadRecord): void {
		this.#dismissError(record, { wanted: 'running' });
		void this.#controller.run(record);
	}

	/** Hashes everything on the disk; afterwards the download does again what it did before. */
	recheck(record: DownloadRecord): void {
		if (record.totalPieces === 0) {
			throw invalidParameter('There is nothing to check yet: the metadata of this download has not arrived.');
		}
		this.#dismissError(record, { checking: true });
		void this.#controller.restart(record);
	}

	/** Changes a download and clears its error. After an error the data on the disk may be anything. */
	#dismissError(record: DownloadRecord, change: Partial<DownloadRecord>): void {
		const failed = record.error !== '';
		this.#registry.change(record, { ...change, error: '' });
		if (!failed) return;
		record.unverified = true;
		this.#registry.advanced(record);
	}

	/** Chooses the wanted files; null means all. */
	select(record: DownloadRecord, selected: readonly number[] | null): void {
		const metainfo = this.metainfo(record);
		if (!metainfo) {
			throw invalidParameter('The files are not known yet: the metadata of this download has not arrived.');
		}
		checkSelection(selected, metainfo.files.length);
		this.#registry.change(record, { selected });
		this.#registry.measure(record);
		void this.#controller.select(record);
	}

	/** The proxies of so many hops; throws the HttpError that says how to configure them when there are fewer. */
	requireRoute(hops: number): readonly SocksProxy[] {
		return requireRoute(hops, this.#proxies);
	}

	/** Has the download leave its swarm and join it again by the new route; resolves when it does. */
	async changeHops(record: DownloadRecord, hops: number): Promise<void> {
		this.requireRoute(hops);
		if (record.hops === hops) return;
		// An error that named the missing route says nothing any more.
		const error = lackedRoute(record.error) ? '' : record.error;
		this.#registry.change(record, { hops, error });
		await this.#controller.restart(record);
	}

	/** Limits in bytes per second, 0 for none; what is left out stays. Connections stay too. */
	limit(record: DownloadRecord, limits: { maxDownloadSpeed?: number; maxUploadSpeed?: number }): void {
		this.#registry.change(record, limits);
		void this.#controller.limit(record);
	}

	/** Removes a download and, if asked, its data. Resolves early when deleting takes long. */
	remove(record: DownloadRecord, withData: boolean): Promise<void> {
		return this.#removals.remove(record, withData);
	}

	/** Completes the records of an older database, one after the other. */
	async #learnTrackers(): Promise<void> {
		try {
			for (const record of this.list()) {
				if (this.#closing) return;
				if (record.trackers === null) await this.#registry.learnTrackers(record);
			}
		} catch (error) {
			this.#log('warning', `Cannot read the trackers of older downloads: ${reasonOf(error)}.`);
		}
	}

	/** Stops everything and saves how far it came. */
	async close(): Promise<void> {
		this.#closing = true;
		clearInterval(this.#saving);
		await Promise.all([this.#learning, this.#removals.close()]);
		await this.#controller.close();
		this.#registry.close();
	}
}
