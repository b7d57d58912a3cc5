import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work at a stretch: with a collection of garbage on top less than the 8 that a frame has. */
const longestTurn = 3;

/** Divides long work into turns, between which keys are read and screens are painted. */
export class Turns {
	#began = performance.now();

	/** Is it time to let others work? Costs little: ask often. */
	get over(): boolean {
		return performance.now() - this.#began > longestTurn;
	}

	/** Lets others work. */
	async next(): Promise<void> {
		await setImmediate();
		this.#began = performance.now();
	}
}
