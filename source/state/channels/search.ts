import { decode } from '../../protocol/decode.ts';
import { FoundChannel, FoundTorrent } from '../../protocol/resources/search-result.ts';
import type { OwnRow } from '../market/own-rows.ts';
import {
	boundedDescription,
	boundedName,
	boundedTrackers,
	comparedId,
	type KnownChannel,
	type KnownTorrent,
} from './known.ts';

/** A result of a search. Its texts are untrusted. */
export type FoundItem =
	| { readonly kind: 'channel'; readonly channel: KnownChannel }
	| {
			readonly kind: 'torrent';
			readonly torrent: KnownTorrent;
			/** Id of its channel; '' if it is unknown. */
			readonly channel: string;
	  };

/** The last search, and its results as events report them. */
export interface SearchSlice {
	/** Words of the last search; '' before the first one. */
	readonly query: string;
	/** Start of the search, or its first result if another program sent it. Unix ms. */
	readonly at: number;
	readonly list: readonly OwnRow<FoundItem>[];
	/** Earlier searches in normal form. Their late results are ignored. */
	readonly earlier: readonly string[];
}

export const noSearch: SearchSlice = { query: '', at: 0, list: [], earlier: [] };

/** Maximum results, and maximum remembered searches. */
const MAX_RESULTS = 1_000;
const MAX_EARLIER = 50;

/** Returns the form of a query that is compared. Services may change its case and its spaces. */
function normal(query: string): string {
	return query.trim().toLowerCase().split(/\s+/).join(' ');
}

/** Begins another search. Results of the same query stay until new ones replace them. */
export function beginSearch(search: SearchSlice, query: string, at: number): SearchSlice {
	const words = normal(query);
	const last = normal(search.query);
	const others = search.earlier.filter((each) => each !== words && each !== last);
	const earlier = last === '' || last === words ? others : [last, ...others].slice(0, MAX_EARLIER);
	return { query: query.trim(), at, list: [], earlier };
}

/**
 * Takes a result from an event. Results of an earlier search are ignored. Those of an unknown search begin it: another
 * program sent it. A result without a query belongs to the last one.
 */
export function takeFound(
	search: SearchSlice,
	query: string | undefined,
	found: FoundItem,
	at: number,
): SearchSlice {
	const words = normal(query ?? search.query);
	if (search.earlier.includes(words)) return search;
	const current = words === normal(search.query) ? search : beginSearch(search, query ?? '', at);
	const key = keyOf(found);
	if (current.list.length >= MAX_RESULTS || current.list.some((row) => row.key === key)) return current;
	return { ...current, list: [...current.list, { key, item: found, changedAt: at }] };
}

function keyOf(found: FoundItem): string {
	return found.kind === 'channel'
		? `channel ${comparedId(found.channel.identifier)}`
		: `torrent ${comparedId(found.torrent.infohash)} ${comparedId(found.channel)}`;
}

/** Reads the result of an event `search_result_channel`; undefined if it names no channel. */
export function foundChannel(result: unknown): FoundItem | undefined {
	const { value } = decode(FoundChannel, result);
	const { dispersy_cid, name, description, torrents, modified, can_edit: own } = value;
	if (dispersy_cid === '') return undefined;
	return {
		kind: 'channel',
		channel: {
			identifier: boundedName(dispersy_cid),
			name: boundedName(name),
			...(description === undefined ? {} : { description: boundedDescription(description) }),
			...(torrents === undefined ? {} : { torrents }),
			...(modified === undefined ? {} : { updated: modified }),
			...(own === undefined ? {} : { own }),
		},
	};
}

/** Reads the result of an event `search_result_torrent`; undefined if it has no infohash. */
export function foundTorrent(result: unknown): FoundItem | undefined {
	const { value } = decode(FoundTorrent, result);
	const { id, infohash, name, dispersy_cid = '', size, category, trackers = [], created } = value;
	const { num_seeders, num_leechers, last_tracker_check } = value;
	if (infohash === '') return undefined;
	return {
		kind: 'torrent',
		channel: boundedName(dispersy_cid),
		torrent: {
			infohash: boundedName(infohash),
			name: boundedName(name),
			trackers: boundedTrackers(trackers),
			...(id === undefined ? {} : { id }),
			...(size === undefined ? {} : { size }),
			...(category === undefined ? {} : { category: boundedName(category) }),
			...(created === undefined ? {} : { created }),
			...(num_seeders === undefined ? {} : { num_seeders }),
			...(num_leechers === undefined ? {} : { num_leechers }),
			...(last_tracker_check === undefined ? {} : { last_tracker_check }),
		},
	};
}
