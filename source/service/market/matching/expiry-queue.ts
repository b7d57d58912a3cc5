import { lowerBound } from '../../../basics/sorted.ts';

interface Entry {
	readonly key: string;
	readonly atMs: number;
}

/** Keys with a time each, earliest first. */
export class ExpiryQueue {
	/** Sorted by time, then by key. */
	readonly #entries: Entry[] = [];
	readonly #times = new Map<string, number>();

	/** Time of the earliest key. */
	get nextMs(): number | undefined {
		return this.#entries[0]?.atMs;
	}

	/** Adds a key, or changes its time. */
	set(key: string, atMs: number): void {
		if (this.#times.get(key) === atMs) return;
		this.delete(key);
		this.#times.set(key, atMs);
		const entry = { key, atMs };
		this.#entries.splice(this.#placeOf(entry), 0, entry);
	}

	delete(key: string): void {
		const atMs = this.#times.get(key);
		if (atMs === undefined) return;
		this.#times.delete(key);
		this.#entries.splice(this.#placeOf({ key, atMs }), 1);
	}

	/** Removes and returns the keys whose time has come, earliest first, at most `max`. */
	take(nowMs: number, max = Number.POSITIVE_INFINITY): readonly string[] {
		const due = lowerBound(this.#entries, ({ atMs }) => (atMs <= nowMs ? -1 : 1));
		const keys = this.#entries.splice(0, Math.min(due, max)).map(({ key }) => key);
		for (const key of keys) this.#times.delete(key);
		return keys;
	}

	#placeOf({ key, atMs }: Entry): number {
		return lowerBound(this.#entries, (other) => other.atMs - atMs || (other.key < key ? -1 : 1));
	}
}
