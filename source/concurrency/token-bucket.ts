import { BoundedMap } from '../basics/bounded-map.ts';

interface Rate {
	/** Tokens per second. */
	readonly perSecond: number;
	/** Maximum number of tokens, and their number at the beginning. */
	readonly burst: number;
}

/** Limits a rate, and allows a burst after a pause. Times are in ms, all of the same clock. */
export class TokenBucket {
	readonly #rate: Rate;
	#tokens: number;
	#updatedMs: number;

	constructor(rate: Rate, nowMs: number) {
		this.#rate = rate;
		this.#tokens = rate.burst;
		this.#updatedMs = nowMs;
	}

	/** Takes tokens if there are enough. */
	take(count: number, nowMs: number): boolean {
		this.#refill(nowMs);
		if (this.#tokens < count) return false;
		this.#tokens -= count;
		return true;
	}

	/** Takes tokens in any case. Returns the time in ms until the debt is paid. */
	charge(count: number, nowMs: number): number {
		this.#refill(nowMs);
		this.#tokens -= count;
		return Math.max(0, (-this.#tokens * 1_000) / this.#rate.perSecond);
	}

	/** Time at which one token is there, of the clock of the last call. */
	get nextMs(): number {
		const missing = Math.max(1 - this.#tokens, 0);
		return this.#updatedMs + Math.ceil((missing * 1_000) / this.#rate.perSecond);
	}

	#refill(nowMs: number): void {
		const elapsed = Math.max(0, nowMs - this.#updatedMs);
		this.#tokens = Math.min(this.#rate.burst, this.#tokens + (elapsed / 1_000) * this.#rate.perSecond);
		this.#updatedMs = nowMs;
	}
}

/** Rates of the keys that were used last. */
export class KeyedRates {
	readonly #rate: Rate;
	readonly #buckets: BoundedMap<TokenBucket>;

	constructor(rate: Rate, maxKeys: number) {
		this.#rate = rate;
		this.#buckets = new BoundedMap(maxKeys);
	}

	/** Takes one token of a key if there is one. */
	take(key: string, nowMs: number): boolean {
		return this.bucket(key, nowMs).take(1, nowMs);
	}

	bucket(key: string, nowMs: number): TokenBucket {
		const bucket = this.#buckets.get(key) ?? new TokenBucket(this.#rate, nowMs);
		this.#buckets.set(key, bucket);
		return bucket;
	}
}
