import { jsonOf } from '../../../shared/json.ts';
import {
	choice,
	integer,
	list,
	object,
	oneOf,
	text,
	tryDecode,
	type ValueOf,
} from '../../market/trading/codec.ts';
import { MAX_BODY_BYTES } from '../../overlay/overlay.ts';
import { channelLimits } from '../limits.ts';
import { MAX_LISTED, MAX_PAGE_BYTES, MAX_REQUESTED_PAGES, MAX_WORD_LENGTH, MAX_WORDS } from './limits.ts';
import { wellFormed } from './wire-json.ts';

const kind = <const Kind extends string>(name: Kind) => choice(name);
const channel = text(64, /^[0-9a-f]{64}$/);
const hash = channel;
/** An envelope in base64. */
const envelope = text(Math.ceil(MAX_BODY_BYTES / 3) * 4, /^[A-Za-z0-9+/]+={0,2}$/);
const natural = integer(0, Number.MAX_SAFE_INTEGER);
const searchId = natural;

const listing = object({
	kind: kind('channels'),
	channels: list(object({ id: channel, version: natural, sentMs: natural }), MAX_LISTED),
});
const wanted = object({ kind: kind('want'), channels: list(channel, MAX_LISTED) });
const heads = object({ kind: kind('heads'), heads: list(envelope, MAX_LISTED) });
const get = object({ kind: kind('get'), channel, pages: list(hash, MAX_REQUESTED_PAGES) });
const missing = object({ kind: kind('missing'), channel, pages: list(hash, MAX_REQUESTED_PAGES) });
const search = object({
	kind: kind('search'),
	id: searchId,
	words: list(wellFormed(MAX_WORD_LENGTH), MAX_WORDS),
});
const found = object({
	kind: kind('found'),
	id: searchId,
	heads: list(envelope, channelLimits.otherChannels),
});

/** A channel that a peer has, with the version and the time of the signature of its head. */
export type Offer = ValueOf<typeof listing>['channels'][number];

/**
 * A message to a peer.
 * channels: the channels that the sender has. want: requests their heads. get: requests pages, which arrive as messages
 * of their own. missing: pages that the sender does not have. search: asks for channels with these words, which `found`
 * answers.
 */
export type ExchangeMessage =
	| ValueOf<typeof listing>
	| ValueOf<typeof wanted>
	| ValueOf<typeof heads>
	| ValueOf<typeof get>
	| ValueOf<typeof missing>
	| ValueOf<typeof search>
	| ValueOf<typeof found>;

const codec = oneOf<ExchangeMessage>({
	channels: listing,
	want: wanted,
	heads,
	get,
	missing,
	search,
	found,
});

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
