const quote = 0x22;
const backslash = 0x5c;
/** Digits in a row outside of strings from which on a number may not be exact any more. */
const manyDigits = 16;

/**
 * Finds where a value of JSON ends, in bytes that come in portions. It counts brackets and steps over strings, no
 * more: whether the value is well-formed is for the parser to say.
 */
export class ValueEnd {
	/** Did it see a number of so many digits that it may be too large to be exact? */
	large = false;
	/** Bytes of the next portion that are not looked at: one after a backslash. */
	#skip = 0;
	#depth = 0;
	#inString = false;
	#digits = 0;

	/** Goes on with the next value. */
	reset(): void {
		this.large = false;
		this.#skip = 0;
		this.#depth = 0;
		this.#inString = false;
		this.#digits = 0;
	}

	/** The place behind the value, which goes on at `from`; -1 when it goes on behind `end` too. */
	find(bytes: Uint8Array, from: number, end: number): number {
		let at = from + this.#skip;
		let depth = this.#depth;
		let digits = this.#digits;
		while (at < end) {
			if (this.#inString) {
				at = this.#stepOver(bytes, at, end);
				if (this.#inString) break;
				if (depth === 0) return at;
				continue;
			}
			const byte = bytes[at] ?? 0;
			if (byte >= 0x30 && byte <= 0x39) {
				if (++digits >= manyDigits) this.large = true;
				at++;
				continue;
			}
			digits = 0;
			if (byte === quote) this.#inString = true;
			else if (byte === 0x7b || byte === 0x5b) depth++;
			else if (byte === 0x7d || byte === 0x5d) {
				// A bare value ends before the bracket of what it is in.
				if (depth === 0) return at;
				if (--depth === 0) return at + 1;
			} else if (depth === 0 && (byte === 0x2c || isBlank(byte))) return at;
			at++;
		}
		this.#skip = at - end;
		this.#depth = depth;
		this.#digits = digits;
		return -1;
	}

	/** The place behind the string, or behind what there is of it. */
	#stepOver(bytes: Uint8Array, from: number, end: number): number {
		let at = from;
		while (at < end) {
			const byte = bytes[at];
			if (byte === backslash) at += 2;
			else if (byte === quote) {
				this.#inString = false;
				return at + 1;
			} else at++;
		}
		return at;
	}
}

/** White space between the tokens of JSON. */
export function isBlank(byte: number | undefined): boolean {
	return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
