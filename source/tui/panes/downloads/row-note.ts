import type { Download } from '../../../protocol/resources/download.ts';
import { hopsText } from '../../../state/batch/change.ts';
import { type PendingSlice, pendingNote } from '../../../state/batch/optimistic.ts';

/**
 * What stands behind a download's name: what was asked for that the service does not show yet, else how many hops it
 * has, where it has any: few screens have room for that column.
 */
export function rowNote({ infohash, hops }: Download, pending: PendingSlice): string {
	const one = pending.get(infohash);
	if (one) return pendingNote(one);
	return hops !== undefined && hops > 0 ? hopsText(hops) : '';
}
