export interface Rate {
	/** Tokens per second. */
	readonly perSecond: number;
	/** Tokens at once. */
	readonly burst: number;
}

/** Limits a rate. Times are in ms, of any steady clock. */
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

	#refill(nowMs: number): void {
		const elapsed = Math.max(0, nowMs - this.#updatedMs);
		this.#tokens = Math.min(this.#rate.burst, this.#tokens + (elapsed / 1_000) * this.#rate.perSecond);
		this.#updatedMs = nowMs;
	}
}
