/** Lets at most `places` pieces of work run at the same time; the others wait in the order they came. */
export class Turns {
	#free: number;
	readonly #waiting: (() => void)[] = [];

	constructor(places: number) {
		this.#free = places;
	}

	/** Runs `work` when it is its turn. Rejects with the signal's reason when that is aborted before. */
	async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
		signal.throwIfAborted();
		if (this.#free > 0) this.#free--;
		else await this.#turn(signal);
		try {
			return await work();
		} finally {
			this.#passOn();
		}
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
