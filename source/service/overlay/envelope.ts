import type { Identity } from './keys.ts';
import { MAX_BODY_BYTES } from './overlay.ts';
import { isSignedBy, KEY_BYTES, SIGNATURE_BYTES } from './public-key.ts';

/** A signed message between services. */
export interface Envelope {
	readonly author: string;
	/** X25519 key of the author, with which others seal messages to it. */
	readonly sealKey: Buffer;
	/** Id of the recipient; undefined for a message to all. */
	readonly recipient: string | undefined;
	readonly topic: string;
	/** Unix time, ms. */
	readonly sentMs: number;
	/** Unix time, ms. */
	readonly expiresMs: number;
	readonly body: Buffer;
	readonly bytes: Buffer;
}

type EnvelopeContent = Pick<Envelope, 'recipient' | 'topic' | 'sentMs' | 'expiresMs'> & {
	readonly body: Uint8Array;
};

/**
 * Header: version, kind, author, seal key, recipient, time, expiry. Then the length of the topic, topic, body, and the
 * signature of all before. Numbers are big-endian. No content has two encodings.
 */
const VERSION = 1;
const KIND_PUBLISHED = 0;
const KIND_DIRECT = 1;
const AUTHOR_AT = 2;
const SEAL_KEY_AT = AUTHOR_AT + KEY_BYTES;
const RECIPIENT_AT = SEAL_KEY_AT + KEY_BYTES;
const SENT_AT = RECIPIENT_AT + KEY_BYTES;
const EXPIRES_AT = SENT_AT + 6;
const TOPIC_LENGTH_AT = EXPIRES_AT + 6;
const TOPIC_AT = TOPIC_LENGTH_AT + 1;
const MAX_TOPIC_LENGTH = 32;
const SIGNATURE_PURPOSE = 'envelope';
const NO_RECIPIENT = Buffer.alloc(KEY_BYTES);
/** Largest time of 6 bytes. */
const MAX_TIME_MS = 2 ** 48 - 1;

export const MAX_ENVELOPE_BYTES = TOPIC_AT + MAX_TOPIC_LENGTH + MAX_BODY_BYTES + SIGNATURE_BYTES;
/** Maximum difference to the future between the clocks of two services. */
export const MAX_FUTURE_MS = 5 * 60_000;

export const isTopic = (text: string): boolean => /^[a-z0-9-]{1,32}$/.test(text);

/** Returns the signed bytes of an envelope. Throws if a value is out of its limits. */
export function encodeEnvelope(identity: Identity, content: EnvelopeContent): Buffer {
	const { recipient, topic, sentMs, expiresMs, body } = content;
	if (!isTopic(topic)) throw new RangeError(`Invalid topic ${JSON.stringify(topic)}`);
	if (body.length > MAX_BODY_BYTES) throw new RangeError(`A body of ${body.length} bytes is too large`);
	const header = Buffer.alloc(TOPIC_AT);
	header[0] = VERSION;
	header[1] = recipient === undefined ? KIND_PUBLISHED : KIND_DIRECT;
	header.write(identity.id, AUTHOR_AT, 'hex');
	identity.publicSealKey.copy(header, SEAL_KEY_AT);
	if (recipient !== undefined) header.write(recipient, RECIPIENT_AT, 'hex');
	header.writeUIntBE(Math.trunc(sentMs), SENT_AT, 6);
	header.writeUIntBE(Math.min(Math.trunc(expiresMs), MAX_TIME_MS), EXPIRES_AT, 6);
	header[TOPIC_LENGTH_AT] = topic.length;
	const signed = Buffer.concat([header, Buffer.from(topic, 'latin1'), body]);
	return Buffer.concat([signed, identity.signBytes(SIGNATURE_PURPOSE, signed)]);
}

/** Returns the fields of an envelope. Undefined if it is malformed. Does not check the signature. */
export function decodeEnvelope(source: Uint8Array): Envelope | undefined {
	const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
	if (bytes.length < TOPIC_AT + SIGNATURE_BYTES || bytes.length > MAX_ENVELOPE_BYTES) return undefined;
	const [version, kind] = bytes;
	if (version !== VERSION || (kind !== KIND_PUBLISHED && kind !== KIND_DIRECT)) return undefined;
	const to = bytes.subarray(RECIPIENT_AT, SENT_AT);
	if (kind === KIND_PUBLISHED && !to.equals(NO_RECIPIENT)) return undefined;
	const bodyAt = TOPIC_AT + (bytes[TOPIC_LENGTH_AT] ?? 0);
	const bodyEnd = bytes.length - SIGNATURE_BYTES;
	const topic = bytes.toString('latin1', TOPIC_AT, bodyAt);
	if (bodyAt > bodyEnd || bodyEnd - bodyAt > MAX_BODY_BYTES || !isTopic(topic)) return undefined;
	return {
		author: bytes.toString('hex', AUTHOR_AT, SEAL_KEY_AT),
		sealKey: bytes.subarray(SEAL_KEY_AT, RECIPIENT_AT),
		recipient: kind === KIND_DIRECT ? to.toString('hex') : undefined,
		topic,
		sentMs: bytes.readUIntBE(SENT_AT, 6),
		expiresMs: bytes.readUIntBE(EXPIRES_AT, 6),
		body: bytes.subarray(bodyAt, bodyEnd),
		bytes,
	};
}

/** Whether the author signed the envelope. */
export function isAuthentic({ author, bytes }: Envelope): boolean {
	const end = bytes.length - SIGNATURE_BYTES;
	return isSignedBy(author, SIGNATURE_PURPOSE, bytes.subarray(0, end), bytes.subarray(end));
}

/** Whether the envelope is valid at a time: not expired, and not signed in the future. */
export function isCurrent({ sentMs, expiresMs }: Envelope, nowMs: number): boolean {
	return sentMs <= nowMs + MAX_FUTURE_MS && expiresMs >= sentMs && expiresMs > nowMs;
}
