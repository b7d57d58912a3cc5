import type { Download } from '../../protocol/resources/download.ts';
import type { OptimisticSlice } from '../batch/optimistic.ts';

/** Subjects of a question, as they were when it opened. */
export interface Question {
	readonly subjects: readonly Download[];
	/** Number of subjects that are filtered out. */
	readonly filteredOut: number;
	/** Changes that do not show yet. New requests are compared with them. */
	readonly pending: OptimisticSlice;
}

/** List of failed requests; `chosen` is the id of one. */
export interface FailuresDialog {
	readonly kind: 'failures';
	readonly chosen: number;
}

declare module '../surfaces/dialogs.ts' {
	interface DialogKinds {
		failures: FailuresDialog;
	}
}
