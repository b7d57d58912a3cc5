import { ExactDecimal } from '../../protocol/exact-json.ts';
import { type AmountFault, parseAmount } from './amount.ts';

/** Reads an amount of a request: a number of `parseExactDecimals`, or the text of a form. */
export function amountFrom(value: unknown, precision: number): bigint | AmountFault {
	if (value instanceof ExactDecimal) return parseAmount(value.text, precision);
	if (typeof value === 'string') return parseAmount(value, precision);
	if (typeof value !== 'number' && typeof value !== 'bigint') return 'not-a-number';
	return parseAmount(String(value), precision);
}
