import { ExpiryQueue } from '../matching/expiry-queue.ts';

/** Later matches are collected for this time. */
const STEP_MS = 500;

/** Orders to match, each at once or at several later times. */
export class MatchQueue {
	readonly #now = new Set<string>();
	readonly #later = new ExpiryQueue();

	get nextMs(): number | undefined {
		return this.#later.nextMs;
	}

	add(key: string, atMs: number, nowMs: number): void {
		if (atMs <= nowMs) {
			this.#now.add(key);
			return;
		}
		const stepMs = Math.ceil(atMs / STEP_MS) * STEP_MS;
		this.#later.set(`${stepMs} ${key}`, stepMs);
	}

	/** Removes and returns the next order whose time has come. */
	next(nowMs: number): string | undefined {
		for (const entry of this.#later.take(nowMs)) this.#now.add(entry.slice(entry.indexOf(' ') + 1));
		const [key] = this.#now;
		if (key !== undefined) this.#now.delete(key);
		return key;
	}
}
