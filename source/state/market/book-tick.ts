import {
	compareAmounts,
	type ExactAmount,
	type ExactPrice,
	equalAmounts,
	exactAmount,
	NO_AMOUNT,
	subtractAmounts,
} from '../../protocol/exact-amount.ts';
import type { Tick } from '../../protocol/resources/market.ts';

/** A price with its approximate quotient, by which most comparisons are decided quickly. */
export interface BookPrice extends ExactPrice {
	/** Not exact: `comparePricesExactly` decides if two of them are close. */
	readonly approximate: number;
}

/** Returns the price of one first asset in the second one. Both amounts are positive. */
export function bookPrice(first: ExactAmount, second: ExactAmount): BookPrice {
	return { first, second, approximate: Number(second.text) / Number(first.text) };
}

/** A tick of the order book with its derived values. Texts are untrusted. */
export interface BookTick {
	/** Identifies the order: its trader and its number. */
	readonly key: string;
	readonly tick: Tick;
	/** Key of its pair of assets. */
	readonly pair: string;
	/** Undefined if an amount is unknown or not positive. */
	readonly price: BookPrice | undefined;
	/** Quantity that is not traded, at least 0; undefined if it is unknown. */
	readonly rest: ExactAmount | undefined;
}

/** Returns the key of an order. */
export function orderKey({ trader_id, order_number }: Pick<Tick, 'trader_id' | 'order_number'>): string {
	return `${trader_id} ${order_number}`;
}

/** Returns the key of a pair of assets, whose names may have any characters. */
export const pairKey = (first: string, second: string): string => `${first.length} ${first}${second}`;

/** Returns the names of the assets of a pair. */
export function pairNames(key: string): readonly [first: string, second: string] {
	const start = key.indexOf(' ') + 1;
	const end = start + Number(key.slice(0, start - 1));
	return [key.slice(start, end), key.slice(end)];
}

/** Derived values by tick, so that each is computed once. */
const known = new WeakMap<Tick, BookTick>();

/** Returns a tick with its derived values. */
export function bookTickOf(tick: Tick): BookTick {
	const before = known.get(tick);
	if (before) return before;
	const made = makeBookTick(tick);
	known.set(tick, made);
	return made;
}

function makeBookTick(tick: Tick): BookTick {
	const { first, second } = tick.assets;
	const [quantity, payment] = [first.amount, second.amount];
	return {
		key: orderKey(tick),
		tick,
		pair: pairKey(first.type ?? '', second.type ?? ''),
		price: isPositive(quantity) && isPositive(payment) ? bookPrice(quantity, payment) : undefined,
		rest: restOf(quantity, tick.traded),
	};
}

/** Returns the quantity that is not traded, at least 0; undefined if the amount is unknown. */
function restOf(amount: ExactAmount | undefined, traded: ExactAmount | undefined): ExactAmount | undefined {
	if (!amount) return undefined;
	const rest = traded ? subtractAmounts(amount, traded) : amount;
	return rest.digits > 0n ? rest : NO_AMOUNT;
}

/** Whether an amount is known and above 0. */
export function isPositive(amount: ExactAmount | undefined): amount is ExactAmount {
	return amount !== undefined && amount.digits > 0n;
}

/** Whether the order is completely traded. Services do not list such ticks, but events report them. */
export function isTraded({ rest }: BookTick): boolean {
	return rest !== undefined && rest.digits === 0n;
}

const powers: readonly bigint[] = Array.from({ length: 64 }, (_, exponent) => 10n ** BigInt(exponent));
const power = (exponent: number): bigint => powers[exponent] ?? 10n ** BigInt(exponent);

/** Relative error of an approximate price is below 2^-51. Twice that, with a reserve. */
const MAX_RELATIVE_ERROR = 1e-14;

/**
 * Returns a negative number if price `a` is lower, 0 if both are equal. The result is exact: approximate values decide
 * only if their difference is larger than their errors. A book of 10,000 ticks needs 100,000 comparisons.
 */
export function compareBookPrices(a: BookPrice, b: BookPrice): number {
	const difference = a.approximate - b.approximate;
	// Amounts beyond the range of doubles give NaN or infinite values, which decide nothing.
	const bound = MAX_RELATIVE_ERROR * (a.approximate + b.approximate);
	if (bound > MIN_NORMAL && bound < Number.MAX_VALUE && Math.abs(difference) > bound) return difference;
	return comparePricesExactly(a, b);
}

/** Smaller doubles have fewer digits. */
const MIN_NORMAL = 1e-290;

/** Compares two prices as `comparePrices` of the protocol, without making amounts. */
function comparePricesExactly(a: ExactPrice, b: ExactPrice): number {
	// Ticks of a level often have the same amounts.
	if (isSameAmount(a.first, b.first) && isSameAmount(a.second, b.second)) return 0;
	let left = a.second.digits * b.first.digits;
	let right = b.second.digits * a.first.digits;
	const scale = a.second.decimals + b.first.decimals - b.second.decimals - a.first.decimals;
	if (scale > 0) right *= power(scale);
	else if (scale < 0) left *= power(-scale);
	return left < right ? -1 : left > right ? 1 : 0;
}

/** Whether two amounts have the same digits. Equal amounts may have other decimals. */
function isSameAmount(a: ExactAmount, b: ExactAmount): boolean {
	return a === b || (a.digits === b.digits && a.decimals === b.decimals);
}

/** Compares ticks of the same price: the oldest first, then by trader and number, as services do. */
export function compareAge({ tick: a }: BookTick, { tick: b }: BookTick): number {
	const [one, other] = [a.timestamp ?? 0, b.timestamp ?? 0];
	if (one !== other) return one - other;
	if (a.trader_id !== b.trader_id) return a.trader_id < b.trader_id ? -1 : 1;
	return a.order_number - b.order_number;
}

/** Whether two ticks have the same values. */
export function sameTick(one: BookTick, other: BookTick): boolean {
	if (one === other) return true;
	const [a, b] = [one.tick, other.tick];
	return (
		a.order_number === b.order_number &&
		a.timestamp === b.timestamp &&
		a.timeout === b.timeout &&
		a.trader_id === b.trader_id &&
		equalAmounts(a.traded, b.traded) &&
		equalAmounts(a.assets.first.amount, b.assets.first.amount) &&
		equalAmounts(a.assets.second.amount, b.assets.second.amount) &&
		one.pair === other.pair
	);
}

/** Returns how much more of an order is traded in `after`; undefined if nothing. */
export function tradedSince(before: BookTick, after: BookTick): ExactAmount | undefined {
	const [old, now] = [before.tick.traded ?? NO_AMOUNT, after.tick.traded];
	return now && compareAmounts(now, old) > 0 ? subtractAmounts(now, old) : undefined;
}

/** Returns the sum of amounts. Makes one amount only, because sums of thousands are needed. */
export function sumOf(amounts: readonly ExactAmount[]): ExactAmount {
	const [first] = amounts;
	if (!first) return NO_AMOUNT;
	if (amounts.length === 1) return first;
	const decimals = amounts.reduce((most, amount) => Math.max(most, amount.decimals), 0);
	let sum = 0n;
	for (const amount of amounts) sum += amount.digits * power(decimals - amount.decimals);
	return exactAmount(sum, decimals);
}
