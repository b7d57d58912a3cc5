import { type FileHandle, lstat } from 'node:fs/promises';
import type { Metainfo, MetainfoFile } from '../../metainfo/metainfo.ts';
import { codeOf } from '../../shared/error.ts';
import { CompletionCommands, type CompletionSettings } from '../completion/completion-commands.ts';
import type { Engine, EnginePeer, EnginePhase, EngineStatus, SocksProxy } from '../engine/port.ts';
import { HttpError, invalidParameter, reasonOf, unknownDownload } from '../http/http-error.ts';
import { inheritedLimits, type Labels } from '../labels/labels.ts';
import type { Log } from '../log.ts';
import { unfinishedMove } from '../moving/intent.ts';
import { Queue } from '../queue/queue.ts';
import { placesOf, type QueueTarget } from '../queue/queue-order.ts';
import { SeedingEnd, shareRatio } from '../seeding/seeding-end.ts';
import {
	type EffectiveLimits,
	effectiveLimits,
	reachedLimits,
	type SeedingLimits,
} from '../seeding/seeding-limits.ts';
import type { StoredSettings } from '../settings/stored-settings.ts';
import type { DownloadStore } from '../storage/download-store.ts';
import { openInside } from '../storage/open-inside.ts';
import type { PathGuard } from '../storage/path-guard.ts';
import { type DownloadRecord, nameOf } from '../storage/record.ts';
import { type Addition, checkSelection, newRecord, requireHops } from './addition.ts';
import type { Buffered, ContentReader, ContentSource } from './content-reader.ts';
import { Destinations, refuseOwnFiles } from './destination.ts';
import { DownloadRegistry, type Emit } from './download-registry.ts';
import { EngineController, type SpeedLimits } from './engine-controller.ts';
import { type PriorityChange, withPriorities } from './file-priorities.ts';
import { isMissingRoute, requireRoute } from './hops.ts';
import { type Importation, importedRecord } from './importation.ts';
import { type MoveProgress, Moves, refuseMoving } from './moves.ts';
import { PathOwners, rootOf } from './path-owners.ts';
import { Removals } from './removals.ts';
import { completion, knownTrackers, moreSources } from './repeated-source.ts';
import { requireTracker } from './tracker-changes.ts';

/** Phases in which a download is in its swarm. */
const announcedPhases: ReadonlySet<EnginePhase> = new Set(['metadata', 'downloading', 'seeding']);

export const announceText = {
	stopped: 'The download is stopped. Resume it, then announce it.',
	starting: 'The download has not joined its swarm yet. It announces itself when it does.',
	noEngine: 'The engine does not respond. Try again when it does.',
} as const;

const notAnnounced = (text: string) => new HttpError(409, 'NotAnnouncedError', text);

/** Time between saves of the progress of running downloads. */
const SAVE_INTERVAL_MS = 2_000;
/** Minimum time between two sorts of the queue for a list. */
const PLACES_INTERVAL_MS = 1_000;

export interface DownloadsOptions {
	readonly store: DownloadStore;
	readonly engine: Engine;
	/** Proxies of the hops. A download with n hops uses the first n. */
	readonly proxies: readonly SocksProxy[];
	readonly guard: PathGuard;
	readonly labels: Labels;
	readonly settings: StoredSettings;
	readonly completion: CompletionSettings;
	readonly stateFolder: string;
	readonly log: Log;
	readonly emit: Emit;
	/** Called with the reason when no engine runs. Another one is started. */
	readonly onException: (reason: string) => void;
	/** Called when another engine runs. */
	readonly onRecovery: () => void;
	/** Called when the engine responds again without a restart. */
	readonly onResponse: () => void;
	/** Called with the reason when saving starts to fail, and with undefined when it works again. */
	readonly onSaving: (failure: string | undefined) => void;
}

/** Changes of a download that may be refused. */
export interface IntendedChange {
	/** Indexes of files; null for all. */
	readonly selected: readonly number[] | null | undefined;
	readonly priorities: PriorityChange | undefined;
	readonly label: string | undefined;
	readonly recheck: boolean;
}

/**
 * Downloads of the service and operations on them. Requested changes are on the disk before a method returns; the
 * engine follows later.
 */
