import { ExactDecimal } from './exact-json.ts';
import { withoutFinalZeros } from './final-zeros.ts';

/** Exact amounts of assets, of any precision. No function of this file uses floating point. */

/** Maximum number of digits before the decimal point, and after it, of an amount that is read. */
export const MAX_AMOUNT_DIGITS = 100;
/** Maximum length of a text that is read. Zeros and an exponent may be in it. */
const MAX_TEXT_LENGTH = 1_000;

/**
 * An immutable decimal number: `digits` / 10^`decimals`. Equal amounts have equal fields. `stringifyExact` writes it
 * as a JSON number with all digits.
 */
export class ExactAmount extends ExactDecimal {
	readonly digits: bigint;
	/** Number of decimals, without zeros at the end. */
	readonly decimals: number;

	/** Use `exactAmount`, which removes zeros at the end. */
	constructor(digits: bigint, decimals: number, text: string) {
		super(text);
		this.digits = digits;
		this.decimals = decimals;
		Object.freeze(this);
	}

	/** Prevents arithmetic and comparisons by operators, which would be inexact. */
	override valueOf(): never {
		throw new TypeError('An exact amount is not a number. Use the functions of exact-amount.ts.');
	}
}

/** Returns the amount `digits` / 10^`decimals`. */
export function exactAmount(digits: bigint, decimals: number): ExactAmount {
	let [coefficient, scale] = [digits, decimals];
	while (scale > 0 && coefficient % 10n === 0n) {
		coefficient /= 10n;
		scale--;
	}
	return new ExactAmount(coefficient, scale, textOf(coefficient, scale));
}

export const NO_AMOUNT = exactAmount(0n, 0);

/** Parses a decimal number, with or without an exponent. Returns undefined for other texts, and beyond the limits. */
export function parseExactAmount(text: string): ExactAmount | undefined {
	const parts = text.length > MAX_TEXT_LENGTH ? null : decimalText.exec(text);
	if (!parts) return undefined;
	const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
	const written = (whole + fraction).replace(/^0+/, '');
	const coefficient = withoutFinalZeros(written);
	if (coefficient === '') return NO_AMOUNT;
	const zeros = written.length - coefficient.length;
	/** Power of ten of the last digit of `coefficient`. */
	const power = Number(exponent) - fraction.length + zeros;
	if (-power > MAX_AMOUNT_DIGITS || coefficient.length + power > MAX_AMOUNT_DIGITS) return undefined;
	if (coefficient.length > 2 * MAX_AMOUNT_DIGITS) return undefined;
	const digits = BigInt(sign + coefficient);
	return power >= 0 ? exactAmount(digits * 10n ** BigInt(power), 0) : exactAmount(digits, -power);
}

const decimalText = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,5}))?$/;

/** Whether a text is a decimal number, whatever its length. */
export const isDecimalText = (text: string): boolean => /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);

/**
 * Reads an amount of JSON or of a form: a number, a bigint, an `ExactDecimal` or a text. Returns undefined for other
 * values: the amount is then unknown.
 */
export function readExactAmount(value: unknown): ExactAmount | undefined {
	if (value instanceof ExactAmount) return value;
	if (value instanceof ExactDecimal) return parseExactAmount(value.text);
	if (typeof value === 'number') {
		if (Number.isSafeInteger(value)) return new ExactAmount(BigInt(value), 0, String(value + 0));
		return parseExactAmount(String(value));
	}
	if (typeof value === 'bigint') return parseExactAmount(value.toString());
	return typeof value === 'string' ? parseExactAmount(value.trim()) : undefined;
}

/** Returns a negative number if `a` is less, 0 if both are equal. */
export function compareAmounts(a: ExactAmount, b: ExactAmount): number {
	const [left, right] = aligned(a, b);
	return left < right ? -1 : left > right ? 1 : 0;
}

/** Whether two amounts are equal, or both unknown. */
export const equalAmounts = (a: ExactAmount | undefined, b: ExactAmount | undefined): boolean =>
	a?.text === b?.text;

/** Returns the exact sum. */
export function addAmounts(a: ExactAmount, b: ExactAmount): ExactAmount {
	const [left, right, decimals] = aligned(a, b);
	return exactAmount(left + right, decimals);
}

/** Returns `a` - `b`, which may be below zero. */
export function subtractAmounts(a: ExactAmount, b: ExactAmount): ExactAmount {
	const [left, right, decimals] = aligned(a, b);
	return exactAmount(left - right, decimals);
}

export const multiplyAmounts = (a: ExactAmount, b: ExactAmount): ExactAmount =>
	exactAmount(a.digits * b.digits, a.decimals + b.decimals);

/** A price: `second` for `first`. It is never divided. Both are positive. */
export interface ExactPrice {
	readonly first: ExactAmount;
	readonly second: ExactAmount;
}

/** Returns a negative number if price `a` is lower, 0 if both are equal: 1/3 equals 2/6. */
export const comparePrices = (a: ExactPrice, b: ExactPrice): number =>
	compareAmounts(multiplyAmounts(a.second, b.first), multiplyAmounts(b.second, a.first));

/**
 * Returns a quotient, rounded half away from zero to `decimals`, without zeros at the end. Undefined if the divisor is
 * zero. For screens only: nothing is computed from it.
 */
export function quotientText(
	dividend: ExactAmount,
	divisor: ExactAmount,
	decimals: number,
): string | undefined {
	if (divisor.digits === 0n) return undefined;
	const sign = dividend.digits < 0n === divisor.digits < 0n ? 1n : -1n;
	const [left, right] = aligned(dividend, divisor);
	const [over, under] = [magnitude(left) * 10n ** BigInt(decimals), magnitude(right)];
	return exactAmount(sign * ((2n * over + under) / (2n * under)), decimals).text;
}

/** A quotient, and whether its text has all digits. */
export interface Quotient {
	readonly text: string;
	readonly isExact: boolean;
}

/** Returns `quotientText`, and whether nothing was rounded. Undefined if the divisor is zero. */
export function quotientOf(
	dividend: ExactAmount,
	divisor: ExactAmount,
	decimals: number,
): Quotient | undefined {
	const text = quotientText(dividend, divisor, decimals);
	if (text === undefined) return undefined;
	const parsed = parseExactAmount(text);
	return { text, isExact: parsed !== undefined && equalAmounts(multiplyAmounts(parsed, divisor), dividend) };
}

/** Returns an amount in units of 10^-`decimals`. Throws a RangeError if it has more decimals. */
export const unitsOf = (amount: ExactAmount, decimals: number): bigint =>
	amount.digits * 10n ** BigInt(decimals - amount.decimals);

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

/** Returns the digits of two amounts with the same number of decimals. */
function aligned(a: ExactAmount, b: ExactAmount): [bigint, bigint, number] {
	if (a.decimals === b.decimals) return [a.digits, b.digits, a.decimals];
	const decimals = Math.max(a.decimals, b.decimals);
	return [unitsOf(a, decimals), unitsOf(b, decimals), decimals];
}

function textOf(digits: bigint, decimals: number): string {
	if (decimals === 0) return digits.toString();
	const text = magnitude(digits)
		.toString()
		.padStart(decimals + 1, '0');
	const point = text.length - decimals;
	return `${digits < 0n ? '-' : ''}${text.slice(0, point)}.${text.slice(point)}`;
}
