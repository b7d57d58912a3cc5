import { downloadFacts } from '../../../../../columns/download-facts.ts';
import type { Facts } from '../../../../../columns/facts.ts';
import type { Download } from '../../../../../protocol/resources/download.ts';
import { optimisticSentence } from '../../../../../state/batch/optimistic.ts';
import type { State } from '../../../../../state/core/state.ts';

/** Returns the facts of a download, with a pending request after its status. */
export function overviewFacts(state: State, download: Download): Facts {
	return withPending(downloadFacts(download), pendingFact(state, download.infohash));
}

/** Returns the request for a download that the service does not show yet; undefined if there is none. */
export function pendingFact({ optimistic, now }: State, infohash: string): string | undefined {
	const one = optimistic.get(infohash);
	return one && optimisticSentence(one, now);
}

/** Returns the facts of a download, with a pending request after its status. */
function withPending(facts: Facts, pending: string | undefined): Facts {
	if (pending === undefined) return facts;
	const at = facts.findIndex(([name]) => name === 'status') + 1;
	return facts.toSpliced(at, 0, ['pending', pending]);
}
