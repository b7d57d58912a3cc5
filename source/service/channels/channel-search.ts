import { BoundedMap } from '../../basics/bounded-map.ts';
import { TokenBucket } from '../../concurrency/token-bucket.ts';
import type { Emit } from '../core/emit.ts';
import { HttpError, invalidParameter } from '../http/http-error.ts';
import { channelResult, torrentResult } from './answers.ts';
import { isAdult } from './category.ts';
import type { ChannelMatches, KnownHealth } from './channel-registry.ts';
import { folded } from './channel-store.ts';
import type { Channels } from './channels.ts';

/** Results of a query. */
const MAX_RESULTS = 100;
const MAX_WORDS = 10;
/** Queries that still accept results of other services. The oldest ends. */
const MAX_OPEN_QUERIES = 20;
/** Time in which results of other services may arrive. */
const QUERY_TIMEOUT_MS = 60_000;
/** Queries of all clients together. */
const QUERY_RATE = { perSecond: 5, burst: 20 };

/** Refusals of searches. */
export const searchText = {
	noWords: 'The query has no words.',
	tooMany: 'There were too many searches. Wait a second.',
} as const;

interface OpenQuery {
	readonly isUnfiltered: boolean;
	/** Keys of emitted results. */
	readonly emitted: Set<string>;
	readonly endsMs: number;
}

/** Searches of clients. Emits the local results at once, and those of other services when they arrive. */
export class ChannelSearch {
	readonly #channels: Channels;
	readonly #health: KnownHealth;
	readonly #emit: Emit;
	readonly #listeners: ((query: string, words: readonly string[]) => void)[] = [];
	readonly #open = new BoundedMap<OpenQuery>(MAX_OPEN_QUERIES);
	readonly #rate = new TokenBucket(QUERY_RATE, Date.now());

	constructor(channels: Channels, health: KnownHealth, emit: Emit) {
		this.#channels = channels;
		this.#health = health;
		this.#emit = emit;
	}

	/** Calls `listener` with each query and its words. */
	onQuery(listener: (query: string, words: readonly string[]) => void): void {
		this.#listeners.push(listener);
	}

	/** Starts a query. The same query again emits all results again. */
	start(query: string, isUnfiltered: boolean): void {
		const words = folded(query).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
		if (words.length === 0) throw invalidParameter(searchText.noWords);
		if (!this.#rate.take(1, Date.now())) throw new HttpError(429, 'TooManyRequestsError', searchText.tooMany);
		this.#open.set(query, { isUnfiltered, emitted: new Set(), endsMs: Date.now() + QUERY_TIMEOUT_MS });
		this.found(query, this.#channels.search(words, MAX_RESULTS));
		for (const listener of this.#listeners) listener(query, words);
	}

	/** Emits matches of another service for a query. Ignores ended queries, repeated results and too many of them. */
	found(query: string, { channels, torrents }: ChannelMatches): void {
		const open = this.#open.peek(query);
		if (!open || open.endsMs < Date.now()) return;
		const isNew = (key: string) => {
			if (open.emitted.size >= MAX_RESULTS || open.emitted.has(key)) return false;
			open.emitted.add(key);
			return true;
		};
		for (const channel of channels) {
			if (!open.isUnfiltered && isAdult(channel)) continue;
			if (isNew(channel.id)) this.#emit('search_result_channel', { query, result: channelResult(channel) });
		}
		for (const { channel, torrent } of torrents) {
			if (!open.isUnfiltered && isAdult(torrent)) continue;
			if (!isNew(`${channel}/${torrent.infohash}`)) continue;
			this.#emit('search_result_torrent', { query, result: torrentResult(channel, torrent, this.#health) });
		}
	}
}

/** The searches, as the exchange with other services uses them. */
export type ChannelSearches = Pick<ChannelSearch, 'onQuery' | 'found'>;
