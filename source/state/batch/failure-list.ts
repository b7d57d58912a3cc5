import type { FailuresDialog } from '../dialogs/change-dialogs.ts';
import type { WorkFailure, WorkSlice } from './batch.ts';

/** The place of a failure in the list; ids follow each other without a gap. */
export function failureAt({ failures }: WorkSlice, id: number): number {
	return Math.max(0, Math.min(failures.length - 1, id - (failures[0]?.id ?? 0)));
}

export function chosenFailure(slice: WorkSlice, { chosen }: FailuresDialog): WorkFailure | undefined {
	return slice.failures[failureAt(slice, chosen)];
}

/** All that failed in the same work as the last. */
export function lastFailed(slice: WorkSlice): readonly WorkFailure[] {
	// Those of another work that went on meanwhile stand among them.
	return slice.failures.filter(({ work }) => work === slice.lastFailed);
}

/** Moves among the failures, stopping at the ends. */
export function moveInFailures(slice: WorkSlice, dialog: FailuresDialog, rows: number): FailuresDialog {
	const last = slice.failures.length - 1;
	const at = Math.max(0, Math.min(last, failureAt(slice, dialog.chosen) + rows));
	return { ...dialog, chosen: slice.failures[at]?.id ?? dialog.chosen };
}
