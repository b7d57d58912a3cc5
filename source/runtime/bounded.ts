/** Limits the number of concurrent tasks; others wait in order. */
export class Bounded {
	readonly #waiting: (() => void)[] = [];
	#free: number;

	constructor(atOnce: number) {
		this.#free = atOnce;
	}

	async run<Result>(task: () => Promise<Result>): Promise<Result> {
		if (this.#free > 0) this.#free--;
		else await new Promise<void>((resolve) => this.#waiting.push(resolve));
		try {
			return await task();
		} finally {
			const next = this.#waiting.shift();
			// A waiting task takes over the slot.
			if (next) next();
			else this.#free++;
		}
	}
}
