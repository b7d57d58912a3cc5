import type { EngineStatus } from '../engine/port.ts';
import type { DownloadRecord } from '../storage/record.ts';
import { type EffectiveLimits, reachedLimits } from './seeding-limits.ts';

const CHECK_INTERVAL_MS = 1_000;
/** Time of seeding that a kill may lose, ms. */
const SAVE_INTERVAL_MS = 60_000;
/** Records whose time is saved at once. Thousands of seeds have the same age after a start. */
const SAVED_AT_ONCE = 200;

export const seedingText = {
	ratio: (limit: number) => `Seeding ended at the ratio limit ${limit}.`,
	minutes: (limit: number) => `Seeding ended after the time limit of ${limit} minutes.`,
} as const;

interface SeedingEndOptions {
	readonly downloads: {
		readonly records: Iterable<DownloadRecord>;
		live(infohash: string): EngineStatus | undefined;
		/** Marks the time of seeding as changed. It is saved later. */
		markProgress(record: DownloadRecord): void;
	};
	readonly limitsOf: (record: DownloadRecord) => EffectiveLimits;
	/** Stops a download because a limit is reached. */
	readonly end: (record: DownloadRecord, reason: string) => void;
	/** Ms of a steady clock. */
	readonly now?: () => number;
}

/** Counts the time of seeding, and stops downloads that reached a limit of seeding. */
export class SeedingEnd {
	readonly #options: SeedingEndOptions;
	readonly #now: () => number;
	/** Time from which seeding is not counted in the record yet. */
	readonly #since = new WeakMap<DownloadRecord, number>();
	#timer: NodeJS.Timeout | undefined;

	constructor(options: SeedingEndOptions) {
		this.#options = options;
		this.#now = options.now ?? (() => performance.now());
	}

	/** Checks each second from now on. */
	start(): void {
		this.#timer = setInterval(() => this.check(), CHECK_INTERVAL_MS);
	}

	/** Counts the time until now. */
	close(): void {
		clearInterval(this.#timer);
		for (const record of this.#options.downloads.records) this.#count(record);
	}

	/** Counts the time, and stops what reached a limit. */
	check(): void {
		const { downloads, limitsOf, end } = this.#options;
		const now = this.#now();
		let saved = 0;
		for (const record of downloads.records) {
			const { infohash } = record;
			const since = this.#since.get(record);
			if (downloads.live(infohash)?.phase !== 'seeding') {
				if (since !== undefined) this.#count(record);
				this.#since.delete(record);
				continue;
			}
			if (since === undefined) this.#since.set(record, now);
			else if (now - since >= SAVE_INTERVAL_MS && saved < SAVED_AT_ONCE) {
				this.#count(record);
				saved += 1;
			}
			const limits = limitsOf(record);
			const [reached] = reachedLimits(limits, { ratio: shareRatio(record), seconds: this.secondsOf(record) });
			if (reached === undefined) continue;
			this.#count(record);
			this.#since.delete(record);
			end(record, seedingText[reached](limits[reached]));
		}
	}

	/** Returns the seconds of seeding in total. */
	secondsOf(record: DownloadRecord): number {
		const since = this.#since.get(record);
		return record.seedingSeconds + (since === undefined ? 0 : (this.#now() - since) / 1000);
	}

	/** Adds the time since the last count to the record. */
	#count(record: DownloadRecord): void {
		if (!this.#since.has(record)) return;
		record.seedingSeconds = this.secondsOf(record);
		this.#since.set(record, this.#now());
		this.#options.downloads.markProgress(record);
	}
}

/** Returns uploaded bytes over downloaded bytes, or over the size if nothing was downloaded. */
export function shareRatio({ totalDown, totalUp, size }: DownloadRecord): number {
	const base = totalDown > 0 ? totalDown : size;
	return base > 0 ? totalUp / base : 0;
}
