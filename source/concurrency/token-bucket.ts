export interface Rate {
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

	/** Whether it is as at the beginning, so that it can be forgotten. */
	isFull(nowMs: number): boolean {
		const elapsed = Math.max(0, nowMs - this.#updatedMs);
		return this.#tokens + (elapsed / 1_000) * this.#rate.perSecond >= this.#rate.burst;
	}

	#refill(nowMs: number): void {
		const elapsed = Math.max(0, nowMs - this.#updatedMs);
		this.#tokens = Math.min(this.#rate.burst, this.#tokens + (elapsed / 1_000) * this.#rate.perSecond);
		this.#updatedMs = nowMs;
	}
}
