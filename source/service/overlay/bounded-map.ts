/** A map that drops the least recently used entry when it is full. */
export class BoundedMap<Value> {
	readonly #size: number;
	readonly #entries = new Map<string, Value>();

	constructor(size: number) {
		this.#size = size;
	}

	get size(): number {
		return this.#entries.size;
	}

	has(key: string): boolean {
		return this.#entries.has(key);
	}

	get(key: string): Value | undefined {
		const value = this.#entries.get(key);
		if (value !== undefined) this.set(key, value);
		return value;
	}

	set(key: string, value: Value): void {
		this.#entries.delete(key);
		this.#entries.set(key, value);
		if (this.#entries.size <= this.#size) return;
		for (const oldest of this.#entries.keys()) {
			this.#entries.delete(oldest);
			return;
		}
	}

	delete(key: string): void {
		this.#entries.delete(key);
	}

	values(): IterableIterator<Value> {
		return this.#entries.values();
	}
}
