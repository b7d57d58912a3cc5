/**
 * Remembers at least the last `size` keys, at most twice as many. Two generations make both the memory and the cost of
 * forgetting constant.
 */
export class SeenCache {
	readonly #size: number;
	#current = new Set<string>();
	#previous = new Set<string>();

	constructor(size: number) {
		this.#size = size;
	}

	has(key: string): boolean {
		return this.#current.has(key) || this.#previous.has(key);
	}

	/** Adds a key. Returns whether it is new. */
	add(key: string): boolean {
		if (this.has(key)) return false;
		this.#current.add(key);
		if (this.#current.size >= this.#size) {
			this.#previous = this.#current;
			this.#current = new Set();
		}
		return true;
	}
}
