/**
 * A memo that never holds more than twice `limit` entries.
 *
 * It has two generations: a read entry moves to the young one. When the young one is full, the old one is dropped.
 * Entries in use survive, so values are never all recomputed at once.
 */
export class BoundedMemo<Key, Value> {
	readonly #limit: number;
	#young = new Map<Key, Value>();
	#old = new Map<Key, Value>();

	constructor(limit: number) {
		this.#limit = limit;
	}

	/** Returns the value of `key`, computed when it is missing. */
	get(key: Key, compute: (key: Key) => Value): Value {
		const young = this.#young.get(key);
		if (young !== undefined) return young;
		const value = this.#old.get(key) ?? compute(key);
		if (this.#young.size >= this.#limit) {
			this.#old = this.#young;
			this.#young = new Map();
		}
		this.#young.set(key, value);
		return value;
	}
}
