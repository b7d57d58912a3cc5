/** Lets so many of the tasks given to it run at once; the others wait their turn, in their order. */
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
			// Whoever waits takes the place over.
			if (next) next();
			else this.#free++;
		}
	}
}
