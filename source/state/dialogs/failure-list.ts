import type { BatchFailure, BatchSlice } from '../batch/batch.ts';
import type { FailuresDialog } from './change-dialogs.ts';

/** Returns the index of a failure. Ids are contiguous. */
export function failureAt({ failures }: BatchSlice, id: number): number {
	return Math.max(0, Math.min(failures.length - 1, id - (failures[0]?.id ?? 0)));
}

export function chosenFailure(slice: BatchSlice, { chosen }: FailuresDialog): BatchFailure | undefined {
	return slice.failures[failureAt(slice, chosen)];
}

/** Returns all failures of the batch that failed last. */
export function lastFailed(slice: BatchSlice): readonly BatchFailure[] {
	// Failures of concurrent batches are among them.
	return slice.failures.filter(({ batch }) => batch === slice.failedBatchId);
}

/** Moves among the failures, stopping at the ends. */
export function moveInFailures(slice: BatchSlice, dialog: FailuresDialog, rows: number): FailuresDialog {
	const last = slice.failures.length - 1;
	const at = Math.max(0, Math.min(last, failureAt(slice, dialog.chosen) + rows));
	return { ...dialog, chosen: slice.failures[at]?.id ?? dialog.chosen };
}
