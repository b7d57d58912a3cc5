import type { DetailsPart } from '../details/details.ts';
import { filesAspect, filesIntervalMs } from '../details/files-queries.ts';
import type { DetailsMessage } from '../details/message.ts';
import { failInTab, updateDetails } from '../details/update.ts';
import type { Query } from './query-declaration.ts';
import type { State } from './state.ts';

/** Intervals of requests, ms. Peers and pieces are expensive for a service. */
const PEERS_INTERVAL_MS = 2_000;
const PIECES_INTERVAL_MS = 3_000;

/** The queries of the download under the cursor have these in common. */
const ofDownload = {
	when: ({ details }: State) => details.of !== undefined,
	of: ({ details }: State) => details.of,
};

const changed = (state: State, message: DetailsMessage): State => ({
	...state,
	details: updateDetails(state.details, message),
});

const failing =
	(part: DetailsPart): Query<'files'>['fail'] =>
	(state, failure) => ({ ...state, details: failInTab(state.details, part, failure) });

/** The peers of the download. */
export const peersQuery: Query<'listDownloads'> = {
	name: 'peers',
	endpoint: 'listDownloads',
	every: PEERS_INTERVAL_MS,
	...ofDownload,
	request: ({ details: { of = '' } }) => ({ query: { get_peers: true, infohash: of } }),
	take: (state, { downloads }, at, _, { query }) => {
		const of = String(query?.infohash);
		const { peers = [] } = downloads.find(({ infohash }) => infohash === of) ?? {};
		return changed(state, { type: 'peers', of, peers, at });
	},
	fail: failing('peers'),
};

/** Its pieces. */
export const piecesQuery: Query<'listDownloads'> = {
	name: 'pieces',
	endpoint: 'listDownloads',
	every: PIECES_INTERVAL_MS,
	...ofDownload,
	request: ({ details: { of = '' } }) => ({ query: { get_pieces: true, infohash: of } }),
	take: (state, { downloads }, at, _, { query }) => {
		const of = String(query?.infohash);
		const { pieces = '', total_pieces: total = 0 } = downloads.find(({ infohash }) => infohash === of) ?? {};
		return changed(state, { type: 'pieces', of, pieces, total, at });
	},
	fail: failing('pieces'),
};

/** Its files. */
export const filesQuery: Query<'files'> = {
	name: 'files',
	endpoint: 'files',
	every: ({ details }) => filesIntervalMs(details.files),
	...ofDownload,
	request: ({ details: { of = '', files } }) => ({ params: { infohash: of }, files }),
	aspect: ({ details }) => filesAspect(details.files),
	take: (state, what) => changed(state, { type: 'files', what }),
	fail: failing('files'),
};

/** A requested health check. It stays until its answer, whichever surface is visible. */
export const healthQuery: Query<'fresh-health'> = {
	name: 'health',
	endpoint: 'fresh-health',
	every: Number.POSITIVE_INFINITY,
	when: ({ details: { of, health } }) => of !== undefined && health.askedAt !== undefined,
	of: ({ details }) => details.of,
	request: ({ details: { of = '' } }) => ({ params: { infohash: of } }),
	take: (state, answer, at, _, { params = {} }) =>
		changed(state, { type: 'health', of: params.infohash ?? '', answer, at }),
	fail: failing('health'),
};
