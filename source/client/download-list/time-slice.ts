import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work at a stretch: with a collection of garbage on top less than the 8 that a frame has. */
const longestTurn = 3;
/** Milliseconds without work that say that others have worked in between. */
const pause = 1;

/** Divides long work into turns, between which keys are read and screens are painted. */
export class Turns {
	#began = Number.NEGATIVE_INFINITY;
	#worked = Number.NEGATIVE_INFINITY;

	/** Work begins, or goes on: what was waited for is no part of the turn. */
	begin(): void {
		const now = performance.now();
		if (now - this.#worked > pause) this.#began = now;
	}

	/** Work pauses until the next `begin`. */
	end(): void {
		this.#worked = performance.now();
	}

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
