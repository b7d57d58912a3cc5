/**
 * A map that drops the least recently used entries when it exceeds a limit: a number of entries, or the sum of their
 * sizes. The last one used is always kept.
 */
export class BoundedMap<Value> {
	readonly #limit: number;
	readonly #sizeOf: (value: Value) => number;
	/** Least recently used first. */
	readonly #entries = new Map<string, Value>();
	#size = 0;

	constructor(limit: number, sizeOf: (value: Value) => number = () => 1) {
		this.#limit = limit;
		this.#sizeOf = sizeOf;
	}

	get size(): number {
		return this.#size;
	}

	has(key: string): boolean {
		return this.#entries.has(key);
	}

	get(key: string): Value | undefined {
		const value = this.#entries.get(key);
		if (value !== undefined) this.set(key, value);
		return value;
	}

	/** Returns a value. This does not count as a use. */
	peek(key: string): Value | undefined {
		return this.#entries.get(key);
	}

	set(key: string, value: Value): void {
		this.delete(key);
		this.#entries.set(key, value);
		this.#size += this.#sizeOf(value);
		for (const oldest of this.#entries.keys()) {
			if (this.#size <= this.#limit || oldest === key) return;
			this.delete(oldest);
		}
	}

	delete(key: string): void {
		const value = this.#entries.get(key);
		if (value !== undefined) this.#size -= this.#sizeOf(value);
		this.#entries.delete(key);
	}

	values(): IterableIterator<Value> {
		return this.#entries.values();
	}
}
