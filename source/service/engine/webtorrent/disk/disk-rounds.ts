import type { RunningDownload } from '../download/running-download.ts';

/** Interval of rounds, and maximum files examined per round by all downloads. */
const INTERVAL_MS = 1000;
const FILES_PER_ROUND = 64;

/** Examines the files of downloads in turn, at a fixed rate for any number of downloads. */
export class DiskRounds {
	readonly #downloads: () => Iterable<RunningDownload>;
	readonly #timer: NodeJS.Timeout;
	/** Downloads examined in this cycle. */
	#examined = new WeakSet<RunningDownload>();
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
		let all = true;
		for (const download of [...this.#downloads()]) {
			if (this.#examined.has(download)) continue;
			if (left === 0) {
				all = false;
				break;
			}
			this.#examined.add(download);
			left -= await download.examineFiles(left);
		}
		if (all) this.#examined = new WeakSet();
		this.#busy = false;
	}
}
