interface Entry {
	readonly key: string;
	readonly atMs: number;
}

/** The heap is rebuilt when it has this many entries and most are removed keys. */
const MIN_REBUILD = 64;

/** Keys with a time each, earliest first: a binary heap. A removed key stays in it until its time. */
export class ExpiryQueue {
	readonly #heap: Entry[] = [];
	readonly #times = new Map<string, number>();

	/** Time of the earliest key. */
	get nextMs(): number | undefined {
		this.#dropRemoved();
		return this.#heap[0]?.atMs;
	}

	/** Adds a key, or changes its time. */
	set(key: string, atMs: number): void {
		if (this.#times.get(key) === atMs) return;
		this.#times.set(key, atMs);
		this.#heap.push({ key, atMs });
		this.#rise(this.#heap.length - 1);
		if (this.#heap.length > 2 * this.#times.size + MIN_REBUILD) this.#rebuild();
	}

	delete(key: string): void {
		this.#times.delete(key);
	}

	/** Removes and returns the keys whose time has come, earliest first, at most `max`. */
	take(nowMs: number, max = Number.POSITIVE_INFINITY): readonly string[] {
		const keys: string[] = [];
		for (let next = this.nextMs; next !== undefined && next <= nowMs; next = this.nextMs) {
			if (keys.length >= max) break;
			const key = this.#pop()?.key;
			if (key === undefined) break;
			this.#times.delete(key);
			keys.push(key);
		}
		return keys;
	}

	#dropRemoved(): void {
		for (let top = this.#heap[0]; top && this.#times.get(top.key) !== top.atMs; top = this.#heap[0]) {
			this.#pop();
		}
	}

	/** Bounds the memory of removed keys. */
	#rebuild(): void {
		this.#heap.length = 0;
		for (const [key, atMs] of this.#times) this.#heap.push({ key, atMs });
		// A sorted array is a heap.
		this.#heap.sort((a, b) => a.atMs - b.atMs);
	}

	#pop(): Entry | undefined {
		const top = this.#heap[0];
		const last = this.#heap.pop();
		if (last && this.#heap.length > 0) {
			this.#heap[0] = last;
			this.#sink();
		}
		return top;
	}

	#rise(from: number): void {
		for (let at = from; at > 0; ) {
			const parent = (at - 1) >>> 1;
			if (this.#time(parent) <= this.#time(at)) return;
			this.#swap(at, parent);
			at = parent;
		}
	}

	#sink(): void {
		for (let at = 0; ; ) {
			const left = 2 * at + 1;
			const child = this.#time(left + 1) < this.#time(left) ? left + 1 : left;
			if (this.#time(at) <= this.#time(child)) return;
			this.#swap(at, child);
			at = child;
		}
	}

	#time(at: number): number {
		return this.#heap[at]?.atMs ?? Number.POSITIVE_INFINITY;
	}

	#swap(a: number, b: number): void {
		const [first, second] = [this.#heap[a], this.#heap[b]];
		if (!first || !second) return;
		this.#heap[a] = second;
		this.#heap[b] = first;
	}
}
