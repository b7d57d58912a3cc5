import { createHash } from 'node:crypto';
import { BoundedMap } from '../../basics/bounded-map.ts';
import type { Verdict } from '../../basics/verdict.ts';
import { KeyedRates, TokenBucket } from '../../concurrency/token-bucket.ts';
import { reasonOf } from '../http/http-error.ts';
import type { Log } from '../log/log.ts';
import { decodeEnvelope, type Envelope, encodeEnvelope, isAuthentic, isCurrent } from './envelope.ts';
import type { FrameKind } from './frames.ts';
import type { Identity } from './keys.ts';
import {
	DIRECT_LIFETIME_MS,
	MAX_AGE_MS,
	MAX_KNOWN_AUTHORS,
	MAX_SEEN_MESSAGES,
	type OverlayLimits,
} from './limits.ts';
import type { OverlayMessage, OverlayTopic } from './overlay.ts';
import { isId, SIGNATURE_BYTES } from './public-key.ts';
import { decodeSealed, seal, unseal, withoutHop } from './sealed.ts';

export const messageText = {
	failed: (reason: string) => `Overlay: a message or a change of a connection was not handled: ${reason}.`,
	unsealable: (to: string, reason: string) => `Overlay: cannot seal a message to ${to}: ${reason}.`,
};

interface MessagesOptions {
	readonly identity: Identity;
	readonly limits: OverlayLimits;
	readonly topics: ReadonlyMap<string, OverlayTopic>;
	readonly isBlocked: (id: string) => boolean;
	/** Sends a frame to a peer. Returns false if it is not connected. */
	readonly sendTo: (id: string, kind: FrameKind, payload: Uint8Array) => boolean;
	/** Sends a frame to all peers except these. */
	readonly sendToOthers: (except: readonly string[], kind: FrameKind, payload: Uint8Array) => void;
	/** Counts a violation of a service that is not the sender of the frame. */
	readonly offended: (id: string) => void;
	readonly log: Log;
}

/** Longest time for which others may carry a sealed message. The clocks of two services differ. */
const MAX_SEALED_LIFETIME_MS = 2 * DIRECT_LIFETIME_MS;

/** Signs, checks, delivers and forwards messages. Every check is done before the topic sees a message. */
export class Messages {
	readonly #options: MessagesOptions;
	/** Keys of the last messages. */
	readonly #seen = new BoundedMap<true>(MAX_SEEN_MESSAGES);
	/** X25519 keys of services, by id. */
	readonly #sealKeys = new BoundedMap<Buffer>(MAX_KNOWN_AUTHORS);
	readonly #authorRates: KeyedRates;
	readonly #relayRates: KeyedRates;

	readonly #forwardedMessages: TokenBucket;
	readonly #forwardedBytes: TokenBucket;

	constructor(options: MessagesOptions) {
		const now = performance.now();
		this.#options = options;
		this.#authorRates = new KeyedRates(options.limits.authorMessages, MAX_KNOWN_AUTHORS);
		this.#relayRates = new KeyedRates(options.limits.relayedMessages, MAX_KNOWN_AUTHORS);
		this.#forwardedMessages = new TokenBucket(options.limits.forwardedMessages, now);
		this.#forwardedBytes = new TokenBucket(options.limits.forwardedBytes, now);
	}

	publish(topic: string, body: Uint8Array, expiresMs: number): Uint8Array {
		const { identity, sendToOthers } = this.#options;
		const content = { recipient: undefined, topic, sentMs: Date.now(), expiresMs, body };
		const bytes = encodeEnvelope(identity, content);
		this.#seen.set(keyOf(bytes), true);
		sendToOthers([], 'published', bytes);
		return bytes;
	}

	send(to: string, topic: string, body: Uint8Array): void {
		const { identity, isBlocked, sendTo, sendToOthers } = this.#options;
		if (!isId(to) || to === identity.id || isBlocked(to)) return;
		const sentMs = Date.now();
		const expiresMs = sentMs + DIRECT_LIFETIME_MS;
		const bytes = encodeEnvelope(identity, { recipient: to, topic, sentMs, expiresMs, body });
		if (sendTo(to, 'direct', bytes)) return;
		const sealKey = this.#sealKeys.get(to);
		if (!sealKey) return;
		try {
			const sealed = seal(bytes, to, sealKey, expiresMs);
			this.#seen.set(decodeSealed(sealed)?.key ?? '', true);
			sendToOthers([], 'sealed', sealed);
		} catch (error) {
			// The service announced a key that cannot be used.
			this.#options.log('debug', messageText.unsealable(to, reasonOf(error)));
		}
	}

