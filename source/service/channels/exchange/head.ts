import { jsonOf } from '../../../basics/json.ts';
import { integer, object, text, tryDecode, type ValueOf } from '../../market/trading/codec.ts';
import { decodeEnvelope, type Envelope, isAuthentic, isCurrent } from '../../overlay/envelope.ts';
import type { ChannelContent } from '../channel-registry.ts';
import { bounded, channelLimits } from '../limits.ts';
import { MAX_CHANNEL_BYTES, MAX_FUTURE_S, MAX_LIFETIME_MS } from './limits.ts';
import { wellFormed } from './wire-json.ts';

/** Topic of channels on the overlay. A later protocol has another topic. */
export const CHANNELS_TOPIC = 'channels';

const seconds = integer(0, Number.MAX_SAFE_INTEGER);

/** Statement of a service about its channel, signed by its envelope. */
const headCodec = object({
	v: integer(1, 1),
	kind: text(4, /^head$/),
	/** A change has a higher one. */
	version: integer(1, Number.MAX_SAFE_INTEGER),
	name: wellFormed(channelLimits.name),
	description: wellFormed(channelLimits.description),
	/** Unix times, s. */
	created: seconds,
	updated: seconds,
	torrents: integer(0, channelLimits.torrents),
	/** Bytes of all pages with contents. */
	size: integer(0, MAX_CHANNEL_BYTES),
	/** SHA-256 of the first page. */
	index: text(64, /^[0-9a-f]{64}$/),
});

export type HeadFields = ValueOf<typeof headCodec>;

/** A head with its envelope. */
export interface SignedHead extends Omit<HeadFields, 'v' | 'kind'> {
	/** Id of the author and of its channel. */
	readonly channel: string;
	/** Unix times of the signature and of its expiry, ms. */
	readonly sentMs: number;
	readonly expiresMs: number;
	readonly envelope: Uint8Array;
}

/** Bytes of JSON that a name and a description may take, so that a head fits into a message. */
const MAX_NAME_BYTES = 1_200;
const MAX_DESCRIPTION_BYTES = 6_500;

/** Returns the body of the own head. */
export function headBody(
	content: ChannelContent,
	pages: { readonly root: string; readonly size: number },
): Uint8Array {
	const { version, created, updated, torrents } = content;
	const fields = {
		v: 1,
		kind: 'head',
		version,
		name: bounded(content.name, channelLimits.name, MAX_NAME_BYTES),
		description: bounded(content.description, channelLimits.description, MAX_DESCRIPTION_BYTES),
		created,
		updated,
		torrents: torrents.length,
		size: pages.size,
		index: pages.root,
	};
	return Buffer.from(JSON.stringify(headCodec.encode(fields)));
}

/** Returns the head in an envelope whose signature is checked by the caller. Undefined if it breaks the rules. */
export function headOf({ author, body, bytes, sentMs, expiresMs }: Envelope): SignedHead | undefined {
	const fields = tryDecode(headCodec, jsonOf(body));
	if (!fields) return undefined;
	const { v: _, kind: __, ...head } = fields;
	if (expiresMs - sentMs > MAX_LIFETIME_MS) return undefined;
	const latest = Math.ceil(sentMs / 1_000) + MAX_FUTURE_S;
	// The least recently updated channels are dropped first, so the time must not be a free claim.
	if (head.updated > latest || head.created > latest) return undefined;
	return { ...head, channel: author, sentMs, expiresMs, envelope: Uint8Array.from(bytes) };
}

/** Result of reading an envelope that anybody may have sent. 'old': it was valid, and is not any more. */
type ReadHead = SignedHead | 'forged' | 'old';

/** Reads and checks a head that arrived by another way than published, or from the disk. */
export function readHead(bytes: Uint8Array, nowMs: number): ReadHead {
	const envelope = decodeEnvelope(bytes);
	if (envelope?.topic !== CHANNELS_TOPIC || envelope.recipient !== undefined) return 'forged';
	if (!isAuthentic(envelope)) return 'forged';
	if (!isCurrent(envelope, nowMs)) return 'old';
	return headOf(envelope) ?? 'forged';
}

/** Version of a channel, and the time of its signature. */
export type Signature = Pick<SignedHead, 'version' | 'sentMs'>;

/** Whether a head replaces another one: by its version, or by a signature that is so much newer. */
export function isNewer(head: Signature, known: Signature, minRenewMs: number): boolean {
	if (head.version !== known.version) return head.version > known.version;
	return head.sentMs >= known.sentMs + minRenewMs;
}
