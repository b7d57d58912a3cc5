import { isAscii } from 'node:buffer';
import { parseExact } from '../../protocol/exact-json.ts';
import { ListStart } from './list-start.ts';
import { isBlank, ValueEnd } from './value-end.ts';

/** Replaces the list in `rest`. */
export const listPlaceholder = 'read apart';

const COMMA = 0x2c;
const COLON = 0x3a;
const CLOSING_BRACKET = 0x5d;
const CLOSING_BRACE = 0x7d;

/** An item of a list. */
export interface ReadItem {
	/** Its JSON, as a part of the received text. */
	readonly bytes: Buffer;
	/** Undefined if items are not parsed. */
	readonly value: unknown;
}

/** Parses an item. Throws a SyntaxError if its bytes are not one JSON value. */
type ParseItem = (bytes: Buffer) => unknown;

/** A received response, and where its items are. */
export interface ListText {
	readonly bytes: Buffer;
	readonly count: number;
	/** Offsets of the beginning and of the end of each item. */
	readonly bounds: Uint32Array;
}

interface ReaderOptions {
	/** Null: items are not parsed. */
	readonly parse?: ParseItem | null;
	/** An earlier response. Items that equal its items are not parsed. */
	readonly earlier?: ListText | undefined;
	/** A response that nothing uses any more. The new one is written over it. */
	readonly unused?: ListText | undefined;
	/** Expected length of the response, bytes. Undefined if it is unknown. */
	readonly expected?: number | undefined;
}

/** Memory for a response of known length, relative to it: the next one may be longer. */
const MARGIN = 1.1;
/** Number of items for which there is memory at the beginning. */
const MIN_ITEMS = 16;
/** Longer texts between two items are not searched. */
const MAX_SEPARATOR_BYTES = 64;
/** Bytes that are compared at once. They double while those before them are equal. */
const MIN_COMPARED_BYTES = 64;
const MAX_COMPARED_BYTES = 64 * 1024;

/**
 * Divides a response that arrives in chunks into the items of its JSON list and the rest. Items usually begin with the same
 * field. So it searches the text between two of them, such as `}, {"name":`, which is ten times as fast as counting brackets.
 * The bytes up to there are one item if they can be parsed, because no beginning of an object is an object.
 */
export class ItemReader {
	/** Index of the earlier item that the next one probably equals. */
	place = 0;
	readonly #start: ListStart;
	readonly #parse: ParseItem | null;
	readonly #earlier: ListText | undefined;
	readonly #expected: number;
	#memory: Buffer;
	/** The received part of the memory. */
	#text: Buffer;
	#bounds: Uint32Array;
	/** Number of items. */
	#length = 0;
	/** Offset of what is read next: in the list the next item, or what separates it from the last one. */
	#at = 0;
	#part: 'before' | 'list' | 'after' = 'before';
	/** Offset of the bracket that begins the list. */
	#listStart = 0;
	/** Tokens allowed before the next item. */
	#expects: 'first' | 'separator' | 'item' = 'first';
	/** Number of received bytes of the next item that equal the earlier one. */
	#equal = 0;
	readonly #end = new ValueEnd();
	/** Offset from which the end of the next item is searched, if it continues in the next chunk. */
	#searched: number | undefined;
	/** The text between the first two items; null if it is not searched. */
	#separator: Buffer | null | undefined;
	/** Whether the rest of the received text has no such text. */
	#isMissing = false;

	constructor(name: string, options: ReaderOptions = {}) {
		const { parse = parseItem, earlier, unused, expected = 0 } = options;
		this.#start = new ListStart(name);
		this.#parse = parse;
		this.#earlier = earlier;
		this.#expected = expected;
		this.#memory = Buffer.from(unused?.bytes.buffer ?? new ArrayBuffer(0));
		this.#text = this.#memory.subarray(0, 0);
		this.#bounds = unused?.bounds ?? new Uint32Array(2 * MIN_ITEMS);
	}

	/** Whether the list has begun. */
	get found(): boolean {
		return this.#part !== 'before';
	}

	/** Whether the list has ended. */
	get complete(): boolean {
		return this.#part === 'after';
	}

