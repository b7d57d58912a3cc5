import { TokenBucket } from '../../../concurrency/token-bucket.ts';
import type { ChannelRegistry } from '../channels.ts';
import type { Clock } from './clock.ts';
import type { ExchangePeer } from './exchange-peer.ts';
import { isNewer } from './head.ts';
import type { KnownHeads } from './known-heads.ts';
import { type ExchangeLimits, MAX_LISTED } from './limits.ts';
import { type ExchangeMessage, type Offer, packHeads, partsOf } from './messages.ts';
import type { OwnHead } from './own-head.ts';
import type { PageCache } from './page-cache.ts';

interface ServedChannelsOptions {
	readonly registry: ChannelRegistry;
	readonly own: OwnHead;
	readonly heads: KnownHeads;
	readonly pages: PageCache;
	readonly sendPage: (peer: string, page: Uint8Array) => void;
	readonly clock: Clock;
	readonly limits: ExchangeLimits;
}

/** Lists, heads and pages of the own channel and of stored ones, for peers. */
export class ServedChannels {
	readonly #options: ServedChannelsOptions;
	/** Limits for all peers together. */
	readonly #servedPages: TokenBucket;
	readonly #madePages: TokenBucket;

	constructor(options: ServedChannelsOptions) {
		const { limits, clock } = options;
		this.#options = options;
		this.#servedPages = new TokenBucket(limits.allServedPages, clock.now());
		this.#madePages = new TokenBucket(limits.allMadePages, clock.now());
	}

	/** Lists the channels that a peer does not have. */
	list(peer: ExchangePeer): void {
		const { own, heads, limits } = this.#options;
		const { head } = own;
		const ownHeads = head ? [{ ...head, id: head.channel }] : [];
		const others = [...heads.all].map(([id, known]) => ({ ...known, id }));
		const channels = [...ownHeads, ...others].flatMap(({ id, version, sentMs }): Offer[] => {
			const offer = peer.offers.get(id);
			if (id === peer.id || (offer && !isNewer({ version, sentMs }, offer, limits.minRenewMs))) return [];
			return [{ id, version, sentMs }];
		});
		for (const part of partsOf(channels, MAX_LISTED)) peer.send({ kind: 'channels', channels: part });
	}

	/** Tells all peers but its author that a version is stored here. */
	announce(peers: Iterable<ExchangePeer>, { id, version, sentMs }: Offer): void {
		for (const peer of peers) {
			if (peer.id === id || peer.has(id, version)) continue;
			peer.send({ kind: 'channels', channels: [{ id, version, sentMs }] });
		}
	}

	sendHeads(
		peer: ExchangePeer,
		channels: readonly string[],
		message: (heads: string[]) => ExchangeMessage,
	): void {
		const { registry, own, heads, clock } = this.#options;
		const envelopes = channels.flatMap((channel) => {
			if (!peer.servedHeads.take(1, clock.now())) return [];
			if (channel === registry.ownId) return own.head?.envelope ?? [];
			return (heads.has(channel) ? registry.head(channel) : undefined) ?? [];
		});
		for (const pack of packHeads(envelopes)) peer.send(message(pack));
	}

	sendPages(peer: ExchangePeer, channel: string, hashes: readonly string[]): void {
		const { registry, own, heads, pages, sendPage, clock } = this.#options;
		const now = clock.now();
		if (!peer.servedPages.take(hashes.length, now) || !this.#servedPages.take(hashes.length, now)) return;
		const head = channel === registry.ownId ? own.head : heads.get(channel);
		const isMade = head !== undefined && !pages.has(channel, head.index);
		if (isMade && !(peer.madePages.take(1, now) && this.#madePages.take(1, now))) return;
		const set = head && pages.get(channel, head.index);
		for (const hash of new Set(hashes)) {
			const page = set?.pages.get(hash);
			if (page) sendPage(peer.id, page);
		}
		const missing = hashes.filter((hash) => !set?.pages.has(hash));
		if (missing.length > 0) peer.send({ kind: 'missing', channel, pages: missing });
	}
}
