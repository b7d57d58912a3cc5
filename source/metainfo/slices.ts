import { setImmediate } from 'node:timers/promises';

/** Duration of a slice: the maximum delay of other work. */
const SLICE_MS = 10;

/** Runs work that consists of steps. Yields to other work after each slice. Rejects with the errors of the work. */
export async function inSlices<Result>(steps: Generator<void, Result>): Promise<Result> {
	for (;;) {
		const end = performance.now() + SLICE_MS;
		do {
			const step = steps.next();
			if (step.done) return step.value;
		} while (performance.now() < end);
		await setImmediate();
	}
}
