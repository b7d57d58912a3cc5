import { errorText } from '../connection/error-text.ts';
import type { DownloadsSlice } from '../downloads/downloads.ts';
import { type Journal, record } from '../events/journal.ts';
import { endRange } from '../list/selection.ts';
import {
	type Batch,
	type BatchFailure,
	type BatchSlice,
	batchOf,
	MAX_FAILURES,
	type RequestResult,
} from './batch.ts';
import type { ChangeOf } from './change.ts';
import type { BatchMessage } from './message.ts';
import {
	expectChange,
	forgetUnsent,
	type OptimisticSlice,
	type SlowChange,
	settle,
	takeAnswers,
} from './optimistic.ts';
import type { LogEntry } from './request.ts';
import { restrictedTo, reversalsOf } from './undo.ts';
import { beginStep, endStep, nextFor, putBack, type UndoStack } from './undo-stack.ts';
import type { Undoable } from './undoable.ts';

/** Maximum failures of one batch in the journal. The list of failures has all. */
const MAX_LOGGED_FAILURES = 100;
/** Maximum successes of one batch in the journal. With the failures they fit into their share. */
const MAX_LOGGED_SUCCESSES = 500;

/** Data that batches read and change. */
interface BatchData {
	readonly batches: BatchSlice;
	readonly downloads: DownloadsSlice;
	readonly journal: Journal;
	readonly optimistic: OptimisticSlice;
	readonly pendingWrites: number;
	readonly undo: UndoStack<Undoable>;
}

/** Returns the data after a message about batches. */
export function updateBatches<Data extends BatchData>(data: Data, message: BatchMessage): Data {
	switch (message.type) {
		case 'began':
			return begin(data, message);
		case 'progress':
			return progress(data, message);
		case 'cancel': {
			const running = data.batches.running.map((work) => ({ ...work, cancelled: true }));
			return { ...data, batches: { ...data.batches, running } };
		}
		case 'ended':
			return end(data, message);
		case 'forget-step':
			return { ...data, undo: beginStep(data.undo, message.step) };
		case 'settings-changed':
			return { ...data, undo: endStep(data.undo, message.made, message.step) };
		case 'settings-kept':
			return { ...data, undo: putBack(data.undo, message.left, message.step) };
		case 'seen':
			return data.batches.seen ? data : { ...data, batches: { ...data.batches, seen: true } };
	}
}

function begin<Data extends BatchData>(data: Data, message: Extract<BatchMessage, { type: 'began' }>): Data {
	const { id, doing, total, changes, step, at } = message;
	const counts = { total, ended: 0, failed: 0, logged: 0 };
	const work: Batch = {
		id,
		doing,
		...counts,
		cancelled: false,
		step,
		remaining:
			step && restrictedTo(nextFor(data.undo, step), new Set(changes.map(({ infohash }) => infohash))),
		reversals: reversalsOf(changes, data.downloads.list, data.optimistic),
		reverted: [],
	};
	const isSlow = changes.some(({ change }) => change.kind !== 'state');
	const pending = isSlow ? expectChange(data.optimistic, changes, id, at) : data.optimistic;
	return {
		...data,
		pendingWrites: data.pendingWrites + total,
		// The selection stays and the cursor no longer extends it.
		downloads: endRange(data.downloads),
		optimistic: pending,
		undo: step ? beginStep(data.undo, step) : data.undo,
		batches: { ...data.batches, running: [...data.batches.running, work] },
	};
}

function progress<Data extends BatchData>(
	data: Data,
	message: Extract<BatchMessage, { type: 'progress' }>,
): Data {
	const { id, outcomes, at } = message;
	const work = batchOf(data.batches, id);
	if (!work) return data;
	const failed = outcomes.filter(({ fault }) => fault !== undefined);
	const successes =
		work.total > 1 ? outcomes.flatMap(({ fault, logEntry }) => (fault ? [] : (logEntry ?? []))) : [];
	const next: Batch = {
		...work,
		ended: work.ended + outcomes.length,
		failed: work.failed + failed.length,
		logged: work.logged + successes.length,
		remaining: work.remaining && remainingAfter(work.remaining, outcomes),
		reverted: [...work.reverted, ...outcomes.flatMap((outcome) => reversalsFrom(work, outcome))],
	};
	const running = data.batches.running.map((one) => (one === work ? next : one));
	const answers = outcomes.flatMap(({ infohash, fault }) =>
		infohash === undefined ? [] : [{ infohash, refused: fault !== undefined }],
	);
	return {
		...data,
		pendingWrites: data.pendingWrites - outcomes.length,
		optimistic: data.optimistic.size === 0 ? data.optimistic : takeAnswers(data.optimistic, id, answers, at),
		journal: withLoggedSuccesses(withLoggedFailures(data.journal, work, failed, at), work, successes, at),
		batches: addFailures({ ...data.batches, running }, work, failed, at),
	};
}

/** Returns the reversal of a successful request. */
function reversalsFrom({ reversals }: Batch, { infohash, fault }: RequestResult): ChangeOf[] {
	const way = infohash === undefined || fault ? undefined : reversals.get(infohash);
	return way ? [way] : [];
}

