/**
 * A memo that never holds more than twice `limit` entries.
 *
 * Two generations: what is asked for again moves to the young one; when that is full the old one is dropped
 * whole. Entries in use survive, and there is no moment at which everything has to be computed anew.
 */
export class BoundedMemo<Key, Value> {
	readonly #limit: number;
	#young = new Map<Key, Value>();
	#old = new Map<Key, Value>();

	constructor(limit: number) {
		this.#limit = limit;
	}

	/** The value of `key`, computed when it is not there. */
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
