import { TokenBucket } from '../../../concurrency/token-bucket.ts';

/** Open ticks of a trader. */
export const MAX_TICKS_PER_TRADER = 500;
/** Open ticks that a peer delivered first. */
export const MAX_TICKS_PER_SOURCE = 5_000;
/** Open ticks in total. */
export const MAX_TICKS = 20_000;
/** Ended ticks that are remembered until their expiry, so that earlier statements do not open them again. */
export const MAX_ENDED_TICKS = 20_000;
/** Statements of a trader. */
export const STATEMENTS_PER_S = 10;
export const STATEMENT_BURST = 100;
/**
 * Length of a statement's envelope as text. Ours have less than 1,000 characters. Unknown fields may pad a statement,
 * and a longer one would not fit into a reply with the book.
 */
export const MAX_STATEMENT = 4_000;
/** Traders whose rate is known. */
const MAX_BUCKETS = 10_000;

/**
 * Counts open ticks. A tick above the limit of its trader or source is not stored. Above the limit in total, it
 * replaces the newest tick of the trader with the most ticks. If that is its own trader, it is not stored.
 */
export class TickLimits {
	readonly #ofTrader = new Map<string, number>();
	readonly #ofSource = new Map<string, number>();
	readonly #buckets = new Map<string, TokenBucket>();
	#total = 0;

	get total(): number {
		return this.#total;
	}

	/** Counts a statement. Returns whether it is within the rate of its trader. */
	isWithinRate(trader: string, nowMs: number): boolean {
		let bucket = this.#buckets.get(trader);
		if (!bucket) {
			if (this.#buckets.size >= MAX_BUCKETS) this.#forgetBuckets(nowMs);
			bucket = new TokenBucket({ perSecond: STATEMENTS_PER_S, burst: STATEMENT_BURST }, nowMs);
			this.#buckets.set(trader, bucket);
		}
		return bucket.take(1, nowMs);
	}

	/** Whether a new tick has room, apart from the limit in total. */
	hasRoom(trader: string, source: string): boolean {
		const isOfTrader = (this.#ofTrader.get(trader) ?? 0) < MAX_TICKS_PER_TRADER;
		return isOfTrader && (this.#ofSource.get(source) ?? 0) < MAX_TICKS_PER_SOURCE;
	}

	/** Returns the trader that must give up a tick for a new one of `trader`; undefined if `trader` has the most. */
	largestTrader(trader: string): string | undefined {
		const own = this.#ofTrader.get(trader) ?? 0;
		let largest: string | undefined;
		let most = own + 1;
		for (const [other, count] of this.#ofTrader) if (count > most) [largest, most] = [other, count];
		return largest;
	}

	add(trader: string, source: string): void {
		this.#total++;
		this.#ofTrader.set(trader, (this.#ofTrader.get(trader) ?? 0) + 1);
		this.#ofSource.set(source, (this.#ofSource.get(source) ?? 0) + 1);
	}

	delete(trader: string, source: string): void {
		this.#total--;
		subtract(this.#ofTrader, trader);
		subtract(this.#ofSource, source);
	}

	#forgetBuckets(nowMs: number): void {
		for (const [trader, bucket] of this.#buckets) if (bucket.isFull(nowMs)) this.#buckets.delete(trader);
		for (const trader of this.#buckets.keys()) {
			if (this.#buckets.size < MAX_BUCKETS) return;
			this.#buckets.delete(trader);
		}
	}
}

function subtract(counts: Map<string, number>, key: string): void {
	const count = (counts.get(key) ?? 0) - 1;
	if (count > 0) counts.set(key, count);
	else counts.delete(key);
}
