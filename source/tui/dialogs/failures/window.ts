import type { WorkFailure } from '../../../state/batch/batch.ts';

/** A line of the list: a failure by its place, or what was being done when those below it happened. */
export type FailureLine =
	| { readonly kind: 'failure'; readonly at: number; readonly failure: WorkFailure }
	| { readonly kind: 'doing'; readonly text: string };

/**
 * The lines that show of all failures, at most `room`, the one at `at` among them: those of one work stand below what
 * was being done. What is above the first that shows is not looked at.
 */
export function failureWindow(failures: readonly WorkFailure[], at: number, room: number): FailureLine[] {
	// With room for one line alone that is the chosen one, as its words below tell what was being done.
	if (room < 2) return lineOf(failures, at);
	let first = at;
	// The first one has its work above it in any case.
	let lines = 2;
	while (first > 0 && lines + linesAbove(failures, first) <= room) {
		lines += linesAbove(failures, first);
		first--;
	}
	const shown: FailureLine[] = [];
	for (let index = first; index < failures.length && shown.length < room; index++) {
		const failure = failures[index];
		if (!failure) break;
		if (index === first || beginsWork(failures, index)) {
			// A heading with nothing below it says nothing.
			if (shown.length + 2 > room) break;
			shown.push({ kind: 'doing', text: failure.workDoing });
		}
		shown.push({ kind: 'failure', at: index, failure });
	}
	return shown;
}

function lineOf(failures: readonly WorkFailure[], at: number): FailureLine[] {
	const failure = failures[at];
	return failure ? [{ kind: 'failure', at, failure }] : [];
}

/** Lines that it takes to show the failure above this one too. */
function linesAbove(failures: readonly WorkFailure[], index: number): number {
	return beginsWork(failures, index) ? 2 : 1;
}

function beginsWork(failures: readonly WorkFailure[], index: number): boolean {
	return failures[index - 1]?.work !== failures[index]?.work;
}
