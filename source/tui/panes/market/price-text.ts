import { unknown } from '../../../columns/figures.ts';
import { truncate } from '../../../format/cells.ts';
import {
	addAmounts,
	type ExactAmount,
	type ExactPrice,
	exactAmount,
	multiplyAmounts,
	type Quotient,
	quotientOf,
	quotientText,
	subtractAmounts,
	unitsOf,
} from '../../../protocol/exact-amount.ts';
import type { Level, SideBook } from '../../../state/market/side-book.ts';

/** Maximum number of shown decimals of a price. */
const MAX_DECIMALS = 12;
/** Number of significant digits of a price with endless decimals. */
const SIGNIFICANT_DIGITS = 6;

/** Returns a price with a fixed number of decimals: '~0.33'; '–' if it is unknown. */
export function priceText(price: ExactPrice | undefined, decimals: number): string {
	if (!price) return unknown;
	const quotient = quotientOf(price.second, price.first, decimals);
	if (quotient?.text === '0' && price.second.digits !== 0n) return belowText(decimals);
	return markedText(quotient, decimals);
}

/** Sign before a number whose text does not have all its digits. */
const ROUNDED_SIGN = '~';

/** Returns a quotient with a fixed number of decimals, and the sign if it is rounded. */
function markedText(quotient: Quotient | undefined, decimals: number): string {
	if (!quotient) return unknown;
	return `${quotient.isExact ? '' : ROUNDED_SIGN}${withDecimals(quotient.text, decimals)}`;
}

/** Returns a text for a value that is too small for its decimals: '<0.01'. */
const belowText = (decimals: number): string => (decimals < 1 ? '<1' : `<0.${'1'.padStart(decimals, '0')}`);

function withDecimals(text: string, decimals: number): string {
	if (decimals === 0) return text;
	const [whole = '', fraction = ''] = text.split('.');
	return `${whole}.${fraction.padEnd(decimals, '0')}`;
}

const knownDecimals = new WeakMap<ExactPrice, number>();

/** Returns the number of decimals that show a price, or its first digits if it has endless ones. */
export function decimalsOf(price: ExactPrice): number {
	const known = knownDecimals.get(price) ?? countDecimals(price);
	knownDecimals.set(price, known);
	return known;
}

function countDecimals(price: ExactPrice): number {
	const text = quotientText(price.second, price.first, MAX_DECIMALS) ?? '';
	const [whole = '', fraction = ''] = text.split('.');
	if (text === '0') return MAX_DECIMALS;
	if (fraction.length < MAX_DECIMALS) return fraction.length;
	const zeros = whole === '0' ? fraction.search(/[1-9]/) : -whole.length;
	return Math.max(2, Math.min(MAX_DECIMALS, zeros + SIGNIFICANT_DIGITS));
}

/** Minimum number of significant digits of the price of a trade. */
const MIN_TRADE_DIGITS = 4;

/**
 * Returns the number of decimals for the price of a trade in a book with `decimals`. The book may have other prices now,
 * or none.
 */
export function tradeDecimals(price: ExactPrice, decimals: number): number {
	const text = quotientText(price.second, price.first, MAX_DECIMALS) ?? '';
	const [whole = '', fraction = ''] = text.split('.');
	if (text === '0') return Math.max(decimals, decimalsOf(price));
	const zeros = whole === '0' ? fraction.search(/[1-9]/) : -whole.length;
	return Math.max(decimals, Math.min(decimalsOf(price), zeros + MIN_TRADE_DIGITS));
}

/** Number of levels of each side that determine the decimals of a book. */
const SAMPLED_LEVELS = 20;

/** Returns the number of decimals for all prices of a book, so that they are aligned. */
export function bookDecimals(asks: SideBook | undefined, bids: SideBook | undefined): number {
	return [asks, bids]
		.flatMap((book): readonly Level[] => book?.levels.slice(0, SAMPLED_LEVELS) ?? [])
		.reduce((most, { price }) => Math.max(most, decimalsOf(price)), 0);
}

