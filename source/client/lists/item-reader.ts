import { parseExact } from '../../protocol/exact-json.ts';
import { ListStart } from './list-start.ts';
import { isBlank, ValueEnd } from './value-end.ts';

/** Replaces the list in `rest`. */
export const listPlaceholder = 'read apart';

const COMMA = 0x2c;
const CLOSING_BRACKET = 0x5d;

/**
 * Divides a response that arrives in chunks into the items of its JSON list and the rest. The parser of the items checks
 * whether they are well-formed.
 */
export class ItemReader {
	readonly #start: ListStart;
	readonly #end = new ValueEnd();
	#part: 'before' | 'list' | 'after' = 'before';
	/** Tokens allowed before the next item. */
	#expects: 'first' | 'separator' | 'item' = 'first';
	/** The parts of an item that continues in the next chunk. */
	#parts: Uint8Array[] = [];
	readonly #rest: Uint8Array[] = [];

	constructor(name: string) {
		this.#start = new ListStart(name);
	}

	/** Whether the list has begun. */
	get found(): boolean {
		return this.#part !== 'before';
	}

	/** Whether the list has ended. */
	get complete(): boolean {
		return this.#part === 'after';
	}

	/** The bytes around the list, with the placeholder in its place; the whole response if it has no list. */
	get rest(): Buffer {
		return Buffer.concat(this.#rest);
	}

	/**
	 * Yields the items that end in the next chunk. Use each before the next one is requested. `expected` returns bytes that
	 * the next item may equal, whose end is then known. Throws a SyntaxError if the list is not valid JSON.
	 */
	*items(chunk: Uint8Array, expected: () => Uint8Array | undefined): Generator<Uint8Array, void> {
		let at = 0;
		if (this.#part === 'before') at = this.#begin(chunk);
		while (this.#part === 'list' && at < chunk.length) {
			if (this.#parts.length === 0) at = this.#skip(chunk, at);
			if (this.#part !== 'list' || at === chunk.length) break;
			const known = this.#parts.length === 0 ? expected() : undefined;
			const stop =
				known && isAt(known, chunk, at) ? at + known.length : this.#end.find(chunk, at, chunk.length);
			if (stop < 0) {
				this.#parts.push(Buffer.from(chunk.subarray(at)));
				return;
			}
			const last = chunk.subarray(at, stop);
			const item = this.#parts.length === 0 ? last : Buffer.concat([...this.#parts, last]);
			if (item.length === 0) throw new SyntaxError('An item of the list is missing.');
			this.#end.reset();
			this.#parts = [];
			this.#expects = 'separator';
			at = stop;
			yield item;
		}
		if (this.#part === 'after') this.#rest.push(Buffer.from(chunk.subarray(at)));
	}

	/** Returns the offset of the first item, or the end of the chunk. */
	#begin(chunk: Uint8Array): number {
		const start = this.#start.find(chunk, 0);
		this.#rest.push(Buffer.from(chunk.subarray(0, start < 0 ? chunk.length : start)));
		if (start < 0) return chunk.length;
		this.#rest.push(Buffer.from(JSON.stringify(listPlaceholder)));
		this.#part = 'list';
		return start + 1;
	}

	/** Returns the offset of the next item, of what follows the list, or the end of the chunk. */
	#skip(chunk: Uint8Array, from: number): number {
		let at = from;
		for (; at < chunk.length; at++) {
			const byte = chunk[at];
			if (isBlank(byte)) continue;
			if (byte === COMMA && this.#expects === 'separator') {
				this.#expects = 'item';
				continue;
			}
			if (byte === CLOSING_BRACKET && this.#expects !== 'item') {
				this.#part = 'after';
				return at + 1;
			}
			if (this.#expects === 'separator')
				throw new SyntaxError('Two items of the list have no comma between them.');
			return at;
		}
		return at;
	}
}

/** Whether the chunk has these bytes at an offset, and after them the end of an item. */
function isAt(bytes: Uint8Array, chunk: Uint8Array, at: number): boolean {
	const end = at + bytes.length;
	const next = chunk[end];
	if (next !== COMMA && next !== CLOSING_BRACKET && !isBlank(next)) return false;
	return Buffer.compare(bytes, chunk.subarray(at, end)) === 0;
}

/** Returns the text of JSON bytes. */
export function textOf(item: Uint8Array): string {
	return Buffer.from(item.buffer, item.byteOffset, item.length).toString('utf8');
}

/** Parses the bytes of an item. Throws a SyntaxError if they are not one JSON value. */
export function parseItem(item: Uint8Array): unknown {
	return parseExact(textOf(item));
}
