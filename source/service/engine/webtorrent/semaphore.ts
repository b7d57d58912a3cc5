/** Runs `wait` without the caller's place. Returns when the caller has a place again. */
export type Pause = (wait: () => Promise<void>) => Promise<void>;

/** Runs at most `places` tasks at once. The others wait in order. */
export class Semaphore {
	#free: number;
	readonly #maxPaused: number;
	#paused = 0;
	readonly #waiting: (() => void)[] = [];

	/**
	 * At most `maxPaused` tasks release their place during a pause. The others keep theirs, which bounds the total.
	 */
	constructor(places: number, maxPaused = 0) {
		this.#free = places;
		this.#maxPaused = maxPaused;
	}

	/** Runs `work` when a place is free. Rejects with the signal's reason if aborted before. */
	async run<T>(signal: AbortSignal, work: (pause: Pause) => Promise<T>): Promise<T> {
		await this.#takePlace(signal);
		let held = true;
		const pause: Pause = async (wait) => {
			if (this.#paused >= this.#maxPaused) return wait();
			held = false;
			this.#paused++;
			this.#passOn();
			try {
				await wait();
				await this.#takePlace(signal);
				held = true;
			} finally {
				this.#paused--;
			}
		};
		try {
			return await work(pause);
		} finally {
			if (held) this.#passOn();
		}
	}

	async #takePlace(signal: AbortSignal): Promise<void> {
		signal.throwIfAborted();
		if (this.#free > 0) this.#free--;
		else await this.#turn(signal);
	}

	#turn(signal: AbortSignal): Promise<void> {
		return new Promise((resolve, reject) => {
			const giveUp = (): void => {
				this.#waiting.splice(this.#waiting.indexOf(begin), 1);
				reject(signal.reason);
			};
			const begin = (): void => {
				signal.removeEventListener('abort', giveUp);
				resolve();
			};
			this.#waiting.push(begin);
			signal.addEventListener('abort', giveUp, { once: true });
		});
	}

	#passOn(): void {
		const next = this.#waiting.shift();
		if (next) next();
		else this.#free++;
	}
}
