import type { Download } from '../download/download.ts';

/** Milliseconds between two rounds, and the most files that are looked at in one, all downloads together. */
const INTERVAL_MS = 1000;
const FILES_PER_ROUND = 64;

/** Has the downloads look at their files in turn, so that thousands of them cost no more than a few. */
export class DiskRounds {
	readonly #downloads: () => Iterable<Download>;
	readonly #timer: NodeJS.Timeout;
	/** Those whose turn it was in this cycle. */
	#seen = new WeakSet<Download>();
	#busy = false;

	constructor(downloads: () => Iterable<Download>) {
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
			if (this.#seen.has(download)) continue;
			if (left === 0) {
				all = false;
				break;
			}
			this.#seen.add(download);
			left -= await download.lookAtFiles(left);
		}
		if (all) this.#seen = new WeakSet();
		this.#busy = false;
	}
}
