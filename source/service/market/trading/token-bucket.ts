/** Limits a rate, and allows a burst after a pause. */
export class TokenBucket {
	readonly #perSecond: number;
	readonly #burst: number;
	#tokens: number;
	#atMs: number;

	constructor(perSecond: number, burst: number, nowMs: number) {
		this.#perSecond = perSecond;
		this.#burst = burst;
		this.#tokens = burst;
		this.#atMs = nowMs;
	}

	/** Takes one token. Returns false if there is none. */
	take(nowMs: number): boolean {
		const passedMs = Math.max(nowMs - this.#atMs, 0);
		this.#tokens = Math.min(this.#burst, this.#tokens + (passedMs * this.#perSecond) / 1000);
		this.#atMs = nowMs;
		if (this.#tokens < 1) return false;
		this.#tokens--;
		return true;
	}

	/** Time of the next token. */
	get nextMs(): number {
		const missing = Math.max(1 - this.#tokens, 0);
		return this.#atMs + Math.ceil((missing * 1000) / this.#perSecond);
	}

	/** Whether it is as at the beginning, so that it can be forgotten. */
	isFull(nowMs: number): boolean {
		return this.#tokens + ((nowMs - this.#atMs) * this.#perSecond) / 1000 >= this.#burst;
	}
}
