import type { Facts } from '../../../../../columns/facts.ts';
import { pendingSentence } from '../../../../../state/batch/optimistic.ts';
import type { State } from '../../../../../state/core/state.ts';

/** What was asked for of a download that the service does not show yet; undefined when nothing was. */
export function pendingFact({ pending, now }: State, infohash: string): string | undefined {
	const one = pending.get(infohash);
	return one && pendingSentence(one, now);
}

/** Facts of a download, and behind its status what is pending of it, if anything is. */
export function withPending(facts: Facts, pending: string | undefined): Facts {
	if (pending === undefined) return facts;
	const at = facts.findIndex(([name]) => name === 'status') + 1;
	return facts.toSpliced(at, 0, ['pending', pending]);
}