export class Downloads implements ContentSource {
	readonly destinations: Destinations;
	readonly #registry: DownloadRegistry;
	readonly #controller: EngineController;
	readonly #removals: Removals;
	readonly #moves: Moves;
	readonly #queue: Queue;
	readonly #seedingEnd: SeedingEnd;
	readonly #completion: CompletionCommands;
	readonly #seedingLimits: (record: DownloadRecord) => EffectiveLimits;
	readonly #proxies: readonly SocksProxy[];
	readonly #guard: PathGuard;
	readonly #labels: Labels;
	readonly #log: Log;
	/** Active readers of each download's content. */
	readonly #readers = new Map<DownloadRecord, Set<ContentReader>>();
	#saving: NodeJS.Timeout | undefined;
	/** Resolves when all records have their trackers. */
	#readingTrackers: Promise<void> = Promise.resolve();
	#closing = false;
	/** Time of the last places in the queue, `performance.now()`, and the number of downloads then. */
	#placesAt = Number.NEGATIVE_INFINITY;
	#placesOf = 0;
	#loaded = 0;
	#allLoaded = false;

	constructor(options: DownloadsOptions) {
		const { store, engine, proxies, guard, labels, settings, log, emit } = options;
		const { onException, onRecovery, onResponse, onSaving } = options;
		this.#proxies = proxies;
		this.#guard = guard;
		this.#labels = labels;
		this.#log = log;
		this.#registry = new DownloadRegistry(store, emit, onSaving);
		this.destinations = new Destinations({ guard, downloads: this.#registry });
		const metainfo = (record: DownloadRecord) => this.metainfo(record);
		const owners = new PathOwners({ registry: this.#registry, metainfo });
		this.#controller = new EngineController({
			engine,
			proxies,
			registry: this.#registry,
			limitsOf: (record) => inheritedLimits(record, labels.find(record.label)),
			log,
			emit,
			owners,
			onFinished: (record) => this.#completion.finished(record),
			onException,
			onRecovery: () => {
				this.#allLoaded = true;
				onRecovery();
			},
			onResponse,
		});
		this.#completion = new CompletionCommands({
			settings: options.completion,
			stateFolder: options.stateFolder,
			downloads: this.#registry,
			log,
			emit,
		});
		this.#queue = new Queue({
			downloads: this.#registry,
			engine: this.#controller,
			limits: () => {
				const { active_downloads: activeDownloads, active_seeds: activeSeeds } = settings.current.queue;
				return { activeDownloads, activeSeeds };
			},
		});
		settings.listen(() => this.#queue.decide());
		this.#seedingLimits = ({ seedingRatio, seedingMinutes, label }) => {
			const own = { ratio: seedingRatio, minutes: seedingMinutes };
			const inherited = labels.find(label);
			const ofLabel = inherited && { ratio: inherited.seedingRatio, minutes: inherited.seedingMinutes };
			return effectiveLimits({ own, ofLabel, ofAll: settings.current.seeding });
		};
		this.#seedingEnd = new SeedingEnd({
			downloads: this.#registry,
			limitsOf: this.#seedingLimits,
			end: (record, reason) => {
				this.#registry.applyChange(record, { requestedState: 'stopped', forced: false, ended: reason });
				void this.#controller.stopDownload(record);
				const { infohash } = record;
				const name = nameOf(record);
				log('info', `${name}: ${reason}`);
				emit('torrent_seeding_ended', { infohash, name, reason });
			},
		});
		this.#removals = new Removals({
			registry: this.#registry,
			controller: this.#controller,
			owners,
			log,
			emit,
			guard,
			metainfo,
		});
		this.#moves = new Moves({
			registry: this.#registry,
			controller: this.#controller,
			removals: this.#removals,
			owners,
			log,
			emit,
			destinations: this.destinations,
			guard,
			metainfo,
		});
	}

	/** Starts the engine and adds every started download to it. */
	async load(): Promise<void> {
		this.#registry.checkSpace();
		this.#saving = setInterval(() => this.#registry.save(), SAVE_INTERVAL_MS);
		this.#removals.resume();
		this.#moves.resume();
		this.#queue.decide();
		this.#queue.start();
		this.#seedingEnd.start();
		await this.#completion.start();
		await this.#controller.start((loaded) => {
			this.#loaded = loaded;
		});
		this.#allLoaded = true;
		this.#readingTrackers = this.#readTrackers();
	}

	/** Loading progress (interface, 'checkpoints'). */
	get checkpoints(): { all_loaded: boolean; loaded: number; total: number } {
		const total = this.#registry.size;
		return { all_loaded: this.#allLoaded, loaded: this.#allLoaded ? total : this.#loaded, total };
	}

	/** Returns all records in the order of addition. */
	list(): DownloadRecord[] {
		return [...this.#registry.records];
	}

	/** Whether a download is in the list. */
	has(infohash: string): boolean {
		return this.#registry.get(infohash) !== undefined;
	}

	/** Throws the 404 for an unknown download. */
	get(infohash: string): DownloadRecord {
		const record = this.#registry.get(infohash.toLowerCase());
		if (!record) throw unknownDownload(infohash);
		return record;
	}

	/** Returns the current status; undefined when the download does not run, or the engine does not respond. */
	live(record: DownloadRecord): EngineStatus | undefined {
		return this.#registry.current(record.infohash);
	}

	/**
	 * Parses the metainfo in slices, so that `metainfo` returns it without blocking. Throws the 404 for an unknown
	 * download. The download may be gone when it resolves.
	 */
	async readAhead(infohash: string): Promise<void> {
		await this.#registry.readAhead(this.get(infohash));
	}

	/** Returns the metainfo; undefined while it is missing or damaged. The record has the error then. */
	metainfo(record: DownloadRecord): Metainfo | undefined {
		const runs = this.#registry.live(record.infohash) !== undefined;
		const metainfo = this.#registry.metainfo(record);
		if (!metainfo && record.error !== '' && runs) void this.#controller.stopDownload(record);
		return metainfo;
	}

	/** Resolves with whether a torrent is private (BEP 27). Undefined without a download or its metadata. */
	async isPrivate(infohash: string): Promise<boolean | undefined> {
		const record = this.#registry.get(infohash);
		if (!record) return undefined;
		await this.#registry.readAhead(record);
		return this.#registry.get(infohash) === record ? this.metainfo(record)?.private : undefined;
	}

	/** Calls `listener` when the metadata of a download is saved. Returns a function that ends that. */
	onMetadata(listener: (infohash: string) => void): () => void {
		return this.#registry.onMetadata(listener);
	}

	/** Returns the original bytes of the .torrent; undefined while it is missing. */
	torrent(record: DownloadRecord): Uint8Array | undefined {
		return this.#registry.torrent(record.infohash);
	}

	peers(record: DownloadRecord): Promise<readonly EnginePeer[]> {
		return this.#controller.peers(record);
	}

	/** Whether the download transfers or will do so without a request. Otherwise missing data stays missing. */
	arrives(record: DownloadRecord): boolean {
		return (
			this.#registry.get(record.infohash) === record &&
			record.requestedState === 'running' &&
			!record.queued &&
			record.error === ''
		);
	}

	prepare(record: DownloadRecord, reader: string, from: number, to: number): Promise<void> {
		return this.#controller.prepare(record, reader, from, to);
	}

	release(record: DownloadRecord, reader: string): void {
		this.#controller.release(record, reader);
	}

	async open(record: DownloadRecord, { diskPath }: MetainfoFile): Promise<FileHandle> {
		const open = (folder: string) => openInside(folder, diskPath, this.#guard);
		const move = unfinishedMove(record);
		if (!move) return open(record.destination);
		// Until it ends, a file may be at the other place.
		const other = record.destination === move.to ? move.from : move.to;
		return open(record.destination).catch((error: unknown) =>
			open(other).catch(() => {
				throw error;
			}),
		);
	}

	/** Registers a reader of a download's content. Returns the function that removes it. */
	watch(record: DownloadRecord, reader: ContentReader): () => void {
		const readers = this.#readers.get(record) ?? new Set();
		this.#readers.set(record, readers.add(reader));
		return () => {
			readers.delete(reader);
			if (readers.size === 0) this.#readers.delete(record);
		};
	}

	/** Returns the buffering of the reader that lacks most; undefined without readers. */
	buffered(record: DownloadRecord): Buffered | undefined {
		const all = [...(this.#readers.get(record) ?? [])].map((reader) => reader.buffered);
		return all.sort((a, b) => a.consecutive - b.consecutive)[0];
	}

	/** Adds a download or returns the existing one. A download being removed is added after its removal. */
	async add(addition: Addition): Promise<DownloadRecord> {
		const { source, destination, hops } = addition;
		const { infohash } = source.kind === 'torrent' ? source.metainfo : source.magnet;
		if (source.kind === 'torrent' && !this.#registry.get(infohash))
			await refuseOwnFiles(this.#guard, destination, source.metainfo);
		const { name } = source.kind === 'torrent' ? source.metainfo : source.magnet;
		const mountPoint = await this.destinations.requireDisk(destination);
		const hasData = source.kind !== 'torrent' || (await exists(rootOf({ name }, destination)));
		await this.#removals.untilRemoved({ infohash, name, destination });
		const existing = this.#registry.get(infohash);
		if (existing) {
			requireHops(existing, hops);
			await this.#registry.readAhead(existing);
			// Otherwise it was removed meanwhile.
			if (this.#registry.get(infohash) === existing) this.#merge(existing, addition);
			return existing;
		}
		this.requireRoute(hops);
		const record = newRecord(addition);
		record.mountPoint = mountPoint;
		// The engine may finish it after a kill of the service, before its first status.
		if (!hasData) record.timeFinished = 0;
		this.#labels.ensure(record.label);
		const torrent = source.kind === 'torrent' ? source.bytes : undefined;
		this.#registry.add(record, torrent);
		this.#queue.decide();
		void this.#controller.startDownload(record, torrent);
		return record;
	}

	/**
	 * Adds a download of another client with its progress. An existing one stays as it is. Resolves with whether it was
	 * added.
	 */
	async import(importation: Importation): Promise<boolean> {
		const { source, destination } = importation;
		const { infohash, name } = source.metainfo;
		if (this.#registry.get(infohash)) return false;
		const record = importedRecord(importation);
		await refuseOwnFiles(this.#guard, destination, source.metainfo);
		record.mountPoint = await this.destinations.requireDisk(destination);
		await this.#removals.untilRemoved({ infohash, name, destination }, 409);
		if (this.#registry.get(infohash)) return false;
		this.#labels.ensure(record.label);
		this.#registry.add(record, source.bytes);
		void this.#controller.startDownload(record);
		return true;
	}

	/**
	 * Adds the new parts of a repeated source: missing or damaged metadata, trackers, web seeds, peers of a magnet
	 * link.
	 */
	#merge(record: DownloadRecord, addition: Addition): void {
		const { source } = addition;
		const metainfo = this.metainfo(record);
		if (source.kind === 'torrent' && !metainfo) {
			const damaged = this.#registry.damage(record) !== undefined;
			this.#registry.change(record, completion(record, source, addition, damaged), source.bytes);
			this.#registry.measureProgress(record);
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
		this.#registry.change(record, {
			requestedState: 'stopped',
			checking: false,
			forced: false,
			ended: '',
			error: '',
			waitsFor: null,
		});
		void this.#controller.stopDownload(record);
		this.#queue.decide();
	}

	/**
	 * Resumes a download. After an error that casts doubt on its data, all of it is checked. One that waits in the queue starts at once,
	 * and does not wait again until it is stopped. A limit of seeding that it has reached does not apply to it any more.
	 */
	resume(record: DownloadRecord): void {
		const forced = record.forced || (record.queued && record.requestedState === 'running');
		this.#registry.change(record, {
			requestedState: 'running',
			forced,
			ended: '',
			error: '',
			waitsFor: null,
			...this.#withoutReached(record),
		});
		this.#moves.retry(record);
		this.#queue.decide();
		void this.#controller.startDownload(record);
	}

	/** Moves the data to another folder. The request is durable when it resolves; the move follows. */
	async move(record: DownloadRecord, destination: string): Promise<void> {
		await this.#moves.start(record, destination);
	}

	/** Returns the data to the old folder. The request is durable on return. */
	cancelMove(record: DownloadRecord): void {
		this.#moves.cancel(record);
	}

	/** Returns the progress of an unfinished move; undefined for other downloads. */
	moving(record: DownloadRecord): MoveProgress | undefined {
		return this.#moves.progress(record);
	}

	/**
	 * Hashes all data on the disk. Pieces that are missing are accepted as lost, but not by a check that another start of
	 * the service continues. Afterwards the download continues in its previous state, and may write its existing files.
	 */
	recheck(record: DownloadRecord): void {
		requireCheckable(record);
		this.#registry.change(record, {
			checking: true,
			acceptsLoss: true,
			error: '',
			usesFiles: true,
			waitsFor: null,
		});
		void this.#controller.restart(record);
	}

	/** Throws the error of a change that will be refused, so that a request with several changes has all or none. */
	checkChange(record: DownloadRecord, { selected, priorities, label, recheck }: IntendedChange): void {
		if (selected !== undefined) checkSelection(selected, this.#filesOf(record).length);
		if (priorities) withPriorities(record.priorities, priorities, this.#filesOf(record).length);
		if (label !== undefined) this.#labels.check(label);
		if (recheck) requireCheckable(record);
	}

	/** Selects files; null selects all. */
	select(record: DownloadRecord, selected: readonly number[] | null): void {
		checkSelection(selected, this.#filesOf(record).length);
		this.#registry.change(record, { selected });
		this.#registry.measureProgress(record);
		void this.#controller.select(record);
	}

	/** Changes priorities of files. Those of the other files stay. A file that is not selected keeps its priority. */
	prioritize(record: DownloadRecord, change: PriorityChange): void {
		const priorities = withPriorities(record.priorities, change, this.#filesOf(record).length);
		this.#registry.change(record, { priorities });
		void this.#controller.setOrder(record);
	}

	/** Requests the pieces of a download in their order, or the rarest ones first. */
	setSequential(record: DownloadRecord, sequential: boolean): void {
		this.#registry.change(record, { sequential });
		void this.#controller.setOrder(record);
	}

	/** Throws the 400 while the metadata is missing. */
	#filesOf(record: DownloadRecord): readonly MetainfoFile[] {
		const metainfo = this.metainfo(record);
		if (metainfo) return metainfo.files;
		throw invalidParameter('The files are not known yet: the metadata of this download has not arrived.');
	}

	/**
	 * Announces a download to its trackers, the DHT and local discovery at once, or to the tracker `url` alone. Throws the
	 * 409 for a download that is not in its swarm, and the 404 for an unknown tracker.
	 */
	async announce(record: DownloadRecord, url?: string): Promise<void> {
		if (url !== undefined) requireTracker(record.trackers ?? [], url);
		const phase = this.live(record)?.phase;
		if (!this.arrives(record)) throw notAnnounced(announceText.stopped);
		if (phase === undefined || !announcedPhases.has(phase)) throw notAnnounced(announceText.starting);
		if (!(await this.#controller.announce(record, url))) throw notAnnounced(announceText.noEngine);
	}

	/** Completes the trackers of an older record. Throws the 404 for an unknown download. */
	async readTrackers(infohash: string): Promise<void> {
		const record = this.get(infohash);
		if (record.trackers === null) await this.#registry.readTrackers(record);
	}

	/** Replaces the announce URLs, also those of the torrent or magnet link. */
	setTrackers(record: DownloadRecord, trackers: readonly string[]): void {
		this.#registry.change(record, { trackers, ownTrackers: true });
		void this.#controller.setTrackers(record);
	}

	/** Returns the proxies of `hops` hops. Throws an HttpError with configuration help when there are fewer. */
	requireRoute(hops: number): readonly SocksProxy[] {
		return requireRoute(hops, this.#proxies);
	}

	/** Moves the download to a new route: it leaves its swarm and joins again. Resolves when it has joined. */
	async changeHops(record: DownloadRecord, hops: number): Promise<void> {
		this.requireRoute(hops);
		if (record.hops === hops) return;
		// An error about the missing route is outdated.
		const error = isMissingRoute(record.error) ? '' : record.error;
		this.#registry.change(record, { hops, error });
		await this.#controller.restart(record);
	}

	/** Sets limits in bytes per second, 0 to inherit, -1 for none. Omitted limits stay. Connections stay. */
	limit(record: DownloadRecord, limits: { maxDownloadSpeed?: number; maxUploadSpeed?: number }): void {
		this.#registry.change(record, limits);
		void this.#controller.limit(record);
	}

	/** Moves a download in the queue, among those of its role. */
	moveInQueue(record: DownloadRecord, target: QueueTarget): void {
		this.#queue.move(record, target);
		this.#placesAt = Number.NEGATIVE_INFINITY;
	}

	/** Updates the places of all downloads in the queue, unless that was done within the last second. */
	updatePlaces(): void {
		const now = performance.now();
		if (now - this.#placesAt < PLACES_INTERVAL_MS && this.#placesOf === this.#registry.size) return;
		this.#placesAt = now;
		this.#placesOf = this.#registry.size;
		for (const [record, place] of placesOf(this.#registry.records)) record.place = place;
	}

	/** Sets limits of seeding. Null inherits one, 0 is none. */
	limitSeeding(record: DownloadRecord, { ratio, minutes }: SeedingLimits): void {
		this.#registry.change(record, { seedingRatio: ratio, seedingMinutes: minutes });
	}

	/** Returns own limits of a download that replace those that it has reached. */
	#withoutReached(record: DownloadRecord): Partial<DownloadRecord> {
		if (record.totalPieces === 0 || record.progress < 1) return {};
		const progress = { ratio: shareRatio(record), seconds: this.#seedingEnd.secondsOf(record) };
		const reached = reachedLimits(this.#seedingLimits(record), progress);
		return {
			...(reached.includes('ratio') ? { seedingRatio: 0 } : {}),
			...(reached.includes('minutes') ? { seedingMinutes: 0 } : {}),
		};
	}

	/** Gives the download a label, '' for none. An unknown label is created. */
	label(record: DownloadRecord, label: string): void {
		this.#labels.ensure(label);
		this.#registry.change(record, { label });
		void this.#controller.limit(record);
	}

	/** Gives the download a name to show, '' for that of the torrent. Its files and folders keep theirs. */
	rename(record: DownloadRecord, givenName: string): void {
		this.#registry.change(record, { givenName });
	}

	/** Applies a label that was renamed in the database, or removed from it if `to` is empty. */
	relabel(from: string, to: string): void {
		for (const record of [...this.#registry.records, ...this.#registry.hidden]) {
			if (record.label !== from) continue;
			record.label = to;
			void this.#controller.limit(record);
		}
	}

	/** Applies the limits of a label to its downloads. */
	applyLabel(label: string): void {
		for (const record of this.#registry.records)
			if (record.label === label && this.#registry.live(record.infohash)) void this.#controller.limit(record);
	}

	/**
	 * Sets limits of all downloads together in bytes per second, 0 for none. Resolves when they are in effect, or will
	 * be when the engine responds.
	 */
	limitAll(limits: SpeedLimits): Promise<void> {
		return this.#controller.limitAll(limits);
	}

	/** Removes a download and, if requested, its data. Cancels its move. Resolves early when deleting takes long. */
	async remove(record: DownloadRecord, withData: boolean): Promise<void> {
		await this.#moves.end(record, withData);
		await this.#removals.remove(record, withData);
	}

	/** Completes the records of an older database one by one. */
	async #readTrackers(): Promise<void> {
		try {
			for (const record of this.list()) {
				if (this.#closing) return;
				if (record.trackers === null) await this.#registry.readTrackers(record);
			}
		} catch (error) {
			this.#log('warning', `Cannot read the trackers of older downloads: ${reasonOf(error)}.`);
		}
	}

	/** Stops all downloads and saves their progress. */
	async close(): Promise<void> {
		this.#closing = true;
		clearInterval(this.#saving);
		this.#queue.close();
		this.#seedingEnd.close();
		await Promise.all([
			this.#completion.close(),
			this.#readingTrackers,
			this.#removals.close(),
			this.#moves.close(),
		]);
		await this.#controller.close();
		this.#registry.close();
	}
}

/** Whether there may be something at a path. */
function exists(path: string): Promise<boolean> {
	return lstat(path).then(
		() => true,
		(error: unknown) => codeOf(error) !== 'ENOENT',
	);
}

/** Throws the error for a download whose data cannot be checked now. */
function requireCheckable(record: DownloadRecord): void {
	if (record.totalPieces === 0) {
		throw invalidParameter('There is nothing to check yet: the metadata of this download has not arrived.');
	}
	refuseMoving(record);
}
