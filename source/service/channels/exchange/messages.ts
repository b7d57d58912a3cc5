import { jsonOf } from '../../../basics/json.ts';
import {
	integer,
	list,
	messages,
	object,
	text,
	tryDecode,
	type ValueOf,
} from '../../market/trading/codec.ts';
import { MAX_BODY_BYTES } from '../../overlay/overlay.ts';
import { channelLimits } from '../limits.ts';
import { MAX_LISTED, MAX_PAGE_BYTES, MAX_REQUESTED_PAGES, MAX_WORD_LENGTH, MAX_WORDS } from './limits.ts';
import { wellFormed } from './wire-json.ts';

const channel = text(64, /^[0-9a-f]{64}$/);
const hash = channel;
/** An envelope in base64. */
const envelope = text(Math.ceil(MAX_BODY_BYTES / 3) * 4, /^[A-Za-z0-9+/]+={0,2}$/);
const natural = integer(0, Number.MAX_SAFE_INTEGER);
const searchId = natural;
const offer = object({ id: channel, version: natural, sentMs: natural });

/** A channel that a peer has, with the version and the time of the signature of its head. */
export type Offer = ValueOf<typeof offer>;

const codec = messages(
	{},
	{
		/** The channels that the sender has. */
		channels: { channels: list(offer, MAX_LISTED) },
		/** Requests heads. */
		want: { channels: list(channel, MAX_LISTED) },
		heads: { heads: list(envelope, MAX_LISTED) },
		/** Requests pages, which arrive as messages of their own. */
		get: { channel, pages: list(hash, MAX_REQUESTED_PAGES) },
		/** Pages that the sender does not have. */
		missing: { channel, pages: list(hash, MAX_REQUESTED_PAGES) },
		/** Requests channels with these words, which `found` answers. */
		search: { id: searchId, words: list(wellFormed(MAX_WORD_LENGTH), MAX_WORDS) },
		found: { id: searchId, heads: list(envelope, channelLimits.otherChannels) },
	},
);

/** A message to a peer. */
export type ExchangeMessage = ValueOf<typeof codec>;

/** First byte of a message with a page. JSON never begins with it. */
const PAGE = 0;

export function messageBody(message: ExchangeMessage): Uint8Array {
	return Buffer.from(JSON.stringify(codec.encode(message)));
}

export function pageBody(page: Uint8Array): Uint8Array {
	return Buffer.concat([Buffer.of(PAGE), page]);
}

/** Returns the page or the message in a body. Undefined if it is malformed. */
export function decodeBody(body: Uint8Array): ExchangeMessage | Uint8Array | undefined {
	if (body[0] !== PAGE) return tryDecode(codec, jsonOf(body));
	return body.length > MAX_PAGE_BYTES + 1 ? undefined : Uint8Array.from(body.subarray(1));
}

/** Bytes of a message besides its heads, generously. */
const OVERHEAD_BYTES = 200;

/** Returns lists of heads in base64, each of which fits into a message. */
export function packHeads(envelopes: readonly Uint8Array[]): string[][] {
	const packs: string[][] = [];
	let room = 0;
	for (const bytes of envelopes) {
		const head = Buffer.from(bytes).toString('base64');
		if (head.length + OVERHEAD_BYTES > MAX_BODY_BYTES) continue;
		if (room < head.length + 3) {
			packs.push([]);
			room = MAX_BODY_BYTES - OVERHEAD_BYTES;
		}
		packs.at(-1)?.push(head);
		room -= head.length + 3;
	}
	return packs;
}

/** Returns parts of a list, of at most `length` elements. */
export function partsOf<Element>(elements: readonly Element[], length: number): Element[][] {
	const count = Math.ceil(elements.length / length);
	return Array.from({ length: count }, (_, index) => elements.slice(index * length, (index + 1) * length));
}
