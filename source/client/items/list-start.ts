import { isBlank } from './value-end.ts';

/**
 * Finds a list in a response that arrives in chunks. The list starts at the '[' after its name in the outermost
 * object. A name with escapes is not found. The response is then read as a whole.
 */
export class ListStart {
	readonly #name: Buffer;
	#depth = 0;
	#inString = false;
	#escaped = false;
	/** Number of matched bytes of the name in the current string. -1 if it differs. */
	#matched = -1;
	/** Parsed part of `"name":`: 1 the name, 2 also the colon. */
	#stage: 0 | 1 | 2 = 0;

	constructor(name: string) {
		this.#name = Buffer.from(name);
	}

	/** Returns the offset of the '[', or -1 if it is not in these bytes. */
	find(bytes: Uint8Array, from: number): number {
		for (let at = from; at < bytes.length; at++) if (this.#take(bytes[at] ?? 0)) return at;
		return -1;
	}

	#take(byte: number): boolean {
		if (this.#inString) {
			this.#takeInString(byte);
			return false;
		}
		if (isBlank(byte)) return false;
		const stage = this.#stage;
		this.#stage = 0;
		switch (byte) {
			case 0x22:
				this.#inString = true;
				this.#matched = this.#depth === 1 ? 0 : -1;
				return false;
			case 0x3a:
				if (stage === 1) this.#stage = 2;
				return false;
			case 0x5b:
				if (stage === 2) return true;
				this.#depth++;
				return false;
			case 0x7b:
				this.#depth++;
				return false;
			case 0x5d:
			case 0x7d:
				this.#depth--;
				return false;
			default:
				return false;
		}
	}

	#takeInString(byte: number): void {
		if (this.#escaped) this.#escaped = false;
		else if (byte === 0x5c) {
			this.#escaped = true;
			this.#matched = -1;
		} else if (byte === 0x22) {
			this.#inString = false;
			this.#stage = this.#matched === this.#name.length ? 1 : 0;
		} else {
			this.#matched = this.#matched >= 0 && this.#name[this.#matched] === byte ? this.#matched + 1 : -1;
		}
	}
}