/** Returns a price with the decimals that it needs. */
export function singlePriceText(price: ExactPrice | undefined): string {
	return price ? priceText(price, decimalsOf(price)) : unknown;
}

/**
 * Returns an amount in at most `width` cells; '–' if it is unknown. Digits that do not fit are left out: '~0.0000'. An
 * amount with too many digits before the point has an exponent: '~1.234e19'.
 */
export function amountText(amount: ExactAmount | undefined, width: number): string {
	if (!amount) return unknown;
	const { text } = amount;
	if (text.length <= width) return text;
	const point = text.indexOf('.');
	const whole = point < 0 ? text.length : point;
	const room = width - ROUNDED_SIGN.length;
	if (point > 0 && point <= room) return `${ROUNDED_SIGN}${text.slice(0, room).replace(/\.$/, '')}`;
	if (amount.digits < 0n) return truncate(text, width);
	const exponent = `e${whole - 1}`;
	const kept = Math.max(2, room - exponent.length - 1);
	const sign = /[1-9]/.test(text.slice(kept)) ? ROUNDED_SIGN : '';
	return `${sign}${text[0]}.${text.slice(1, kept)}${exponent}`;
}

const TWO = exactAmount(2n, 0);
const HUNDRED = exactAmount(100n, 0);
const PERCENT_DECIMALS = 2;

/** The difference between the best prices, and their mean. */
interface Spread {
	readonly spread: string;
	/** Share of the spread in the mean. */
	readonly percent: string;
	readonly mid: string;
	/** Whether the best bid is higher than the best ask. */
	readonly isCrossed: boolean;
}

/** Returns the spread; undefined if a side has no price. */
export function spreadOf(
	ask: ExactPrice | undefined,
	bid: ExactPrice | undefined,
	decimals: number,
): Spread | undefined {
	if (!ask || !bid) return undefined;
	const over = multiplyAmounts(ask.second, bid.first);
	const under = multiplyAmounts(bid.second, ask.first);
	const common = multiplyAmounts(ask.first, bid.first);
	const difference = subtractAmounts(over, under);
	const sum = addAmounts(over, under);
	const double = multiplyAmounts(common, TWO);
	// The mean of two prices may need one more decimal than they have.
	const share = quotientText(
		multiplyAmounts(difference, multiplyAmounts(TWO, HUNDRED)),
		sum,
		PERCENT_DECIMALS,
	);
	return {
		spread: markedText(quotientOf(difference, common, decimals), decimals),
		percent: `${share ?? unknown} %`,
		mid: markedText(quotientOf(sum, double, decimals + 1), decimals + 1),
		isCrossed: difference.digits < 0n,
	};
}

/** Returns how many of `steps` a part is of a whole, rounded down; `steps` if the whole is not larger. */
export function stepsOf(part: ExactAmount, whole: ExactAmount, steps: number): number {
	if (part.digits <= 0n) return 0;
	const decimals = Math.max(part.decimals, whole.decimals);
	const [over, under] = [unitsOf(part, decimals), unitsOf(whole, decimals)];
	if (over >= under) return steps;
	return Number((over * BigInt(steps)) / under);
}

/** Returns a key by which a text order is the order of amounts. Unknown ones are first. */
export function amountKey(amount: ExactAmount | undefined): string {
	if (!amount || amount.digits < 0n) return '';
	const [whole = '', fraction = ''] = amount.text.split('.');
	return `${String(whole.length).padStart(4, '0')}${whole}.${fraction}`;
}

/** Decimals of the sort key of a price. */
const KEY_DECIMALS = 40;

/** Returns a key by which a text order is the order of prices. Unknown ones are first. */
export function priceKey(price: ExactPrice | undefined): string {
	const [whole = '', fraction = ''] = (
		(price && quotientText(price.second, price.first, KEY_DECIMALS)) ??
		''
	).split('.');
	return price ? `${String(whole.length).padStart(4, '0')}${whole}.${fraction}` : '';
}
