import type { ServiceQuery } from '../core/query.ts';
import type { State } from '../core/state.ts';
import { filesNeed } from '../files/queries.ts';

/** Milliseconds between two questions. Peers and pieces make a service slow: they are asked for less often. */
const PEERS_INTERVAL_MS = 2_000;
const PIECES_INTERVAL_MS = 3_000;

/** Returns the queries of the details: only for their download and the visible tab. */
export function detailsQueries({ pane, details }: State): readonly ServiceQuery[] {
	const { of, shown, tab, health } = details;
	if (of === undefined) return [];
	const needs: ServiceQuery[] = [];
	const shows = pane === 'downloads' && shown !== 'not';
	if (shows && tab === 'peers')
		needs.push({ name: 'peers', endpoint: 'listDownloads', infohash: of, intervalMs: PEERS_INTERVAL_MS });
	if (shows && tab === 'pieces') {
		needs.push({ name: 'pieces', endpoint: 'listDownloads', infohash: of, intervalMs: PIECES_INTERVAL_MS });
	}
	if (shows && tab === 'files') needs.push(filesNeed(details.files, of));
	// Asked for once, and waited for whatever shows meanwhile.
	if (health.askedAt !== undefined) {
		needs.push({ name: 'health', endpoint: 'getHealth', infohash: of, intervalMs: Number.POSITIVE_INFINITY });
	}
	return needs;
}
