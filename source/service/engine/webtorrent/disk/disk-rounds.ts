import type { RunningDownload } from '../download/running-download.ts';

/** Interval of rounds, and maximum files examined per round by all downloads. */
const INTERVAL_MS = 1000;
const FILES_PER_ROUND = 64;

/** Examines the files of downloads in turn, at a fixed rate for any number of downloads. */
export class DiskRounds {
	readonly #downloads: () => Iterable<RunningDownload>;
	readonly #timer: NodeJS.Timeout;
	/** Downloads that are not examined in this cycle yet. */
	#rest: Iterator<RunningDownload> = [].values();
	#busy = false;

	constructor(downloads: () => Iterable<RunningDownload>) {
		this.#downloads = downloads;
		this.#timer = setInterval(() => void this.#round(), INTERVAL_MS);
	}

	close(): void {
		clearInterval(this.#timer);
	}

	async #round(): Promise<void> {
		if (this.#busy) return;
		this.#busy = true;
		let left = FILES_PER_ROUND;
		// The iterator of a map also returns entries that are added while it is in use.
		let next = this.#rest.next();
		if (next.done) {
			this.#rest = this.#downloads()[Symbol.iterator]();
			next = this.#rest.next();
		}
		while (!next.done) {
			left -= await next.value.examineFiles(left);
			if (left === 0) break;
			next = this.#rest.next();
		}
		this.#busy = false;
	}
}
