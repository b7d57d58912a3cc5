import { type Rate, TokenBucket } from '../../../concurrency/token-bucket.ts';

/** Traders whose rate is known. */
const MAX_BUCKETS = 10_000;

/** Limits how often each trader does something. */
export class TraderRates {
	readonly #rate: Rate;
	readonly #buckets = new Map<string, TokenBucket>();

	constructor(rate: Rate) {
		this.#rate = rate;
	}

	/** Counts one time. Returns whether it is within the rate of the trader. */
	take(trader: string, nowMs: number): boolean {
		let bucket = this.#buckets.get(trader);
		if (!bucket) {
			if (this.#buckets.size >= MAX_BUCKETS) this.#forget(nowMs);
			bucket = new TokenBucket(this.#rate, nowMs);
			this.#buckets.set(trader, bucket);
		}
		return bucket.take(1, nowMs);
	}

	#forget(nowMs: number): void {
		for (const [trader, bucket] of this.#buckets) if (bucket.isFull(nowMs)) this.#buckets.delete(trader);
		for (const trader of this.#buckets.keys()) {
			if (this.#buckets.size < MAX_BUCKETS) return;
			this.#buckets.delete(trader);
		}
	}
}
