import type { EngineMessage, EngineStatus } from '../../port.ts';
import type { RunningDownload } from './running-download.ts';

/** Interval of status messages. */
const INTERVAL_MS = 1000;
/** Delay of the status of an added download, or of check progress. */
const SOON_MS = 150;
/** Delay of a new phase. Those of several downloads are sent together. */
const PHASE_DELAY_MS = 20;

/**
 * Reports changed statuses once a second. Added downloads and new phases are reported sooner. Bitfields are
 * reported together with statuses.
 */
export class Publisher {
	readonly #downloads: () => Iterable<RunningDownload>;
	readonly #emit: (message: EngineMessage) => void;
	readonly #timer: NodeJS.Timeout;
	readonly #last = new Map<string, EngineStatus>();
	readonly #urgent = new Set<RunningDownload>();
	#soon: NodeJS.Timeout | undefined;
	/** End of #soon, `performance.now()`. */
	#due = 0;

	constructor(downloads: () => Iterable<RunningDownload>, emit: (message: EngineMessage) => void) {
		this.#downloads = downloads;
		this.#emit = emit;
		this.#timer = setInterval(() => this.#tick(), INTERVAL_MS);
	}

	/** Reports the status of a download soon. */
	reportSoon(download: RunningDownload, delay = SOON_MS): void {
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

	/** Reports the new phase of a download at once, because clients wait for the end of a check. */
	phaseChanged(download: RunningDownload): void {
		this.reportSoon(download, PHASE_DELAY_MS);
	}

	/** Reports the status of a download soon, even if unchanged. */
	reportAgain(download: RunningDownload): void {
		this.#last.delete(download.infohash);
		this.reportSoon(download);
	}

	/** Removes a download that is no longer in the engine. */
	forget(download: RunningDownload): void {
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

	/** Reports changed statuses. */
	report(downloads: readonly RunningDownload[]): void {
		const statuses: EngineStatus[] = [];
		for (const download of downloads) {
			const status = download.status();
			if (this.#last.get(download.infohash) === status) continue;
			this.#last.set(download.infohash, status);
			statuses.push(status);
		}
		if (statuses.length > 0) this.#emit({ type: 'statuses', statuses });
	}
}
