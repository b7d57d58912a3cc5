import { parseItem } from './parse-item.ts';

/** An object, and the offset of its end. */
export interface ReadObject {
	readonly end: number;
	readonly value: unknown;
}

/** Longer texts between two objects are not used. */
const MAX_SEPARATOR_BYTES = 64;
/**
 * Bytes that were searched in vain, beyond those that were read, after which no more searches are made. One failure in a
 * chunk is usual, for its last object.
 */
const MAX_WASTED_BYTES = 512 * 1024;
const CLOSING_BRACE = 0x7d;
const COLON = 0x3a;

/**
 * Reads objects of a list that begin with the same field. It searches the text between two of them, such as
 * `}, {"name":`, which is ten times as fast as counting brackets. The bytes up to there are one object if they can be
 * parsed, because no beginning of an object is an object.
 */
export class SimilarObjects {
	#separator: Buffer | undefined;
	#wasted = 0;

	/** Learns the text between an object that ends at `before` and one that begins at `begin`. */
	learn(bytes: Buffer, before: number, begin: number): void {
		const end = bytes.indexOf(COLON, begin) + 1;
		const isUsable = bytes[before - 1] === CLOSING_BRACE && end > 0 && end - before < MAX_SEPARATOR_BYTES;
		this.#separator = isUsable ? Buffer.from(bytes.subarray(before - 1, end)) : undefined;
	}

	/** Reads the object at `begin`. Returns undefined if its end must be found in another way. */
	read(bytes: Buffer, begin: number): ReadObject | undefined {
		if (!this.#separator || this.#wasted > MAX_WASTED_BYTES) return undefined;
		const end = bytes.indexOf(this.#separator, begin) + 1;
		const searched = (end || bytes.length) - begin;
		this.#wasted += searched;
		if (end === 0) return undefined;
		try {
			const value = parseItem(bytes, begin, end);
			this.#wasted = Math.max(0, this.#wasted - 2 * searched);
			return { end, value };
		} catch {
			// The same text is within the object, or it is invalid.
			return undefined;
		}
	}
}
