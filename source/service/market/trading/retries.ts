import { ExpiryQueue } from '../matching/expiry-queue.ts';

/** Repeats things with a pause that doubles. It has no timer: the caller asks for the keys that are due. */
export class Retries {
	readonly #queue = new ExpiryQueue();
	/** Pause after the next try, ms. */
	readonly #pauses = new Map<string, number>();
	readonly #firstMs: number;
	readonly #maxMs: number;

	constructor(firstMs: number, maxMs: number) {
		this.#firstMs = firstMs;
		this.#maxMs = maxMs;
	}

	get nextMs(): number | undefined {
		return this.#queue.nextMs;
	}

	has(key: string): boolean {
		return this.#pauses.has(key);
	}

	/** Adds a key whose first try was now, or resets its pause. */
	start(key: string, nowMs: number): void {
		this.#pauses.set(key, Math.min(2 * this.#firstMs, this.#maxMs));
		this.#queue.set(key, nowMs + this.#firstMs);
	}

	/** Makes a key due now, e.g. because its recipient connected. */
	hasten(key: string, nowMs: number): void {
		if (!this.#pauses.has(key)) return;
		this.#pauses.set(key, this.#firstMs);
		this.#queue.set(key, nowMs);
	}

	stop(key: string): void {
		this.#pauses.delete(key);
		this.#queue.delete(key);
	}

	/** Returns the keys whose time has come, and schedules their next try. */
	take(nowMs: number): readonly string[] {
		const keys = this.#queue.take(nowMs);
		for (const key of keys) {
			const pause = this.#pauses.get(key) ?? this.#maxMs;
			this.#pauses.set(key, Math.min(2 * pause, this.#maxMs));
			this.#queue.set(key, nowMs + pause);
		}
		return keys;
	}
}
