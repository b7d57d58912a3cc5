import type { ServiceQuery } from '../core/query.ts';
import { filesServiceQuery } from '../files/queries.ts';
import type { DetailsSlice } from './details.ts';

/** Intervals of requests. Peers and pieces are expensive for a service. */
const PEERS_INTERVAL_MS = 2_000;
const PIECES_INTERVAL_MS = 3_000;

/** Returns the query for the peers of the download. */
export function peersQuery({ of }: DetailsSlice): ServiceQuery | undefined {
	return of === undefined
		? undefined
		: { name: 'peers', endpoint: 'listDownloads', infohash: of, intervalMs: PEERS_INTERVAL_MS };
}

/** Returns the query for its pieces. */
export function piecesQuery({ of }: DetailsSlice): ServiceQuery | undefined {
	return of === undefined
		? undefined
		: { name: 'pieces', endpoint: 'listDownloads', infohash: of, intervalMs: PIECES_INTERVAL_MS };
}

/** Returns the query for its files. */
export function filesQuery({ of, files }: DetailsSlice): ServiceQuery | undefined {
	return of === undefined ? undefined : filesServiceQuery(files, of);
}

/** Returns the query of a requested health check. It stays until its answer, whichever surface is visible. */
export function healthQuery({ of, health }: DetailsSlice): ServiceQuery | undefined {
	if (of === undefined || health.askedAt === undefined) return undefined;
	return { name: 'health', endpoint: 'getHealth', infohash: of, intervalMs: Number.POSITIVE_INFINITY };
}
