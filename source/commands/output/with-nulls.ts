import type Type from 'typebox';
import { type EndpointName, endpoints } from '../../protocol/endpoints/table.ts';
import { ExactDecimal } from '../../protocol/exact-json.ts';
import { Playlist } from '../../protocol/resources/channel.ts';
import { Download } from '../../protocol/resources/download.ts';
import { Peer } from '../../protocol/resources/peer.ts';
import { Tracker } from '../../protocol/resources/tracker.ts';
import type { SchemaFields } from '../../protocol/schema-fields.ts';

/** Values for --json. Fields that the service omits are null at every depth, so that scripts always find them. */

/** Fields of a download that are present only on request, or repeat others under an older name. */
const onRequest: ReadonlySet<string> = new Set(['files', 'peers', 'pieces', 'vod_mod']);

export function downloadWithNulls(download: Download): unknown {
	return withNulls(Download, download, onRequest);
}

export function trackerWithNulls(tracker: Tracker): unknown {
	return withNulls(Tracker, tracker);
}

export function playlistWithNulls(playlist: Playlist): unknown {
	return withNulls(Playlist, playlist);
}

export function peerWithNulls(peer: Peer): unknown {
	return withNulls(Peer, peer);
}

/** Fills a decoded response of an endpoint with nulls. */
export function answerWithNulls(name: EndpointName, answer: unknown): unknown {
	const { response } = endpoints[name];
	return response ? withNulls(response, answer) : answer;
}

/** Fills a decoded value of a schema with nulls, except `omitted` fields. */
export function withNulls(
	schema: Type.TSchema,
	value: unknown,
	omitted: ReadonlySet<string> = new Set(),
): unknown {
	const { items, properties = {} }: SchemaFields = schema;
	if (Array.isArray(value)) return items ? value.map((item: unknown) => withNulls(items, item)) : value;
	if (typeof value !== 'object' || value === null || value instanceof ExactDecimal) return value;
	const filled: Record<string, unknown> = { ...value };
	for (const [name, field] of Object.entries(properties)) {
		if (filled[name] !== undefined) filled[name] = withNulls(field, filled[name]);
		else if (!omitted.has(name)) filled[name] = null;
	}
	return filled;
}
