const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Finds the end of a JSON value in bytes that arrive in chunks. Counts brackets and skips strings. The parser checks
 * whether the value is well-formed.
 */
export class ValueEnd {
	/** Number of bytes to skip in the next chunk: one after a backslash. */
	#skip = 0;
	#depth = 0;
	#inString = false;

	/** Prepares for the next value. */
	reset(): void {
		this.#skip = 0;
		this.#depth = 0;
		this.#inString = false;
	}

	/** Returns the offset after the value, which continues at `from`. Returns -1 if it continues after `end`. */
	find(bytes: Uint8Array, from: number, end: number): number {
		let at = from + this.#skip;
		let depth = this.#depth;
		while (at < end) {
			if (this.#inString) {
				at = this.#stepOver(bytes, at, end);
				if (this.#inString) break;
				if (depth === 0) return at;
				continue;
			}
			const byte = bytes[at] ?? 0;
			if (byte === QUOTE) this.#inString = true;
			else if (byte === 0x7b || byte === 0x5b) depth++;
			else if (byte === 0x7d || byte === 0x5d) {
				// A bare value ends before its container's closing bracket.
				if (depth === 0) return at;
				if (--depth === 0) return at + 1;
			} else if (depth === 0 && (byte === 0x2c || isBlank(byte))) return at;
			at++;
		}
		this.#skip = at - end;
		this.#depth = depth;
		return -1;
	}

	/** Returns the offset after the string, or after the available part. */
	#stepOver(bytes: Uint8Array, from: number, end: number): number {
		let at = from;
		while (at < end) {
			const byte = bytes[at] ?? 0;
			if (byte === BACKSLASH) at += 2;
			else if (byte === QUOTE) {
				this.#inString = false;
				at++;
				break;
			} else at++;
		}
		return at;
	}
}

/** Whether a byte is white space between JSON tokens. */
export function isBlank(byte: number | undefined): boolean {
	return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
