import type { EngineStatus } from '../engine/port.ts';
import { unfinishedMove } from '../moving/intent.ts';
import type { DownloadRecord } from '../storage/record.ts';
import { inQueueOrder, movedTo, placesOf, positionsOf, type QueueTarget } from './queue-order.ts';
import { type QueueEntry, type QueueLimits, STALL_TIMEOUT_MS, schedule } from './schedule.ts';

/** Interval of decisions without a request, ms: traffic and completions change the slots. */
const DECISION_INTERVAL_MS = 1_000;
/** Minimum time between two updates of the places. */
const PLACES_INTERVAL_MS = 1_000;

interface QueueOptions {
	/** The listed downloads in the order of addition, with their engine status. */
	readonly downloads: {
		readonly records: Iterable<DownloadRecord>;
		readonly size: number;
		live(infohash: string): EngineStatus | undefined;
		/** Sets whether a download waits, and its place. */
		setQueued(record: DownloadRecord, queued: boolean): void;
		/** Saves positions. They are on the disk on return; if it throws, nothing changed. */
		saveQueuePositions(positions: ReadonlyMap<DownloadRecord, number>): void;
	};
	readonly engine: {
		startDownload(record: DownloadRecord): Promise<void>;
		stopDownload(record: DownloadRecord): Promise<void>;
	};
	readonly limits: () => QueueLimits;
	/** Ms of a steady clock. */
	readonly now?: () => number;
}

/** Last traffic of a running download. */
interface Traffic {
	/** Bytes in both directions since it was started. */
	readonly bytes: number;
	/** Ms. */
	readonly at: number;
}

/** Decides which of the started downloads run, and keeps their order. */
export class Queue {
	readonly #options: QueueOptions;
	readonly #now: () => number;
	/** By infohash, of running downloads. */
	#traffic = new Map<string, Traffic>();
	/** Whether a download may wait. */
	#wasLimited = false;
	#timer: NodeJS.Timeout | undefined;
	/** Ms, of the last update of the places, and the number of downloads then. */
	#placesAt = Number.NEGATIVE_INFINITY;
	#placesOf = 0;

	constructor(options: QueueOptions) {
		this.#options = options;
		this.#now = options.now ?? (() => performance.now());
	}

	/** Decides each second from now on. */
	start(): void {
		this.#timer = setInterval(() => this.decide(), DECISION_INTERVAL_MS);
	}

	close(): void {
		clearInterval(this.#timer);
	}

	/** Gives and takes slots. The engine follows. */
	decide(): void {
		const { downloads, engine, limits } = this.#options;
		const current = limits();
		const isLimited = current.activeDownloads > 0 || current.activeSeeds > 0;
		if (!isLimited && !this.#wasLimited) return;
		this.#wasLimited = isLimited;
		const order = inQueueOrder(downloads.records);
		const started = order.filter(isStarted);
		const running = isLimited ? schedule(this.#entries(started), current) : undefined;
		if (!isLimited) this.#traffic.clear();
		for (const record of started) {
			const queued = running !== undefined && !running.has(record.infohash);
			if (record.queued === queued) continue;
			downloads.setQueued(record, queued);
			if (queued) void engine.stopDownload(record);
			else void engine.startDownload(record);
		}
	}

	/** Moves a download among those of its role. It is on the disk on return. */
	move(record: DownloadRecord, target: QueueTarget): void {
		const { downloads } = this.#options;
		const before = inQueueOrder(downloads.records);
		const order = movedTo(before, record, target);
		if (order !== before) downloads.saveQueuePositions(positionsOf(order, record));
		this.decide();
		this.#placesAt = Number.NEGATIVE_INFINITY;
	}

	/** Updates the places of all downloads, unless that was done within the last second. */
	updatePlaces(): void {
		const { size, records } = this.#options.downloads;
		const now = this.#now();
		if (now - this.#placesAt < PLACES_INTERVAL_MS && this.#placesOf === size) return;
		this.#placesAt = now;
		this.#placesOf = size;
		for (const [record, place] of placesOf(records)) record.place = place;
	}

	#entries(started: readonly DownloadRecord[]): QueueEntry[] {
		const now = this.#now();
		const traffic = new Map<string, Traffic>();
		const entries = started.map((record): QueueEntry => {
			const { infohash, queued, forced } = record;
			const live = this.#options.downloads.live(infohash);
			const seen = queued ? undefined : this.#trafficOf(infohash, live, now);
			if (seen) traffic.set(infohash, seen);
			return {
				infohash,
				role: roleOf(record, live),
				isRunning: !queued,
				isStalled: seen !== undefined && now - seen.at >= STALL_TIMEOUT_MS,
				isForced: forced,
			};
		});
		this.#traffic = traffic;
		return entries;
	}

	/** Returns the last traffic. Checks and the creation of files count as traffic. */
	#trafficOf(infohash: string, live: EngineStatus | undefined, now: number): Traffic {
		const before = this.#traffic.get(infohash);
		const transfers = live && ['metadata', 'downloading', 'seeding'].includes(live.phase);
		const bytes = live ? live.downloaded + live.uploaded : 0;
		return before && transfers && before.bytes === bytes ? before : { bytes, at: now };
	}
}

/** Whether a download needs a slot. A check needs none. One that is moved, or waits for files, is not in the engine. */
function isStarted(record: DownloadRecord): boolean {
	const { requestedState, error, checking, waitsFor } = record;
	return (
		requestedState === 'running' && error === '' && !checking && waitsFor === null && !unfinishedMove(record)
	);
}

/** Returns the role of a download. Without metadata it is a download. */
function roleOf(record: DownloadRecord, live: EngineStatus | undefined): QueueEntry['role'] {
	if (live?.phase === 'seeding') return 'seed';
	if (live?.phase === 'downloading' || live?.phase === 'metadata') return 'download';
	return record.totalPieces > 0 && record.progress >= 1 ? 'seed' : 'download';
}
