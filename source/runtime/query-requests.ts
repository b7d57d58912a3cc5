import type { CallOptions, Client } from '../client/client.ts';
import { DownloadList } from '../client/lists/download-list.ts';
import { type TickEndpoint, TickList } from '../client/lists/tick-list.ts';
import { readSettingsOf8 } from '../client/settings-of-8.ts';
import { readSharedLimits } from '../client/shared-limits.ts';
import type { Message } from '../state/core/message.ts';
import type { QueryName, ServiceQuery, SurfaceQueryName } from '../state/core/query.ts';
import { noFiles } from '../state/files/files.ts';
import { bookTickOf } from '../state/market/book-tick.ts';
import { requestFiles } from './files/request-files.ts';
import { type OwnSources, ownSample } from './own-samples.ts';

/** Sends the request of a query and returns the message with its answer. */
export type QueryRequest = (
	client: Client,
	options: CallOptions,
	need: ServiceQuery,
	/** Takes a message with a part of the answer, while the rest arrives. */
	onPart: (message: Message) => void,
) => Promise<Message>;

/** Timeout of trackers in a health check, seconds. Must be shorter than the timeout of the request. */
const TRACKER_TIMEOUT_S = 20;

/**
 * Returns the request of a query, for repeated use. Repeated lists keep unchanged objects, because services in the
 * field return all downloads for any request. `own`: sources of samples of the cockpit itself.
 */
export function queryRequestOf({ name, infohash: of = '' }: ServiceQuery, own?: OwnSources): QueryRequest {
	const list = new DownloadList();
	const one = async (client: Client, what: 'get_peers' | 'get_pieces', options: CallOptions) => {
		const { downloads } = await list.fetch(client, { [what]: true, infohash: of }, options);
		return downloads.find(({ infohash }) => infohash === of);
	};
	if (isSurfaceQuery(name)) return surfaceQueryRequest(name);
	switch (name) {
		case 'downloads':
			return async (client, options, { availability }, onPart) => ({
				type: 'downloads',
				answer: await list.fetch(
					client,
					availability ? { get_availability: true } : {},
					options,
					(downloads) => onPart({ type: 'first-downloads', downloads, at: Date.now() }),
				),
				at: Date.now(),
			});
		case 'core':
			return async (client, options) => ({
				type: 'core',
				answer: await client.getState({}, options),
				at: Date.now(),
			});
		case 'limits':
			return async (client, options) => ({
				type: 'limits',
				limits: await readSharedLimits(client, options),
			});
		case 'settings-of-8':
			return async (client, options) => ({
				type: 'service-settings',
				what: { type: 'reported', values: await readSettingsOf8(client, options) },
			});
		case 'profiler':
			return async (client, options) => {
				const askedAt = Date.now();
				const {
					state,
					running_time: runningTime,
					profiler_files: files,
				} = await client.getProfiler({}, options);
				return {
					type: 'profiler',
					what: { type: 'state', state, runningTime, files, askedAt, at: Date.now() },
				};
			};
		case 'own-requests':
		case 'own-usage':
			return async () => {
				if (!own) throw new Error(`There is no source of ${name}.`);
				return { type: 'own-sample', sample: ownSample(own, name), at: Date.now() };
			};
		case 'peers':
			return async (client, options) => {
				const { peers = [] } = (await one(client, 'get_peers', options)) ?? {};
				return { type: 'details', what: { type: 'peers', of, peers, at: Date.now() } };
			};
		case 'pieces':
			return async (client, options) => {
				const { pieces = '', total_pieces: total = 0 } = (await one(client, 'get_pieces', options)) ?? {};
				return { type: 'details', what: { type: 'pieces', of, pieces, total, at: Date.now() } };
			};
		case 'health':
			return async (client, options) => {
				const ask = (nowait: boolean) => {
					const query = { refresh: true, timeout: TRACKER_TIMEOUT_S, ...(nowait ? { nowait } : {}) };
					return client.getHealth({ params: { infohash: of }, query }, options);
				};
				let answer = await ask(false);
				// Missing results follow as an event, which is only certain after this request.
				if (answer.checking) answer = await ask(true);
				return { type: 'details', what: { type: 'health', of, answer, at: Date.now() } };
			};
		case 'stream-files':
			return async (client, options) => {
				const { files } = await client.listFiles({ params: { infohash: of } }, options);
				return { type: 'stream-files', of, files };
			};
		case 'files':
			return async (client, options, { files = noFiles }) => {
				const what = await requestFiles(client, of, files, options);
				return { type: 'details', what: { type: 'files', what } };
			};
	}
}

function isSurfaceQuery(name: QueryName): name is SurfaceQueryName {
	return name.includes(':');
}

function surfaceQueryRequest(query: SurfaceQueryName): QueryRequest {
	return async (client, options, { endpoint, request = {} }) => {
		if (!endpoint) throw new Error(`The query ${query} has no endpoint.`);
		const sentAt = Date.now();
		const answer =
			endpoint === 'listAsks' || endpoint === 'listBids'
				? await ticksOf(client, endpoint).fetch(client, endpoint, options)
				: await client.call(endpoint, request, options);
		// The client ties the answer to the endpoint. The compiler cannot see that through a variable.
		return { type: 'surface-answer', query, endpoint, answer, request, sentAt, at: Date.now() } as Message;
	};
}

/** Lists of ticks by client. All queries share them, so that unchanged ticks stay the same objects. */
const tickLists = new WeakMap<Client, Map<TickEndpoint, TickList>>();

function ticksOf(client: Client, endpoint: TickEndpoint): TickList {
	const lists = tickLists.get(client) ?? new Map<TickEndpoint, TickList>();
	tickLists.set(client, lists);
	// The derived values of new ticks are computed in the time slices of the list.
	const list = lists.get(endpoint) ?? new TickList({ onNew: bookTickOf });
	lists.set(endpoint, list);
	return list;
}
