import type { Verdict } from '../../../basics/verdict.ts';
import { decodeEnvelope } from '../../overlay/envelope.ts';
import type { Clock } from './clock.ts';
import type { ExchangePeer } from './exchange-peer.ts';
import { isNewer, readHead, type Signature, type SignedHead } from './head.ts';
import { type ExchangeLimits, MAX_LISTED } from './limits.ts';
import { type Offer, partsOf } from './messages.ts';

interface HeadRequestsOptions {
	/** Returns the connected peers. */
	readonly peers: () => Iterable<ExchangePeer>;
	/** Returns the head that is known or being fetched. */
	readonly newest: (channel: string) => Signature | undefined;
	/** Whether heads of a channel are ignored. */
	readonly isRefused: (channel: string) => boolean;
	/** Whether a channel is known, or its source may introduce another one. */
	readonly isAllowed: (channel: string, peer: string) => boolean;
	/** Handles an authentic head. */
	readonly accept: (head: SignedHead, via: string) => void;
	readonly clock: Clock;
	readonly limits: ExchangeLimits;
}

/** Requests the heads that peers offer. One peer at a time is asked for a head. */
export class HeadRequests {
	readonly #options: HeadRequestsOptions;

	constructor(options: HeadRequestsOptions) {
		this.#options = options;
	}

	/** Requests the offered heads that are wanted. */
	offered(peer: ExchangePeer, offers: readonly Offer[]): void {
		const wanted = offers.filter(
			({ id }) => this.#isWanted(peer, id) && this.#options.isAllowed(id, peer.id),
		);
		this.#request(
			peer,
			wanted.map((offer) => ({ id: offer.id, offer })),
		);
	}

	/** Requests the head of a channel from all peers, because a newer version was seen elsewhere. */
	seek(channel: string): void {
		for (const peer of this.#options.peers()) this.#request(peer, [{ id: channel, offer: undefined }]);
	}

	/** Reads heads in base64 that a peer sent in answer to requests. */
	answered(peer: ExchangePeer, heads: readonly string[]): Verdict {
		return this.read(peer, heads, (channel) => peer.wants.has(channel));
	}

	/** Reads heads in base64, those that were requested. */
	read(peer: ExchangePeer, heads: readonly string[], isRequested: (channel: string) => boolean): Verdict {
		const { clock, accept } = this.#options;
		const now = clock.now();
		for (const text of heads) {
			const bytes = Buffer.from(text, 'base64');
			const author = decodeEnvelope(bytes)?.author;
			if (author === undefined) return 'reject';
			if (!isRequested(author)) continue;
			const head = readHead(bytes, now);
			if (head === 'forged') return 'reject';
			const offer = peer.wants.get(author)?.offer;
			peer.wants.get(author)?.cancel();
			peer.wants.delete(author);
			if (head === 'old') continue;
			// A peer never has an older head than it had before.
			if (offer && isOlder(head, offer)) {
				peer.settle(false, now);
				peer.offers.delete(author);
				return 'reject';
			}
			if (offer) peer.settle(true, now);
			accept(head, peer.id);
		}
		return 'accept';
	}

	/** Whether a peer offers a newer head than the known one, which no other peer was asked for. */
	#isWanted(peer: ExchangePeer, channel: string): boolean {
		const { peers, newest, isRefused, limits } = this.#options;
		const offer = peer.offers.get(channel);
		if (!offer || isRefused(channel) || peer.wants.has(channel)) return false;
		const known = newest(channel);
		if (known && !isNewer(offer, known, limits.minRenewMs)) return false;
		return [...peers()].every((other) => !other.wants.get(channel)?.offer);
	}

	#request(
		peer: ExchangePeer,
		wanted: readonly { readonly id: string; readonly offer: Offer | undefined }[],
	): void {
		const { clock, limits } = this.#options;
		for (const { id, offer } of wanted) {
			peer.wants.get(id)?.cancel();
			const cancel = clock.after(limits.answerMs, () => this.#notAnswered(peer, id));
			peer.wants.set(id, { offer, cancel });
		}
		for (const part of partsOf(wanted, MAX_LISTED))
			peer.send({ kind: 'want', channels: part.map(({ id }) => id) });
	}

	#notAnswered(peer: ExchangePeer, channel: string): void {
		const want = peer.wants.get(channel);
		peer.wants.delete(channel);
		if (!want?.offer) return;
		peer.settle(false, this.#options.clock.now());
		peer.offers.delete(channel);
		const other = [...this.#options.peers()].find((each) => this.#isWanted(each, channel));
		if (other) this.#request(other, [{ id: channel, offer: other.offers.get(channel) }]);
	}
}

function isOlder(head: Signature, offer: Signature): boolean {
	return head.version < offer.version || (head.version === offer.version && head.sentMs < offer.sentMs);
}
