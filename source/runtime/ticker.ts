import type { Store } from '../state/core/store.ts';

const INTERVAL_MS = 1_000;
/** Difference to the interval by which a tick comes with a list, ms. */
const TOLERANCE_MS = 150;
/** Longest interval, while ticks move to the time of lists, ms. Each has its second in the history of rates. */
const MAX_INTERVAL_MS = 1_350;
/** Seconds between two ticks of a service that is not shown. */
const HIDDEN_INTERVAL_S = 5;

/**
 * Dispatches a tick each second. Ticks come with the list of downloads, if that arrives about once a second, so that one
 * frame shows both.
 */
export class Ticker {
	readonly #store: Store;
	readonly #unsubscribe: () => void;
	#isShown: boolean;
	#timer: NodeJS.Timeout | undefined;
	/** Time of the last tick, ms of the monotonic clock. */
	#tickedAt = performance.now();
	/** Time of the last list. */
	#listedAt: number | undefined;
	#seconds = 0;

	constructor(store: Store, isShown: boolean) {
		this.#store = store;
		this.#isShown = isShown;
		this.#unsubscribe = store.subscribeLater(() => this.#onChange(), 'downloads');
		this.#wait(INTERVAL_MS);
	}

	/** Sets whether the service is on the screen. */
	setShown(isShown: boolean): void {
		this.#isShown = isShown;
		if (isShown) this.#dispatch();
	}

	close(): void {
		clearTimeout(this.#timer);
		this.#unsubscribe();
	}

	#onChange(): void {
		const { at } = this.#store.get().downloads;
		if (at === this.#listedAt) return;
		this.#listedAt = at;
		const passed = performance.now() - this.#tickedAt;
		if (passed >= INTERVAL_MS - TOLERANCE_MS) this.#tick(INTERVAL_MS + TOLERANCE_MS);
		else this.#wait(Math.min(passed + INTERVAL_MS + TOLERANCE_MS, MAX_INTERVAL_MS) - passed);
	}

	/** Ticks after so many ms, if no list comes before. */
	#wait(time: number): void {
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.#tick(INTERVAL_MS), time);
	}

	#tick(untilNext: number): void {
		this.#tickedAt = performance.now();
		this.#wait(untilNext);
		this.#seconds++;
		if (this.#isShown || this.#seconds % HIDDEN_INTERVAL_S === 0) this.#dispatch();
	}

	#dispatch(): void {
		this.#store.dispatch({ type: 'tick', now: Date.now() });
	}
}
