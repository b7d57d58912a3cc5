import type { CallOptions, Client } from '../client/client.ts';
import { DownloadList } from '../client/lists/download-list.ts';
import { type TickEndpoint, TickList } from '../client/lists/tick-list.ts';
import { readSettingsOf8 } from '../client/settings-of-8.ts';
import { readSharedLimits } from '../client/shared-limits.ts';
import type { EndpointName } from '../protocol/endpoints/table.ts';
import type { Message } from '../state/core/message.ts';
import { noFiles } from '../state/files/files.ts';
import { bookTickOf } from '../state/market/book-tick.ts';
import type { ServiceQuery, SourceName } from '../state/surfaces/query.ts';
import { requestFiles } from './files/request-files.ts';
import { type OwnSources, requestsSample, usageSample } from './own-samples.ts';

/** Reads the answer to a query. `onPart` takes a message with a part of it, while the rest arrives. */
export type Reader = (
	client: Client,
	query: ServiceQuery,
	options: CallOptions,
	onPart: (message: Message) => void,
) => Promise<unknown>;

/** Timeout of trackers in a health check, seconds. Must be shorter than the timeout of the request. */
const TRACKER_TIMEOUT_S = 20;

type Maker = (own: OwnSources) => Reader;

/** Makers of the readers of sources that are not read by one plain request. */
const readers: Readonly<Record<Exclude<SourceName, EndpointName> | 'listDownloads' | TickEndpoint, Maker>> = {
	listDownloads: () => {
		// It keeps unchanged objects, because services in the field return all downloads for any request.
		const list = new DownloadList();
		return (client, { request: { query = {} } }, options, onPart) =>
			list.fetch(client, query, options, (downloads) => {
				if (!('infohash' in query)) onPart({ type: 'first-downloads', downloads, at: Date.now() });
			});
	},
	listAsks: () => (client, _, options) => ticksOf(client, 'listAsks').fetch(client, 'listAsks', options),
	listBids: () => (client, _, options) => ticksOf(client, 'listBids').fetch(client, 'listBids', options),
	'shared-limits': () => (client, _, options) => readSharedLimits(client, options),
	'settings-of-8': () => (client, _, options) => readSettingsOf8(client, options),
	'fresh-health':
		() =>
		async (client, { infohash = '' }, options) => {
			const ask = (nowait: boolean) => {
				const query = { refresh: true, timeout: TRACKER_TIMEOUT_S, ...(nowait ? { nowait } : {}) };
				return client.getHealth({ params: { infohash }, query }, options);
			};
			const answer = await ask(false);
			// Missing results follow as an event, which is only certain after this request.
			return answer.checking ? ask(true) : answer;
		},
	files:
		() =>
		(client, { infohash = '', request: { files = noFiles } }, options) =>
			requestFiles(client, infohash, files, options),
	'own-requests': (own) => async () => requestsSample(own),
	'own-usage': (own) => async () => usageSample(own),
};

/** Returns the reader of a query, for repeated use. `own`: sources of samples of the cockpit itself. */
export function readerOf({ endpoint }: ServiceQuery, own: OwnSources): Reader {
	if (hasReader(endpoint)) return readers[endpoint](own);
	return (client, { request }, options) => client.call(endpoint, request, options);
}

function hasReader(endpoint: SourceName): endpoint is keyof typeof readers {
	return Object.hasOwn(readers, endpoint);
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
