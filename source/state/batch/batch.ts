import type { Change, ChangeOf } from './change.ts';
import type { LogEntry } from './request.ts';
import type { Undoable } from './undo.ts';
import type { UndoStep } from './undo-stack.ts';

/** Many orders given to the service, a few at a time. */
export interface Batch {
	readonly id: number;
	/** 'Stopping 60 downloads'. */
	readonly doing: string;
	/** Orders: all, those that ended well or badly, and those of them that failed. */
	readonly total: number;
	readonly ended: number;
	readonly failed: number;
	/** Those of them that worked and have something to be written down each. */
	readonly logged: number;
	/** What was not sent yet will not be. */
	readonly cancelled: boolean;
	/** Does it take something back, or does it anew what was taken back? */
	readonly step: UndoStep | undefined;
	/** What of that step was neither carried out nor refused by now. */
	readonly remaining: Undoable | undefined;
	/** How each download comes back to what it was before, by infohash. */
	readonly reversals: ReadonlyMap<string, ChangeOf>;
	/** Of the downloads that the service has changed by now. */
	readonly reverted: readonly ChangeOf[];
}

/** An order that failed. Its texts may be hostile. */
export interface BatchFailure {
	readonly id: number;
	/** The work that it was of: its id, and what was being done in it. */
	readonly batch: number;
	readonly batchDoing: string;
	/** What its download was to become; undefined for what cannot be told again so. */
	readonly change: Change | undefined;
	/** Milliseconds since 1970. */
	readonly at: number;
	/** To what: the name of a download, or else what was being done. */
	readonly name: string;
	/** What was being done to it. */
	readonly doing: string;
	/** The download it is about. */
	readonly infohash: string | undefined;
	/** Why, in the words of the service where it has any, and what to do next. */
	readonly text: string;
	readonly hint: string;
}

/** What became of one order. */
export interface RequestResult {
	readonly name: string;
	readonly doing: string;
	readonly infohash: string | undefined;
	/** What the download was to become. */
	readonly change?: Change | undefined;
	/** What is written down of it where it worked. */
	readonly logEntry?: LogEntry | undefined;
	/** Why it failed; undefined when it did not. */
	readonly fault:
		| { readonly text: string; readonly hint: string; readonly unreachable?: boolean }
		| undefined;
}

export interface BatchSlice {
	readonly running: readonly Batch[];
	/** What failed, the newest last, at most `mostFailures`. */
	readonly failures: readonly BatchFailure[];
	/** Id of the first failure of the work that failed last: where its list begins. */
	readonly lastFrom: number;
	/** The work that failed last. */
	readonly lastFailed: number;
	/** Has the user looked at the failures since the last one came? */
	readonly seen: boolean;
	readonly nextFailure: number;
}

export const noBatches: BatchSlice = {
	running: [],
	failures: [],
	lastFrom: 0,
	lastFailed: 0,
	seen: true,
	nextFailure: 1,
};

/** More than anybody reads, and no burden on the memory. */
export const MAX_FAILURES = 10_000;

export function batchOf({ running }: BatchSlice, id: number): Batch | undefined {
	return running.find((work) => work.id === id);
}

/** Is more than one order under way that was given with others, so that progress is worth showing? */
export function visibleBatch({ running }: BatchSlice): Batch | undefined {
	return running.findLast(({ total }) => total > 1);
}