	open(topic: string, bytes: Uint8Array): Omit<OverlayMessage, 'via'> | undefined {
		const envelope = decodeEnvelope(bytes);
		if (envelope?.topic !== topic || envelope.recipient !== undefined) return undefined;
		if (!isCurrent(envelope, Date.now()) || this.#options.isBlocked(envelope.author)) return undefined;
		return this.#isAuthentic(envelope) ? messageOf(envelope) : undefined;
	}

	/** Remembers the X25519 key of a service that proved it. */
	learnSealKey(id: string, sealKey: Buffer): void {
		this.#sealKeys.set(id, Buffer.from(sealKey));
	}

	/** Handles a published message that a peer sent. Forwards it if the topic accepts it. */
	published(via: string, bytes: Buffer): Verdict {
		const { identity, topics, isBlocked, sendToOthers } = this.#options;
		const envelope = decodeEnvelope(bytes);
		if (envelope?.recipient !== undefined || !envelope) return 'reject';
		const { author } = envelope;
		const topic = topics.get(envelope.topic);
		if (!topic || author === identity.id || isBlocked(author) || !isRecent(envelope)) return 'ignore';
		const key = keyOf(bytes);
		if (this.#seen.has(key)) return 'ignore';
		if (!this.#isAuthentic(envelope)) return 'reject';
		this.#seen.set(key, true);
		if (!this.#authorRates.take(author, performance.now())) return 'ignore';
		const verdict = this.#ask(() => topic.published({ ...messageOf(envelope), via }));
		if (verdict === 'accept' && this.#mayForward(bytes)) sendToOthers([via, author], 'published', bytes);
		if (verdict !== 'reject' || author === via) return verdict;
		// An author can send different messages to different services, so forwarding is no fault.
		this.#options.offended(author);
		return 'ignore';
	}

	/** Handles a message that a peer sent to this service. */
	direct(via: string, bytes: Buffer): Verdict {
		const envelope = decodeEnvelope(bytes);
		return envelope?.author === via ? this.#receive(envelope, via) : 'reject';
	}

	/** Handles a sealed message that a peer sent or relayed. Relays it if it is to another service. */
	sealed(via: string, bytes: Buffer): Verdict {
		const { identity, sendTo, sendToOthers } = this.#options;
		const sealed = decodeSealed(bytes);
		if (!sealed) return 'reject';
		const now = Date.now();
		if (sealed.expiresMs <= now || sealed.expiresMs > now + MAX_SEALED_LIFETIME_MS) return 'ignore';
		if (this.#seen.has(sealed.key)) return 'ignore';
		if (!this.#relayRates.take(via, performance.now())) return 'ignore';
		this.#seen.set(sealed.key, true);
		if (sealed.recipient === identity.id) {
			// A relaying service cannot read the message, so its faults count against the author alone.
			const envelope = decodeEnvelope(unseal(sealed, identity) ?? Buffer.alloc(0));
			// Any recipient of an envelope can seal it again to another service.
			if (envelope?.recipient !== identity.id || !isAuthentic(envelope)) return 'ignore';
			if (this.#receive(envelope, via) === 'reject') this.#options.offended(envelope.author);
			return 'ignore';
		}
		if (sealed.hops === 0 || !this.#mayForward(bytes)) return 'ignore';
		const relayed = withoutHop(sealed);
		if (!sendTo(sealed.recipient, 'sealed', relayed)) sendToOthers([via], 'sealed', relayed);
		return 'accept';
	}

	#mayForward({ length }: Buffer): boolean {
		const now = performance.now();
		return this.#forwardedMessages.take(1, now) && this.#forwardedBytes.take(length, now);
	}

	#receive(envelope: Envelope, via: string): Verdict {
		const { identity, topics, isBlocked } = this.#options;
		if (envelope.recipient !== identity.id) return 'reject';
		const topic = topics.get(envelope.topic);
		if (!topic || isBlocked(envelope.author) || !isRecent(envelope)) return 'ignore';
		const key = keyOf(envelope.bytes);
		if (this.#seen.has(key)) return 'ignore';
		if (!this.#isAuthentic(envelope)) return 'reject';
		this.#seen.set(key, true);
		return this.#ask(() => topic.received({ ...messageOf(envelope), via }));
	}

	#isAuthentic(envelope: Envelope): boolean {
		if (!isAuthentic(envelope)) return false;
		this.learnSealKey(envelope.author, envelope.sealKey);
		return true;
	}

	/** Calls a topic. An error of it must not end the service. */
	inform(call: () => void): void {
		try {
			call();
		} catch (error) {
			this.#options.log('error', messageText.failed(reasonOf(error)), error);
		}
	}

	#ask(call: () => Verdict): Verdict {
		let verdict: Verdict = 'ignore';
		this.inform(() => {
			verdict = call();
		});
		return verdict;
	}
}

const keyOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');

function isRecent(envelope: Envelope): boolean {
	const now = Date.now();
	return isCurrent(envelope, now) && envelope.sentMs >= now - MAX_AGE_MS;
}

/** Copies the bytes: users keep them, and the source is part of a larger buffer. */
function messageOf({ author, sentMs, body, bytes }: Envelope): Omit<OverlayMessage, 'via'> {
	const envelope = Uint8Array.from(bytes);
	const end = envelope.length - SIGNATURE_BYTES;
	return { from: author, body: envelope.subarray(end - body.length, end), sentMs, envelope };
}
