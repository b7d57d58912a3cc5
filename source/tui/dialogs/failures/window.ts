import type { BatchFailure } from '../../../state/batch/batch.ts';

/** A line of the list: a failure by its index, or the heading with the action of those below it. */
export type FailureLine =
	| { readonly kind: 'failure'; readonly at: number; readonly failure: BatchFailure }
	| { readonly kind: 'doing'; readonly text: string };

/**
 * Returns at most `room` lines of all failures, including the one at `at`. Failures of one batch are below its heading.
 * Failures above the first visible one are not read.
 */
export function failureWindow(failures: readonly BatchFailure[], at: number, room: number): FailureLine[] {
	// A single line shows the chosen failure; its text below names the action.
	if (room < 2) return lineOf(failures, at);
	let first = at;
	// The first failure always has its heading above it.
	let lines = 2;
	while (first > 0 && lines + linesAbove(failures, first) <= room) {
		lines += linesAbove(failures, first);
		first--;
	}
	const shown: FailureLine[] = [];
	for (let index = first; index < failures.length && shown.length < room; index++) {
		const failure = failures[index];
		if (!failure) break;
		if (index === first || startsBatch(failures, index)) {
			// A heading without a failure below it is useless.
			if (shown.length + 2 > room) break;
			shown.push({ kind: 'doing', text: failure.batchDoing });
		}
		shown.push({ kind: 'failure', at: index, failure });
	}
	return shown;
}

function lineOf(failures: readonly BatchFailure[], at: number): FailureLine[] {
	const failure = failures[at];
	return failure ? [{ kind: 'failure', at, failure }] : [];
}

/** Returns the lines that the failure above this one adds. */
function linesAbove(failures: readonly BatchFailure[], index: number): number {
	return startsBatch(failures, index) ? 2 : 1;
}

function startsBatch(failures: readonly BatchFailure[], index: number): boolean {
	return failures[index - 1]?.batch !== failures[index]?.batch;
}
