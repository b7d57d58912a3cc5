import { MetainfoError, metainfoText } from './error.ts';

/** Problems of bencoded data. */
export const bencodeText = {
	tooDeep: 'it nests values too deeply',
	keyTwice: (key: string) => `it contains the key '${key}' twice`,
	tooManyEntries: 'it has too many entries',
	malformedNumber: 'a number in it is malformed',
	malformedLength: 'a length in it is malformed',
	cutOff: 'it ends too early',
	otherStructure: 'its structure is not that of a torrent file',
};

/** Maximum nesting depth, beyond any real torrent. Deeper values are refused before any recursion. */
const MAX_DEPTH = 64;
/** Maximum number of keys, beyond any dictionary of a torrent. */
const MAX_KEYS = 1000;

const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const COLON = 0x3a;
const MINUS = 0x2d;
const DICTIONARY = 0x64;
const END = 0x65;
const INTEGER = 0x69;
const LIST = 0x6c;

/** Position of a bencoded value: `start` is its first byte, `end` the byte after its last. */
export interface Span {
	readonly start: number;
	readonly end: number;
}

/**
 * Reads bencoded data in place without building a tree. A value uses memory only when it is requested. A loop with
 * a counter finds the end of a value, so the cost is linear for any nesting.
 */
export class BencodeReader {
	readonly bytes: Uint8Array;
	/** The same bytes. Decoding parts of a buffer needs no view of each part. */
	readonly #buffer: Buffer;

	constructor(bytes: Uint8Array) {
		this.bytes = bytes;
		this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
	}

	/** Returns the value that begins at `start`. */
	valueAt(start: number): Span {
		let at = start;
		let depth = 0;
		do {
			const byte = this.bytes[at];
			if (byte === INTEGER) at = this.#integerEnd(at);
			else if (byte === LIST || byte === DICTIONARY) {
				depth++;
				if (depth > MAX_DEPTH) throw malformed(bencodeText.tooDeep);
				at++;
			} else if (byte === END && depth > 0) {
				depth--;
				at++;
			} else at = this.#string(at).end;
		} while (depth > 0);
		return { start, end: at };
	}

	isDictionary(value: Span): boolean {
		return this.bytes[value.start] === DICTIONARY;
	}

	isList(value: Span): boolean {
		return this.bytes[value.start] === LIST;
	}

	/** Whether a list or a dictionary ends at `at`. */
	isEnd(at: number): boolean {
		return this.bytes[at] === END;
	}

	isString(value: Span): boolean {
		return isDigit(this.bytes[value.start]);
	}

	/**
	 * Returns the entries of a dictionary by key. Keys are latin1, so that bytes map one to one. A repeated key is
	 * refused.
	 */
	dictionary(value: Span): Map<string, Span> {
		const entries = new Map<string, Span>();
		let at = value.start + 1;
		while (this.bytes[at] !== END) {
			const key = this.#string(at);
			const name = this.latin1(key.start, key.end);
			const entry = this.valueAt(key.end);
			if (entries.has(name)) throw malformed(bencodeText.keyTwice(printable(name)));
			if (entries.size === MAX_KEYS) throw malformed(bencodeText.tooManyEntries);
			entries.set(name, entry);
			at = entry.end;
		}
		return entries;
	}

	/** Iterates over the entries of a dictionary of any size. Keys are bytes and may repeat. */
	*entries(value: Span): Generator<readonly [key: Uint8Array, value: Span]> {
		let at = value.start + 1;
		while (this.bytes[at] !== END) {
			const key = this.#string(at);
			const entry = this.valueAt(key.end);
			yield [this.bytes.subarray(key.start, key.end), entry];
			at = entry.end;
		}
	}

	/** Iterates over the items of a list. */
	*list(value: Span): Generator<Span> {
		let at = value.start + 1;
		while (this.bytes[at] !== END) {
			const item = this.valueAt(at);
			yield item;
			at = item.end;
		}
	}

	/** Returns a view of a string's bytes, or undefined if the value has another type. */
	string(value: Span | undefined): Uint8Array | undefined {
		if (value === undefined || !this.isString(value)) return undefined;
		const content = this.#string(value.start);
		return this.bytes.subarray(content.start, content.end);
	}

	/** Returns the bytes from `start` up to, excluding, `end` as characters. */
	latin1(start: number, end: number): string {
		return this.#buffer.toString('latin1', start, end);
	}

	/** Returns a safe integer, or undefined if the value has another type or is too large to be exact. */
	integer(value: Span | undefined): number | undefined {
		if (value === undefined || this.bytes[value.start] !== INTEGER) return undefined;
		const number = Number(this.latin1(value.start + 1, value.end - 1));
		return Number.isSafeInteger(number) ? number : undefined;
	}

	/** Returns the end of the integer at `start`: 'i', an optional minus, up to 20 digits, 'e'. */
	#integerEnd(start: number): number {
		let at = start + 1;
		if (this.bytes[at] === MINUS) at++;
		const digits = at;
		while (isDigit(this.bytes[at])) at++;
		const count = at - digits;
		if (count < 1 || count > 20 || this.bytes[at] !== END) throw malformed(bencodeText.malformedNumber);
		return at + 1;
	}

	/** Returns the content of the string whose length begins at `start`. */
	#string(start: number): Span {
		let at = start;
		let length = 0;
		while (isDigit(this.bytes[at])) {
			length = length * 10 + (this.bytes[at] ?? 0) - DIGIT_0;
			at++;
			if (at - start > 10) throw malformed(bencodeText.malformedLength);
		}
		if (at >= this.bytes.length) throw malformed(bencodeText.cutOff);
		if (at === start || this.bytes[at] !== COLON) throw malformed(bencodeText.otherStructure);
		const end = at + 1 + length;
		if (end > this.bytes.length) throw malformed(bencodeText.cutOff);
		return { start: at + 1, end };
	}
}

function isDigit(byte: number | undefined): boolean {
	return byte !== undefined && byte >= DIGIT_0 && byte <= DIGIT_9;
}

function malformed(detail: string): MetainfoError {
	return new MetainfoError(metainfoText.notTorrent(detail));
}

function printable(name: string): string {
	return name.slice(0, 40).replace(/[^\x20-\x7e]/g, '?');
}
