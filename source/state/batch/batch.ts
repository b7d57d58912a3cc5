import type { Change, ChangeOf } from './change.ts';
import type { LogEntry } from './request.ts';
import type { UndoStep } from './undo-stack.ts';
import type { Undoable } from './undoable.ts';

/** Requests to the service that run together, a few at a time. */
export interface Batch {
	readonly id: number;
	/** 'Stopping 60 downloads'. */
	readonly doing: string;
	/** Numbers of requests: all, ended, and failed. */
	readonly total: number;
	readonly ended: number;
	readonly failed: number;
	/** Number of successful requests with a journal entry. */
	readonly logged: number;
	/** Whether unsent requests are dropped. */
	readonly cancelled: boolean;
	/** Set if the batch is an undo or a redo. */
	readonly step: UndoStep | undefined;
	/** Changes of that step without a result. */
	readonly remaining: Undoable | undefined;
	/** Reversals of the requested changes, by infohash. */
	readonly reversals: ReadonlyMap<string, ChangeOf>;
	/** Reversals of the changes that the service has made so far. */
	readonly reverted: readonly ChangeOf[];
}

/** A failed request. Its texts are untrusted. */
export interface BatchFailure {
	readonly id: number;
	/** Id and action of its batch. */
	readonly batch: number;
	readonly batchDoing: string;
	/** Requested change of the download; undefined if it cannot be sent again. */
	readonly change: Change | undefined;
	/** Unix ms. */
	readonly at: number;
	/** Name of the download, or else the action. */
	readonly name: string;
	/** Action on it, e.g. 'Stopping'. */
	readonly doing: string;
	/** The affected download. */
	readonly infohash: string | undefined;
	/** The reason, if possible as reported by the service, and the next step. */
	readonly text: string;
	readonly hint: string;
}

/** Result of one request. */
export interface RequestResult {
	readonly name: string;
	readonly doing: string;
	readonly infohash: string | undefined;
	/** Requested change of the download. */
	readonly change?: Change | undefined;
	/** Entry for the journal if it worked. */
	readonly logEntry?: LogEntry | undefined;
	/** The failure; undefined on success. */
	readonly fault:
		| { readonly text: string; readonly hint: string; readonly unreachable?: boolean }
		| undefined;
}

export interface BatchSlice {
	readonly running: readonly Batch[];
	/** Failures, the newest last, at most `MAX_FAILURES`. */
	readonly failures: readonly BatchFailure[];
	/** Id of the first failure of the batch that failed last. */
	readonly firstFailureId: number;
	/** Id of the batch that failed last. */
	readonly failedBatchId: number;
	/** Whether the user has seen the failures. */
	readonly seen: boolean;
	readonly nextFailure: number;
}

export const noBatches: BatchSlice = {
	running: [],
	failures: [],
	firstFailureId: 0,
	failedBatchId: 0,
	seen: true,
	nextFailure: 1,
};

/** Bounds the memory. */
export const MAX_FAILURES = 10_000;

export function batchOf({ running }: BatchSlice, id: number): Batch | undefined {
	return running.find((work) => work.id === id);
}

/** Returns the newest batch with more than one request, whose progress is worth showing. */
export function visibleBatch({ running }: BatchSlice): Batch | undefined {
	return running.findLast(({ total }) => total > 1);
}
