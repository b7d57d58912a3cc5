import { type Journal, record } from './journal.ts';
import { endRange } from './list/marks.ts';
import { expectChange, forgetUnsent, settle, takeAnswers } from './pending.ts';
import type { State } from './state.ts';
import { mostFailures, type Outcome, type Work, type WorkFailure, type WorkSlice, workOf } from './work.ts';
import type { WorkMessage } from './work-message.ts';

/** Failures of one work that the journal takes; the list of failures has them all. */
const mostInJournal = 100;

/** The state after something happened to a work. */
export function updateWork(state: State, message: WorkMessage): State {
	switch (message.type) {
		case 'began':
			return begin(state, message);
		case 'progress':
			return progress(state, message);
		case 'cancel': {
			const running = state.work.running.map((work) => ({ ...work, cancelled: true }));
			return { ...state, work: { ...state.work, running } };
		}
		case 'ended':
			return end(state, message);
		case 'seen':
			return state.work.seen ? state : { ...state, work: { ...state.work, seen: true } };
	}
}

function begin(state: State, message: Extract<WorkMessage, { type: 'began' }>): State {
	const { id, doing, total, change, about, at } = message;
	const work: Work = { id, doing, change, total, ended: 0, failed: 0, cancelled: false };
	const pending =
		change && change.kind !== 'state' ? expectChange(state.pending, about, change, id, at) : state.pending;
	return {
		...state,
		pendingWrites: state.pendingWrites + total,
		// What was marked with it stays marked, and the cursor is free again.
		downloads: endRange(state.downloads),
		pending,
		work: { ...state.work, running: [...state.work.running, work] },
	};
}

function progress(state: State, message: Extract<WorkMessage, { type: 'progress' }>): State {
	const { id, outcomes, at } = message;
	const work = workOf(state.work, id);
	if (!work) return state;
	const failed = outcomes.filter(({ fault }) => fault !== undefined);
	const next: Work = {
		...work,
		ended: work.ended + outcomes.length,
		failed: work.failed + failed.length,
	};
	const running = state.work.running.map((one) => (one === work ? next : one));
	const answers = outcomes.flatMap(({ infohash, fault }) =>
		infohash === undefined ? [] : [{ infohash, refused: fault !== undefined }],
	);
	return {
		...state,
		pendingWrites: state.pendingWrites - outcomes.length,
		pending: state.pending.size === 0 ? state.pending : takeAnswers(state.pending, id, answers, at),
		journal: written(state.journal, work, failed, at),
		work: addFailures({ ...state.work, running }, id, failed, at),
	};
}

/** The first failures of a work are written down; one that is all there was is a notice. */
function written(journal: Journal, work: Work, failed: readonly Outcome[], at: number): Journal {
	const room = Math.max(0, mostInJournal - work.failed);
	return failed.slice(0, room).reduce((next, { doing, infohash, fault }) => {
		const quiet = work.total > 1;
		return record(next, { level: 'error', doing, text: fault?.text ?? '', infohash, quiet }, at);
	}, journal);
}

function addFailures(slice: WorkSlice, work: number, failed: readonly Outcome[], at: number): WorkSlice {
	if (failed.length === 0) return slice;
	const { nextFailure } = slice;
	const added = failed.map(
		({ name, doing, infohash, fault }, index): WorkFailure => ({
			id: nextFailure + index,
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
		failures: [...slice.failures, ...added].slice(-mostFailures),
		lastFrom: slice.lastFailed === work ? slice.lastFrom : nextFailure,
		lastFailed: work,
		seen: false,
		nextFailure: nextFailure + added.length,
	};
}

function end(state: State, { id, news, at }: Extract<WorkMessage, { type: 'ended' }>): State {
	const work = workOf(state.work, id);
	if (!work) return state;
	return {
		...state,
		// What was cancelled is not waited for any more.
		pendingWrites: state.pendingWrites - (work.total - work.ended),
		pending: state.pending.size === 0 ? state.pending : forgetUnsent(state.pending, id),
		journal: news ? record(state.journal, news, at) : state.journal,
		work: { ...state.work, running: state.work.running.filter((one) => one !== work) },
	};
}

/** A new list shows what became of slow changes; that one is waited for in vain is told. */
export function settlePending(state: State, at: number): State {
	const { pending, unshown } = settle(state.pending, state.downloads.list, at);
	if (pending === state.pending) return state;
	const [first] = unshown;
	if (!first) return { ...state, pending };
	const what = first.change.kind === 'hops' ? 'hops' : 'limits';
	const whom = unshown.length === 1 ? first.download.name : `${unshown.length} downloads`;
	const text = `The service agreed to change the ${what} but does not show it: it may not offer that, or need longer.`;
	const infohash = unshown.length === 1 ? first.download.infohash : undefined;
	const journal = record(state.journal, { level: 'warning', doing: whom, text, infohash }, at);
	return { ...state, pending, journal };
}
