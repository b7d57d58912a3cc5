import { typedDuration } from '../../format/read-duration.ts';
import {
	compareAmounts,
	type ExactAmount,
	NO_AMOUNT,
	parseExactAmount,
	type Quotient,
	quotientOf,
} from '../../protocol/exact-amount.ts';

/** Maximum validity of seedtop's service, s. */
export const MAX_VALIDITY_S = 30 * 86_400;
/** Decimals of a displayed quotient. */
const PRICE_DECIMALS = 12;
/** Maximum characters of an amount. */
const MAX_AMOUNT_LENGTH = 60;

/** Faults of the fields of an order. */
export const orderFormText = {
	noAsset: 'Type an asset. ↓ shows the known ones.',
	sameAsset: 'Choose another asset than the first.',
	undeclared: 'Not an asset of the service. ↓ shows them.',
	noAmount: 'Type an amount.',
	noPrice: 'Type a price or a total.',
	notAnAmount: 'Type digits and a point, e.g. 0.5.',
	notPositive: 'Type more than 0.',
	decimals: (asset: string, precision: number) =>
		precision === 0 ? `${asset} has no decimals.` : `${asset} has at most ${precision} decimals.`,
	inexact: (precision: number, nearest: string) => `At most ${precision} decimals: type ${nearest}`,
	insufficient: (available: string, asset: string) => `Only ${available} ${asset} available.`,
	held: (held: string, asset: string) => `Other orders hold ${held} ${asset} of the balance.`,
	noValidity: 'Type 90m, 12h or 2d.',
	validityTooLong: `Type at most ${typedDuration(MAX_VALIDITY_S)}.`,
} as const;

/** An amount, or the fault of its text; undefined if the field is not read. */
export type Reading = ExactAmount | string | undefined;

/** Whether an amount was read, not a fault. */
export const isAmount = (reading: Reading): reading is ExactAmount => typeof reading === 'object';

/** Reads a typed amount. Returns the fault if it is none. */
export function readAmount(text: string): ExactAmount | string {
	const typed = text.trim();
	if (typed === '') return orderFormText.noAmount;
	const isPlain = typed.length <= MAX_AMOUNT_LENGTH && /^(\d+(?:\.\d*)?|\.\d+)$/.test(typed);
	const amount = isPlain ? parseExactAmount(`0${typed}`.replace(/\.$/, '')) : undefined;
	if (!amount) return orderFormText.notAnAmount;
	return compareAmounts(amount, NO_AMOUNT) > 0 ? amount : orderFormText.notPositive;
}

/** Returns the price of one whole first asset, and whether the text is exact. */
export function priceOf(quantity: ExactAmount, payment: ExactAmount): Quotient {
	return quotientOf(payment, quantity, PRICE_DECIMALS) ?? { text: '', isExact: false };
}
