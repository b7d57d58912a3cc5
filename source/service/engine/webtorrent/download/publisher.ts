import type { EngineMessage, EngineStatus } from '../../port.ts';
import type { Download } from './download.ts';
import { sameStatus } from './stats.ts';

/** Milliseconds between messages with figures. */
const INTERVAL_MS = 1000;
/** Milliseconds until the figures of a download that was added, or whose check goes on, are told. */
const SOON_MS = 150;
/** Milliseconds until a new phase is told. Those of several downloads are told together. */
const PHASE_DELAY_MS = 20;

/**
 * Pushes the figures that changed, once a second; those of downloads that were just added or changed their phase
 * come sooner, on their own. Bitfields go along with the figures.
 */
export class Publisher {
	readonly #downloads: () => Iterable<Download>;
	readonly #emit: (message: EngineMessage) => void;
	readonly #timer: NodeJS.Timeout;
	readonly #last = new Map<string, EngineStatus>();
	readonly #urgent = new Set<Download>();
	#soon: NodeJS.Timeout | undefined;
	/** When #soon ends, in milliseconds of performance.now(). */
	#due = 0;

	constructor(downloads: () => Iterable<Download>, emit: (message: EngineMessage) => void) {
		this.#downloads = downloads;
		this.#emit = emit;
		this.#timer = setInterval(() => this.#tick(), INTERVAL_MS);
	}

	/** Has the figures of a download told soon. */
	hurry(download: Download, delay = SOON_MS): void {
		this.#urgent.add(download);
		const due = performance.now() + delay;
		if (this.#soon && this.#due <= due) return;
		clearTimeout(this.#soon);
		this.#due = due;
		this.#soon = setTimeout(() => {
			this.#soon = undefined;
			const urgent = [...this.#urgent];
			this.#urgent.clear();
			this.report(urgent);
		}, delay);
	}

	/** Has the new phase of a download told at once. */
	phaseChanged(download: Download): void {
		this.hurry(download, PHASE_DELAY_MS);
	}

	/** Has the figures of a download told soon, even if they did not change. */
	repeat(download: Download): void {
		this.#last.delete(download.infohash);
		this.hurry(download);
	}

	/** The download is no longer in the engine. */
	forget(download: Download): void {
		this.#urgent.delete(download);
		this.#last.delete(download.infohash);
	}

	close(): void {
		clearInterval(this.#timer);
		clearTimeout(this.#soon);
	}

	#tick(): void {
		const downloads = [...this.#downloads()];
		for (const download of downloads) {
			download.reportBitfield();
			download.seekPeers();
		}
		this.report(downloads);
	}

	/** Tells the figures that changed. */
	report(downloads: readonly Download[]): void {
		const statuses: EngineStatus[] = [];
		for (const download of downloads) {
			const status = download.status();
			const last = this.#last.get(download.infohash);
			if (last && sameStatus(last, status)) continue;
			this.#last.set(download.infohash, status);
			statuses.push(status);
		}
		if (statuses.length > 0) this.#emit({ type: 'statuses', statuses });
	}
}
