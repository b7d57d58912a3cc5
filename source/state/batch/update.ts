import { whyAndNext } from '../connection/error-text.ts';
import type { State } from '../core/state.ts';
import { type Journal, record } from '../events/journal.ts';
import { endRange } from '../list/marks.ts';
import { mostFailures, type Outcome, type Work, type WorkFailure, type WorkSlice, workOf } from './batch.ts';
import type { ChangeOf } from './change.ts';
import type { WorkMessage } from './message.ts';
import { expectChange, forgetUnsent, settle, takeAnswers } from './optimistic.ts';
import type { Told } from './request.ts';
import { only, type Undoable, waysBack } from './undo.ts';
import { beginStep, endStep, nextFor, putBack, type Steps } from './undo-stack.ts';

/** Failures of one work that the journal takes; the list of failures has them all. */
const mostInJournal = 100;
/** Orders of one work that worked and are written down each: with their failures they do not fill their share of it. */
const mostTold = 500;

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
		case 'forget-step':
			return { ...state, undo: beginStep(state.undo, message.step) };
		case 'seen':
			return state.work.seen ? state : { ...state, work: { ...state.work, seen: true } };
	}
}

function begin(state: State, message: Extract<WorkMessage, { type: 'began' }>): State {
	const { id, doing, total, changes, step, at } = message;
	const counts = { total, ended: 0, failed: 0, told: 0 };
	const work: Work = {
		id,
		doing,
		...counts,
		cancelled: false,
		step,
		left: step && only(nextFor(state.undo, step), new Set(changes.map(({ infohash }) => infohash))),
		ways: waysBack(changes, state),
		back: [],
	};
	const isSlow = changes.some(({ change }) => change.kind !== 'state');
	const pending = isSlow ? expectChange(state.pending, changes, id, at) : state.pending;
	return {
		...state,
		pendingWrites: state.pendingWrites + total,
		// What was marked with it stays marked, and the cursor is free again.
		downloads: endRange(state.downloads),
		pending,
		undo: step ? beginStep(state.undo, step) : state.undo,
		work: { ...state.work, running: [...state.work.running, work] },
	};
}

function progress(state: State, message: Extract<WorkMessage, { type: 'progress' }>): State {
	const { id, outcomes, at } = message;
	const work = workOf(state.work, id);
	if (!work) return state;
	const failed = outcomes.filter(({ fault }) => fault !== undefined);
	const told = work.total > 1 ? outcomes.flatMap(({ fault, told }) => (fault ? [] : (told ?? []))) : [];
	const next: Work = {
		...work,
		ended: work.ended + outcomes.length,
		failed: work.failed + failed.length,
		told: work.told + told.length,
		left: work.left && leftOf(work.left, outcomes),
		back: [...work.back, ...outcomes.flatMap((outcome) => wayFrom(work, outcome))],
	};
	const running = state.work.running.map((one) => (one === work ? next : one));
	const answers = outcomes.flatMap(({ infohash, fault }) =>
		infohash === undefined ? [] : [{ infohash, refused: fault !== undefined }],
	);
	return {
		...state,
		pendingWrites: state.pendingWrites - outcomes.length,
		pending: state.pending.size === 0 ? state.pending : takeAnswers(state.pending, id, answers, at),
		journal: writtenOf(written(state.journal, work, failed, at), work, told, at),
		work: addFailures({ ...state.work, running }, work, failed, at),
	};
}

/** How the download of an outcome comes back from it, if the order was carried out. */
function wayFrom({ ways }: Work, { infohash, fault }: Outcome): ChangeOf[] {
	const way = infohash === undefined || fault ? undefined : ways.get(infohash);
	return way ? [way] : [];
}

/** What can be tried again with the same key: the service refused nothing of it, but did not get it. */
function leftOf(left: Undoable, outcomes: readonly Outcome[]): Undoable {
	const over = new Set(
		outcomes.flatMap(({ infohash, fault }) => (fault?.unreachable ? [] : (infohash ?? []))),
	);
	return { ...left, ways: left.ways.filter(({ infohash }) => !over.has(infohash)) };
}

/** What can be taken back after a work, and what of it was meant to take back and is still to do. */
function stepsAfter(undo: Steps<Undoable>, { doing, back, step, left }: Work): Steps<Undoable> {
	const made = back.length === 0 ? undo : endStep(undo, { doing, ways: back }, step);
	return step && left && left.ways.length > 0 ? putBack(made, left, step) : made;
}

/** The first failures of a work are written down; one that is all there was is a notice. */
function written(journal: Journal, work: Work, failed: readonly Outcome[], at: number): Journal {
	const room = Math.max(0, mostInJournal - work.failed);
	return failed.slice(0, room).reduce((next, { doing, infohash, fault }) => {
		const quiet = work.total > 1;
		const text = fault ? whyAndNext({ message: fault.text, hint: fault.hint }) : '';
		return record(
			next,
			{ level: 'error', doing, text, infohash, unreachable: fault?.unreachable, quiet },
			at,
		);
	}, journal);
}

/** What was done to each of many is written down, so that it can be found later; it is no notice. */
function writtenOf(journal: Journal, work: Work, told: readonly Told[], at: number): Journal {
	const room = Math.max(0, mostTold - work.told);
	return told
		.slice(0, room)
		.reduce((next, news) => record(next, { level: 'info', ...news, quiet: true }, at), journal);
}

/** How many more there were than are written down. */
function writtenMore(journal: Journal, { told, doing }: Work, at: number): Journal {
	if (told <= mostTold) return journal;
	const text = `${told - mostTold} more were done than are written down here one by one`;
	return record(journal, { level: 'info', doing, text, quiet: true }, at);
}

function addFailures(slice: WorkSlice, work: Work, failed: readonly Outcome[], at: number): WorkSlice {
	if (failed.length === 0) return slice;
	const { nextFailure } = slice;
	const added = failed.map(
		({ name, doing, infohash, change, fault }, index): WorkFailure => ({
			id: nextFailure + index,
			work: work.id,
			workDoing: work.doing,
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
		failures: [...slice.failures, ...added].slice(-mostFailures),
		lastFrom: slice.lastFailed === work.id ? slice.lastFrom : nextFailure,
		lastFailed: work.id,
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
		journal: news
			? record(writtenMore(state.journal, work, at), news, at)
			: writtenMore(state.journal, work, at),
		undo: stepsAfter(state.undo, work),
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
