import { formatAmount } from './amount.ts';

/** A quotient of two amounts: `second` for `first`. It is never divided. Both are positive. */
export interface Price {
	readonly first: bigint;
	readonly second: bigint;
}

/** Returns a negative number if `a` is lower, 0 if both are equal: 1/3 equals 2/6. */
export function comparePrices(a: Price, b: Price): number {
	const left = a.second * b.first;
	const right = b.second * a.first;
	return left < right ? -1 : left > right ? 1 : 0;
}

/** The numbers of decimals of both assets. */
export interface PairPrecision {
	readonly first: number;
	readonly second: number;
}

/**
 * Returns the price of one whole first asset in the second asset, rounded half up to `decimals`. For screens only:
 * nothing is computed from it.
 */
export function formatPrice(price: Price, precision: PairPrecision, decimals: number): string {
	const dividend = price.second * 10n ** BigInt(precision.first + decimals);
	const divisor = price.first * 10n ** BigInt(precision.second);
	return formatAmount((2n * dividend + divisor) / (2n * divisor), decimals);
}
