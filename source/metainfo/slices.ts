import { setImmediate } from 'node:timers/promises';

/** Milliseconds of a slice: what an answer to somebody else may wait for it. */
const sliceLength = 10;

/** Does work that comes in steps, and lets others have their turn after each slice of it. Rejects as the work throws. */
export async function inSlices<Result>(steps: Generator<void, Result>): Promise<Result> {
	for (;;) {
		const end = performance.now() + sliceLength;
		do {
			const step = steps.next();
			if (step.done) return step.value;
		} while (performance.now() < end);
		await setImmediate();
	}
}