	/** The received bytes around the list, with the placeholder in its place; all of them if it was not found. */
	get rest(): Buffer {
		if (!this.found) return this.#text;
		const placeholder = Buffer.from(JSON.stringify(listPlaceholder));
		const after = this.complete ? this.#text.subarray(this.#at) : Buffer.alloc(0);
		return Buffer.concat([this.#text.subarray(0, this.#listStart), placeholder, after]);
	}

	/** The response, to compare a later one with it. */
	get text(): ListText {
		return { bytes: this.#text, count: this.#length, bounds: this.#bounds };
	}

	/**
	 * Yields the items that end in the next chunk. Instead of items that equal those of the earlier response from `place` on, it
	 * yields their number, and `place` follows them. Throws a SyntaxError if the list is not valid JSON.
	 */
	*items(chunk: Uint8Array): Generator<ReadItem | number, void> {
		this.#append(chunk);
		this.#isMissing = false;
		if (!this.found) this.#begin();
		while (this.#part === 'list' && this.#at < this.#text.length) {
			const item = this.#searched === undefined ? this.#next() : this.#count(this.#searched);
			if (item === undefined) return;
			yield item;
		}
	}

	#append(chunk: Uint8Array): void {
		const before = this.#text.length;
		const length = before + chunk.length;
		if (length > this.#memory.length) {
			const size =
				length <= this.#expected
					? Math.ceil(MARGIN * this.#expected)
					: Math.max(length, 2 * this.#memory.length);
			const larger = Buffer.allocUnsafeSlow(size);
			larger.set(this.#text);
			this.#memory = larger;
		}
		this.#memory.set(chunk, before);
		this.#text = this.#memory.subarray(0, length);
	}

	#begin(): void {
		const start = this.#start.find(this.#text, this.#at);
		this.#at = start < 0 ? this.#text.length : start + 1;
		if (start < 0) return;
		this.#listStart = start;
		this.#part = 'list';
	}

	/** Returns the next item, or the number of those that equal earlier ones. Undefined if none ends in the received text. */
	#next(): ReadItem | number | undefined {
		this.#skip();
		if (this.#part !== 'list' || this.#at === this.#text.length) return undefined;
		const same = this.#sameItems();
		return same === undefined ? undefined : same || this.#search() || this.#count(this.#at);
	}

	/** Goes to the next item, to what follows the list, or to the end of the received text. */
	#skip(): void {
		for (; this.#at < this.#text.length; this.#at++) {
			const byte = this.#text[this.#at];
			if (isBlank(byte)) continue;
			if (byte === COMMA && this.#expects === 'separator') {
				this.#expects = 'item';
				continue;
			}
			if (byte === CLOSING_BRACKET && this.#expects !== 'item') {
				this.#part = 'after';
				this.#at++;
			} else if (this.#expects === 'separator')
				throw new SyntaxError('Two items of the list have no comma between them.');
			return;
		}
	}

	/** Goes past the items that equal earlier ones, and returns their number. Undefined if the next one equals so far. */
	#sameItems(): number | undefined {
		if (!this.#earlier || this.place >= this.#earlier.count) return 0;
		const { bytes, bounds, count } = this.#earlier;
		const from = bounds[2 * this.place] ?? 0;
		const shift = this.#at - from;
		const equal = this.#equal;
		const length = equal + commonLength(this.#text, this.#at + equal, bytes, from + equal);
		const isAll = this.#at + length === this.#text.length;
		const first = this.place;
		for (; this.place < count; this.place++) {
			const end = bounds[2 * this.place + 1] ?? 0;
			// The byte after an item must be the same, too: a number could continue.
			if (end - from >= length) break;
			this.#endItem((bounds[2 * this.place] ?? 0) + shift, end + shift);
		}
		if (this.place > first) return this.place - first;
		this.#equal = isAll ? length : 0;
		return isAll ? undefined : 0;
	}

	/** Returns the next item, if the text after it is found. */
	#search(): ReadItem | undefined {
		this.#separator ??= this.#separatorBefore(this.#at);
		if (!this.#separator || !this.#parse || this.#isMissing) return undefined;
		const end = this.#text.indexOf(this.#separator, this.#at) + 1;
		this.#isMissing = end === 0;
		if (end === 0) return undefined;
		try {
			return this.#take(end);
		} catch {
			// The same text is within the item, or the item is invalid.
			this.#separator = null;
			return undefined;
		}
	}

	/** Returns the next item. `from`: its beginning, or the offset up to which its end was searched. */
	#count(from: number): ReadItem | undefined {
		const end = this.#end.find(this.#text, from, this.#text.length);
		this.#searched = end < 0 ? this.#text.length : undefined;
		if (end < 0) return undefined;
		this.#end.reset();
		return this.#take(end);
	}

	#take(end: number): ReadItem {
		const bytes = this.#text.subarray(this.#at, end);
		const value = this.#parse?.(bytes);
		this.#endItem(this.#at, end);
		return { bytes, value };
	}

	#endItem(start: number, end: number): void {
		const index = 2 * this.#length++;
		if (index >= this.#bounds.length) {
			const more = new Uint32Array(2 * this.#bounds.length);
			more.set(this.#bounds);
			this.#bounds = more;
		}
		this.#bounds[index] = start;
		this.#bounds[index + 1] = end;
		this.#at = end;
		this.#equal = 0;
		this.#expects = 'separator';
	}

	/** Returns the text from the end of the last item to the first colon of the next one; null if it is not searched. */
	#separatorBefore(next: number): Buffer | null | undefined {
		if (this.#separator === null || this.#length === 0) return this.#separator;
		const end = this.#bounds[2 * this.#length - 1] ?? 0;
		if (this.#text[end - 1] !== CLOSING_BRACE) return null;
		const stop = this.#text.subarray(0, end + MAX_SEPARATOR_BYTES).indexOf(COLON, next) + 1;
		if (stop > 0) return Buffer.from(this.#text.subarray(end - 1, stop));
		return this.#text.length < end + MAX_SEPARATOR_BYTES ? undefined : null;
	}
}

/** Returns the number of equal bytes from two offsets on. */
function commonLength(one: Buffer, oneAt: number, other: Buffer, otherAt: number): number {
	const max = Math.min(one.length - oneAt, other.length - otherAt);
	let same = 0;
	let differs = false;
	for (let size = MIN_COMPARED_BYTES; same < max && size >= MIN_COMPARED_BYTES; ) {
		const end = Math.min(same + size, max);
		if (one.compare(other, otherAt + same, otherAt + end, oneAt + same, oneAt + end) !== 0) differs = true;
		else same = end;
		size = differs ? size / 2 : Math.min(2 * size, MAX_COMPARED_BYTES);
	}
	while (same < max && one[oneAt + same] === other[otherAt + same]) same++;
	return same;
}

/** Returns the text of JSON bytes. */
export function textOf(item: Buffer): string {
	// Decoding Latin-1 is faster, and JSON.parse then reads one byte for each character.
	return item.toString(isAscii(item) ? 'latin1' : 'utf8');
}

/** Parses the bytes of an item. Throws a SyntaxError if they are not one JSON value. */
export function parseItem(item: Buffer): unknown {
	return parseExact(textOf(item));
}
