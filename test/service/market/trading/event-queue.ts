interface Event {
	readonly atMs: number;
	readonly sequence: number;
	readonly run: () => void;
}

/** Events of a simulation by their time: a binary heap. Events of the same time run in the sequence of their addition. */
export class EventQueue {
	readonly #heap: Event[] = [];
	#sequence = 0;

	get nextMs(): number | undefined {
		return this.#heap[0]?.atMs;
	}

	get size(): number {
		return this.#heap.length;
	}

	add(atMs: number, run: () => void): void {
		const event = { atMs, sequence: this.#sequence++, run };
		this.#heap.push(event);
		for (let at = this.#heap.length - 1; at > 0; ) {
			const parent = (at - 1) >>> 1;
			if (!this.#swapIfBefore(at, parent)) return;
			at = parent;
		}
	}

	take(): Event | undefined {
		const top = this.#heap[0];
		const last = this.#heap.pop();
		if (!last || this.#heap.length === 0) return top;
		this.#heap[0] = last;
		for (let at = 0; ; ) {
			const [left, right] = [2 * at + 1, 2 * at + 2];
			const child = this.#isBefore(right, left) ? right : left;
			if (!this.#swapIfBefore(child, at)) return top;
			at = child;
		}
	}

	#isBefore(a: number, b: number): boolean {
		const [first, second] = [this.#heap[a], this.#heap[b]];
		if (!first || !second) return first !== undefined;
		return first.atMs !== second.atMs ? first.atMs < second.atMs : first.sequence < second.sequence;
	}

	#swapIfBefore(a: number, b: number): boolean {
		const [first, second] = [this.#heap[a], this.#heap[b]];
		if (!first || !second || !this.#isBefore(a, b)) return false;
		this.#heap[a] = second;
		this.#heap[b] = first;
		return true;
	}
}
