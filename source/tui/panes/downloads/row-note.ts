import type { Download } from '../../../protocol/resources/download.ts';
import { hopsText } from '../../../state/batch/change.ts';
import { type OptimisticSlice, optimisticNote } from '../../../state/batch/optimistic.ts';

/**
 * Returns the note after a download's name: a pending request, else its hops if it has any. Few screens have space for
 * the column of hops.
 */
export function rowNote({ infohash, hops }: Download, pending: OptimisticSlice): string {
	const one = pending.get(infohash);
	if (one) return optimisticNote(one);
	return hops !== undefined && hops > 0 ? hopsText(hops) : '';
}
