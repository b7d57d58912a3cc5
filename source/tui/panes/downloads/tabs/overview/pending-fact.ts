import type { Facts } from '../../../../../columns/facts.ts';
import { pendingSentence } from '../../../../../state/pending.ts';
import type { State } from '../../../../../state/state.ts';

/** Facts of a download, and behind its status what was asked for that the service does not show yet. */
export function withPending(facts: Facts, { pending, now }: State, infohash: string): Facts {
	const one = pending.get(infohash);
	if (!one) return facts;
	const at = facts.findIndex(([name]) => name === 'status') + 1;
	return facts.toSpliced(at, 0, ['pending', pendingSentence(one, now)]);
}
