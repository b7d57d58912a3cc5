import type { Download } from '../../../protocol/resources/download.ts';
import { hopsText } from '../../../state/batch/change.ts';
import { type OptimisticSlice, optimisticNote } from '../../../state/batch/optimistic.ts';

/**
 * Returns the note after a download's name: a request that the service does not show yet, else its hops if it has any.
 * Few screens have space for that column.
 */
export function rowNote({ infohash, hops }: Download, pending: OptimisticSlice): string {
	const one = pending.get(infohash);
	if (one) return optimisticNote(one);
	return hops !== undefined && hops > 0 ? hopsText(hops) : '';
}
