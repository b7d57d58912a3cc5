import { TokenBucket } from '../../../concurrency/token-bucket.ts';
import type { ChannelContent, ChannelMatches, ChannelSummary } from '../channel-registry.ts';
import type { ChannelSearches } from '../channel-search.ts';
import type { ChannelRegistry } from '../channels.ts';
import type { Clock } from './clock.ts';
import type { ExchangePeer } from './exchange-peer.ts';
import type { ExchangeLimits } from './limits.ts';
import { MAX_WORD_LENGTH, MAX_WORDS } from './limits.ts';

/** Local matches among which the channels for a peer are chosen. */
const MAX_MATCHES = 200;
/** Own searches at a time. The oldest ends first. */
const MAX_SEARCHES = 20;

interface OwnSearch {
	readonly query: string;
	readonly words: readonly string[];
	readonly untilMs: number;
	/** Number of heads that each asked peer may still send. */
	readonly peers: Map<string, number>;
}

interface SearchesOptions {
	readonly registry: ChannelRegistry;
	/** Undefined if this service does not search. */
	readonly searches: ChannelSearches | undefined;
	readonly peers: () => Iterable<ExchangePeer>;
	readonly clock: Clock;
	readonly limits: ExchangeLimits;
}

/**
 * Searches in the channels of peers. Peers answer with heads of matching channels. Their contents are fetched and
 * verified as those of all channels, and then searched here, so no peer can invent a result.
 */
export class Searches {
	readonly #options: SearchesOptions;
	readonly #own = new Map<number, OwnSearch>();
	readonly #ownRate: TokenBucket;
	readonly #allRate: TokenBucket;
	#lastId = 0;

	constructor(options: SearchesOptions) {
		const { clock, limits, searches } = options;
		this.#options = options;
		this.#ownRate = new TokenBucket(limits.ownSearches, clock.now());
		this.#allRate = new TokenBucket(limits.allSearches, clock.now());
		searches?.onQuery((query, words) => this.#ask(query, words));
	}

	/** Returns channels for the search of a peer that it does not have. */
	answer(peer: ExchangePeer, words: readonly string[]): readonly string[] {
		const { registry, clock, limits } = this.#options;
		const now = clock.now();
		if (words.length === 0 || !peer.searches.take(1, now) || !this.#allRate.take(1, now)) return [];
		const { channels, torrents } = registry.search(words, MAX_MATCHES);
		const found = [...channels.map(({ id }) => id), ...torrents.map(({ channel }) => channel)];
		return [...new Set(found)].filter((id) => !peer.has(id, 1)).slice(0, limits.foundChannels);
	}

	/** Returns how many of the heads in an answer may be read. */
	accept(peer: string, id: number, count: number): number {
		const search = this.#own.get(id);
		const left = search && search.untilMs > this.#options.clock.now() ? (search.peers.get(peer) ?? 0) : 0;
		const accepted = Math.min(left, count);
		search?.peers.set(peer, left - accepted);
		return accepted;
	}

	/** Reports matches in a channel that was stored. */
	stored(summary: ChannelSummary, content: ChannelContent): void {
		const now = this.#options.clock.now();
		for (const [id, { query, words, untilMs }] of this.#own) {
			if (untilMs <= now) {
				this.#own.delete(id);
				continue;
			}
			const matches = matchesIn(summary, content, words);
			if (matches.channels.length + matches.torrents.length > 0)
				this.#options.searches?.found(query, matches);
		}
	}

	#ask(query: string, given: readonly string[]): void {
		const { clock, limits, peers } = this.#options;
		const now = clock.now();
		const words = given.slice(0, MAX_WORDS).map((word) => cut(word));
		if (words.length === 0 || !this.#ownRate.take(1, now)) return;
		const id = ++this.#lastId;
		const asked = [...peers()];
		const allowed = new Map(asked.map((peer) => [peer.id, limits.foundChannels]));
		this.#own.set(id, { query, words: given, untilMs: now + limits.searchMs, peers: allowed });
		const [oldest] = this.#own.keys();
		if (this.#own.size > MAX_SEARCHES && oldest !== undefined) this.#own.delete(oldest);
		for (const peer of asked) peer.send({ kind: 'search', id, words });
	}
}

/** Returns a word within the limits, without half of a character at its end. */
function cut(word: string): string {
	return word.slice(0, MAX_WORD_LENGTH).replaceAll(/\p{Surrogate}/gu, '');
}

function matchesIn(
	summary: ChannelSummary,
	content: ChannelContent,
	words: readonly string[],
): ChannelMatches {
	const folded = words.map((word) => word.toLowerCase());
	const matches = ({ name }: { readonly name: string }) => {
		const text = name.toLowerCase();
		return folded.every((word) => text.includes(word));
	};
	const torrents = content.torrents.filter(matches).map((torrent) => ({ channel: summary.id, torrent }));
	return { channels: matches(summary) ? [summary] : [], torrents };
}
