import type { Download } from '../../protocol/resources/download.ts';
import { type Change, type ChangeOf, hopsText, isApplied } from './change.ts';

/** A change that services show with a delay. A hops change took up to 28 s in the field. */
export type SlowChange = Exclude<Change, { kind: 'state' }>;

/** A requested change that the service does not show yet. Times are Unix ms. */
interface OptimisticChange {
	readonly change: SlowChange;
	/** Id of the batch that requested it. */
	readonly batch: number;
	readonly since: number;
	/** Time at which the service accepted it; undefined before. */
	readonly answeredAt: number | undefined;
}

/** By infohash. */
export type OptimisticSlice = ReadonlyMap<string, OptimisticChange>;

export const noOptimisticChanges: OptimisticSlice = new Map();

/** Timeout from acceptance until the service must show a change. */
const SETTLE_TIMEOUT_MS = 15_000;

/** Records the slow ones of the requested changes. A newer change replaces an older one. */
export function expectChange(
	pending: OptimisticSlice,
	changes: readonly ChangeOf[],
	work: number,
	since: number,
): OptimisticSlice {
	const next = new Map(pending);
	// Shared, because one key may request the same change of ten thousand downloads.
	let expected: OptimisticChange | undefined;
	for (const { infohash, change } of changes) {
		if (change.kind === 'state') continue;
		if (expected?.change !== change) expected = { change, batch: work, since, answeredAt: undefined };
		next.set(infohash, expected);
	}
	return next;
}

/** Takes answers: an accepted change waits to be shown, a refused one is dropped. */
export function takeAnswers(
	pending: OptimisticSlice,
	work: number,
	answers: readonly { readonly infohash: string; readonly refused: boolean }[],
	at: number,
): OptimisticSlice {
	const next = new Map(pending);
	for (const { infohash, refused } of answers) {
		const one = next.get(infohash);
		if (one?.batch !== work) continue;
		if (refused) next.delete(infohash);
		else next.set(infohash, { ...one, answeredAt: at });
	}
	return next;
}

/** Drops the unsent changes of a finished batch. */
export function forgetUnsent(pending: OptimisticSlice, work: number): OptimisticSlice {
	return new Map([...pending].filter(([, one]) => one.batch !== work || one.answeredAt !== undefined));
}

interface Settled {
	readonly optimistic: OptimisticSlice;
	/** Accepted changes that timed out without being shown. */
	readonly unshown: readonly Unshown[];
}

interface Unshown {
	readonly download: Download;
	readonly change: SlowChange;
}

/** Removes changes that are shown, timed out, or whose download is gone. */
export function settle(pending: OptimisticSlice, list: readonly Download[], at: number): Settled {
	if (pending.size === 0) return { optimistic: pending, unshown: [] };
	const left = new Map<string, OptimisticChange>();
	const unshown: Unshown[] = [];
	for (const download of list) {
		const one = pending.get(download.infohash);
		if (!one || isApplied(one.change, download)) continue;
		if (one.answeredAt !== undefined && at - one.answeredAt > SETTLE_TIMEOUT_MS) {
			unshown.push({ download, change: one.change });
		} else left.set(download.infohash, one);
	}
	return { optimistic: left.size === pending.size ? pending : left, unshown };
}

/** Returns a short note for a row: '→ 2 hops…'. */
export function optimisticNote({ change }: OptimisticChange): string {
	return change.kind === 'hops' ? `→ ${hopsText(change.hops)}…` : `→ ${change.kind}…`;
}

export const optimisticText = {
	waiting: 'waiting for the response',
	patience: 'some services take half a minute',
	accepted: 'the service accepted the request but does not show the change yet',
} as const;

/** Returns a sentence with the change and the time waited. */
export function optimisticSentence({ change, since, answeredAt }: OptimisticChange, now: number): string {
	const what = change.kind === 'hops' ? hopsText(change.hops) : `the ${change.kind}`;
	const seconds = Math.max(0, Math.round((now - since) / 1000));
	const waiting =
		answeredAt === undefined
			? `${optimisticText.waiting}; ${optimisticText.patience}`
			: optimisticText.accepted;
	return `${what}, requested ${seconds} s ago: ${waiting}`;
}
