import { withoutFinalZeros } from '../../protocol/final-zeros.ts';

/**
 * Exact amounts of assets. An amount is a number of the asset's smallest units. `precision` is the asset's number of
 * decimals. No amount passes through floating point.
 */

/** Maximum number of decimals of an asset. */
export const MAX_PRECISION = 18;
/** Largest amount, so that products of untrusted amounts stay cheap. */
export const MAX_UNITS = 10n ** 30n;
/** Maximum length of a number's text. Zeros may be in it. */
const MAX_TEXT_LENGTH = 1_000;
/** Limits of a number. They keep BigInt parsing fast, which is quadratic. */
const MAX_DIGITS = 60;
const MAX_EXPONENT = 99;

export type AmountFault = 'not-a-number' | 'too-many-decimals' | 'too-large';

/** The grammar of JSON numbers without a sign. */
const decimalText = /^(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * Parses a JSON number, digit by digit. More decimals than the asset has are a fault and are never rounded. Zeros at
 * the end do not count as decimals.
 */
export function parseAmount(text: string, precision: number): bigint | AmountFault {
	if (text.length > MAX_TEXT_LENGTH) return 'too-large';
	const parts = decimalText.exec(text);
	if (!parts) return 'not-a-number';
	const [, whole = '', fraction = '', exponentText = '0'] = parts;
	const digits = (whole + fraction).replace(/^0+/, '');
	if (digits === '') return 0n;
	const significant = withoutFinalZeros(digits);
	const exponent = Number(exponentText);
	if (significant.length > MAX_DIGITS || Math.abs(exponent) > MAX_EXPONENT) return 'too-large';
	const zeros = digits.length - significant.length + exponent - fraction.length + precision;
	if (zeros < 0) return 'too-many-decimals';
	if (significant.length + zeros > MAX_UNITS.toString().length) return 'too-large';
	const units = BigInt(significant) * 10n ** BigInt(zeros);
	return units > MAX_UNITS ? 'too-large' : units;
}

/** Returns the shortest decimal text of an amount. It is also a JSON number. */
export function formatAmount(units: bigint, precision: number): string {
	if (units < 0n) return `-${formatAmount(-units, precision)}`;
	const text = units.toString().padStart(precision + 1, '0');
	const whole = text.slice(0, text.length - precision);
	const fraction = withoutFinalZeros(text.slice(text.length - precision));
	return fraction === '' ? whole : `${whole}.${fraction}`;
}