/** Returns the part of a step that can be repeated, because the service was unreachable. */
function remainingAfter(left: Undoable, outcomes: readonly RequestResult[]): Undoable {
	const over = new Set(
		outcomes.flatMap(({ infohash, fault }) => (fault?.unreachable ? [] : (infohash ?? []))),
	);
	return { ...left, reversals: left.reversals.filter(({ infohash }) => !over.has(infohash)) };
}

/** Returns the undo stack after a batch, with the unfinished part of a step put back. */
function undoAfter(
	undo: UndoStack<Undoable>,
	{ doing, reverted, step, remaining }: Batch,
): UndoStack<Undoable> {
	const made = reverted.length === 0 ? undo : endStep(undo, { doing, reversals: reverted }, step);
	return step && remaining && remaining.reversals.length > 0 ? putBack(made, remaining, step) : made;
}

/** Records the first failures of a batch; a single request's failure shows as a notice. */
function withLoggedFailures(
	journal: Journal,
	work: Batch,
	failed: readonly RequestResult[],
	at: number,
): Journal {
	const room = Math.max(0, MAX_LOGGED_FAILURES - work.failed);
	return failed.slice(0, room).reduce((next, { doing, infohash, fault }) => {
		const quiet = work.total > 1;
		const text = fault ? errorText({ message: fault.text, hint: fault.hint }) : '';
		return record(
			next,
			{ level: 'error', doing, text, infohash, unreachable: fault?.unreachable, quiet },
			at,
		);
	}, journal);
}

/** Records successes of a batch quietly, so that they can be found later. */
function withLoggedSuccesses(
	journal: Journal,
	work: Batch,
	successes: readonly LogEntry[],
	at: number,
): Journal {
	const room = Math.max(0, MAX_LOGGED_SUCCESSES - work.logged);
	return successes
		.slice(0, room)
		.reduce((next, news) => record(next, { level: 'info', ...news, quiet: true }, at), journal);
}

/** Records how many successes were omitted. */
function withOmittedCount(journal: Journal, { logged, doing }: Batch, at: number): Journal {
	if (logged <= MAX_LOGGED_SUCCESSES) return journal;
	const text = `${logged - MAX_LOGGED_SUCCESSES} more succeeded and are not listed one by one`;
	return record(journal, { level: 'info', doing, text, quiet: true }, at);
}

function addFailures(
	slice: BatchSlice,
	work: Batch,
	failed: readonly RequestResult[],
	at: number,
): BatchSlice {
	if (failed.length === 0) return slice;
	const { nextFailure } = slice;
	const added = failed.map(
		({ name, doing, infohash, change, fault }, index): BatchFailure => ({
			id: nextFailure + index,
			batch: work.id,
			batchDoing: work.doing,
			change,
			at,
			name,
			doing,
			infohash,
			text: fault?.text ?? '',
			hint: fault?.hint ?? '',
		}),
	);
	return {
		...slice,
		failures: [...slice.failures, ...added].slice(-MAX_FAILURES),
		firstFailureId: slice.failedBatchId === work.id ? slice.firstFailureId : nextFailure,
		failedBatchId: work.id,
		seen: false,
		nextFailure: nextFailure + added.length,
	};
}

function end<Data extends BatchData>(
	data: Data,
	{ id, news, at }: Extract<BatchMessage, { type: 'ended' }>,
): Data {
	const work = batchOf(data.batches, id);
	if (!work) return data;
	return {
		...data,
		// Cancelled requests are no longer pending.
		pendingWrites: data.pendingWrites - (work.total - work.ended),
		optimistic: data.optimistic.size === 0 ? data.optimistic : forgetUnsent(data.optimistic, id),
		journal: news
			? record(withOmittedCount(data.journal, work, at), news, at)
			: withOmittedCount(data.journal, work, at),
		undo: undoAfter(data.undo, work),
		batches: { ...data.batches, running: data.batches.running.filter((one) => one !== work) },
	};
}

export const settleText = {
	unshown: (kind: SlowChange['kind']) =>
		`The service accepted the change of the ${kind} but does not show it. It may not support it, or need longer.`,
} as const;

/** Settles slow changes against a new list. Reports changes that never showed. */
export function settleOptimistic<Data extends Pick<BatchData, 'optimistic' | 'downloads' | 'journal'>>(
	data: Data,
	at: number,
): Data {
	const { optimistic, unshown } = settle(data.optimistic, data.downloads.list, at);
	if (optimistic === data.optimistic) return data;
	const [first] = unshown;
	if (!first) return { ...data, optimistic };
	const whom = unshown.length === 1 ? first.download.name : `${unshown.length} downloads`;
	const text = settleText.unshown(first.change.kind);
	const infohash = unshown.length === 1 ? first.download.infohash : undefined;
	const journal = record(data.journal, { level: 'warning', doing: whom, text, infohash }, at);
	return { ...data, optimistic, journal };
}
