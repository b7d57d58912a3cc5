import { setImmediate } from 'node:timers/promises';

/** Usual maximum duration of a slice. With a garbage collection it stays below the 8 ms of a frame. */
const MAX_SLICE_MS = 3;
/** Idle time after which other work has run. */
const IDLE_MS = 1;

/** Divides long work into time slices, between which keys are read and screens are painted. */
export class TimeSlice {
	readonly #maxMs: number;
	#began = Number.NEGATIVE_INFINITY;
	#worked = Number.NEGATIVE_INFINITY;

	constructor(maxMs = MAX_SLICE_MS) {
		this.#maxMs = maxMs;
	}

	/** Starts or continues work. Waiting time does not count. */
	begin(): void {
		const now = performance.now();
		if (now - this.#worked > IDLE_MS) this.#began = now;
	}

	/** Pauses work until the next `begin`. */
	end(): void {
		this.#worked = performance.now();
	}

	/** Whether to yield to other work. Cheap: call it often. */
	get over(): boolean {
		return performance.now() - this.#began > this.#maxMs;
	}

	/** Yields to other work. */
	async next(): Promise<void> {
		await setImmediate();
		this.#began = performance.now();
	}
}
