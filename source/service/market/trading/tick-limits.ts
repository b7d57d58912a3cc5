import { KeyedRates } from '../../../concurrency/token-bucket.ts';

/** Open ticks of a trader. */
export const MAX_TICKS_PER_TRADER = 500;
/** Open ticks that a peer delivered first. */
export const MAX_TICKS_PER_SOURCE = 5_000;
/** Open ticks in total. */
export const MAX_TICKS = 20_000;
/** Ended ticks that are remembered until their expiry, so that earlier statements do not open them again. */
export const MAX_ENDED_TICKS = 20_000;
/** Traders whose rates are known. */
export const MAX_KNOWN_TRADERS = 10_000;
/** Statements of a trader. */
const STATEMENTS_PER_S = 10;
export const STATEMENT_BURST = 100;
/**
 * Length of a statement's envelope as text. Ours have less than 1,000 characters. Unknown fields may pad a statement,
 * and a longer one would not fit into a reply with the book.
 */
export const MAX_STATEMENT = 4_000;

/**
 * Counts open ticks. A tick above the limit of its trader or source is not stored. Above the limit in total, it
 * replaces one of the source with the most ticks, and there the newest of the trader with the most. So the free
 * identities of one source cannot displace the ticks of others.
 */
export class TickLimits {
	readonly #ofTrader = new Map<string, number>();
	/** Keys of open ticks by source and trader, newest last. */
	readonly #sources = new Map<string, Source>();
	readonly #statements = new KeyedRates(
		{ perSecond: STATEMENTS_PER_S, burst: STATEMENT_BURST },
		MAX_KNOWN_TRADERS,
	);
	#total = 0;

	get total(): number {
		return this.#total;
	}

	/** Counts a statement. Returns whether it is within the rate of its trader. */
	isWithinRate(trader: string, nowMs: number): boolean {
		return this.#statements.take(trader, nowMs);
	}

	/** Whether a new tick has room, apart from the limit in total. */
	hasRoom(trader: string, source: string): boolean {
		const isOfTrader = (this.#ofTrader.get(trader) ?? 0) < MAX_TICKS_PER_TRADER;
		return isOfTrader && (this.#sources.get(source)?.size ?? 0) < MAX_TICKS_PER_SOURCE;
	}

	/** Returns the tick that a new one replaces. Undefined if its own source and trader have the most. */
	replacedBy(trader: string, source: string): string | undefined {
		const own = this.#sources.get(source);
		const largest = largestOf(this.#sources.values(), (own?.size ?? 0) + 1) ?? own;
		// Equal traders: the one whose first tick is the newest gives up its tick.
		const least = largest === own ? (own?.traders.get(trader)?.size ?? 0) + 1 : 0;
		const keys = largestOf([...(largest?.traders.values() ?? [])].reverse(), least);
		return keys && [...keys].at(-1);
	}

	add(key: string, trader: string, source: string): void {
		this.#total++;
		this.#ofTrader.set(trader, (this.#ofTrader.get(trader) ?? 0) + 1);
		const delivered = this.#sources.get(source) ?? { size: 0, traders: new Map<string, Set<string>>() };
		this.#sources.set(source, delivered);
		delivered.size++;
		const keys = delivered.traders.get(trader);
		if (keys) keys.add(key);
		else delivered.traders.set(trader, new Set([key]));
	}

	delete(key: string, trader: string, source: string): void {
		const delivered = this.#sources.get(source);
		const keys = delivered?.traders.get(trader);
		if (!delivered || !keys?.delete(key)) return;
		this.#total--;
		delivered.size--;
		if (keys.size === 0) delivered.traders.delete(trader);
		if (delivered.size === 0) this.#sources.delete(source);
		const count = (this.#ofTrader.get(trader) ?? 0) - 1;
		if (count > 0) this.#ofTrader.set(trader, count);
		else this.#ofTrader.delete(trader);
	}
}

/** Open ticks that one source delivered first. */
interface Source {
	size: number;
	/** Keys by trader. */
	readonly traders: Map<string, Set<string>>;
}

/** Returns the first of the largest that are larger than `least`. */
function largestOf<Sized extends { readonly size: number }>(
	all: Iterable<Sized>,
	least: number,
): Sized | undefined {
	let largest: Sized | undefined;
	for (const one of all) if (one.size > (largest?.size ?? least)) largest = one;
	return largest;
}
