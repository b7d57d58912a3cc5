import type { Download } from '../../protocol/resources/download.ts';
import type { OptimisticSlice } from '../batch/optimistic.ts';
import type { LineEdit } from './line-edit.ts';

/** Subjects of a question, as they were when it opened. */
export interface Question {
	readonly subjects: readonly Download[];
	/** Number of subjects that are filtered out. */
	readonly filteredOut: number;
	/** Changes that do not show yet. New requests are compared with them. */
	readonly pending: OptimisticSlice;
}

/** Asks for a number of hops. */
export interface HopsDialog extends Question {
	readonly kind: 'hops';
	readonly line: LineEdit;
}

/** Asks for limits of both directions. `line` is that of the focused field. */
export interface LimitsDialog extends Question {
	readonly kind: 'limits';
	readonly field: 'down' | 'up';
	readonly line: LineEdit;
	readonly other: LineEdit;
}

/** List of failed requests; `chosen` is the id of one. */
export interface FailuresDialog {
	readonly kind: 'failures';
	readonly chosen: number;
}

/** Returns the lines of both fields of a limits dialog. */
export function limitLines({ field, line, other }: LimitsDialog): Record<'down' | 'up', LineEdit> {
	return field === 'down' ? { down: line, up: other } : { down: other, up: line };
}

declare module './dialogs.ts' {
	interface DialogKinds {
		hops: HopsDialog;
		limits: LimitsDialog;
		failures: FailuresDialog;
	}
}
