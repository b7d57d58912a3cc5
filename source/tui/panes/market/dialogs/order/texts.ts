import { moment } from '../../../../../columns/moments.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import type { ExactAmount } from '../../../../../protocol/exact-amount.ts';
import type { KnownAssets } from '../../../../../state/market/known-assets.ts';
import {
	type OrderField,
	type OrderForm,
	offeredAssets,
	orderFields,
	orderFieldText,
} from '../../../../../state/market/order-form.ts';
import type { BalanceAfter, OrderPreview } from '../../../../../state/market/order-preview.ts';
import { orderFormText } from '../../../../../state/market/order-values.ts';
import type { ReadOrderForm } from '../../../../../state/market/read-order-form.ts';
import type { Token } from '../../../../theme/theme.ts';

/** Maximum characters of the name of an asset on the screen. */
const MAX_ASSET_LENGTH = 20;

/** Labels of the fields. */
export const fieldLabels: Readonly<Record<OrderField, string>> = {
	kind: 'Kind',
	'first-asset': 'Asset',
	'second-asset': 'For',
	quantity: 'Amount',
	price: 'Price',
	payment: 'Total',
	validity: 'Valid for',
};

export const orderDialogText = {
	title: (isAsk: boolean) => (isAsk ? 'New ask' : 'New bid'),
	kind: (isAsk: boolean) => (isAsk ? 'ask' : 'bid'),
	sell: (first: string, second: string) => `sell ${first} for ${second}`,
	buy: (first: string, second: string) => `buy ${first} for ${second}`,
	known: (names: string) => `↓ ${names}`,
	pricePerOne: (second: string, first: string) => `${second} for 1 ${first}`,
	rounded: (price: string) => `about ${price}`,
	derivedPrice: 'from amount and total',
	derivedPayment: 'from amount and price',
	until: (time: string) => `until ${time}`,
	missing: (fields: readonly string[]) => `Missing: ${fields.join(', ')}.`,
	invalid: (fields: readonly string[]) => `Not valid: ${fields.join(', ')}.`,
	either: (one: string, other: string) => `${one} or ${other}`,
	incomplete: 'When all fields are valid, the trades that follow at once are shown here.',
	noMatch: (quantity: string) => `Nothing matches now. ${quantity} stays in the book.`,
	allMatch: (quantity: string, payment: string) => `Matches now: all ${quantity} for ${payment}`,
	someMatch: (quantity: string, all: string, payment: string) =>
		`Matches now: ${quantity} of ${all} for ${payment}`,
	average: (price: string) => `average price ${price}`,
	rest: (quantity: string) => `${quantity} stays in the book.`,
	match: (quantity: string, price: string, payment: string) => `${quantity} at ${price}: ${payment}`,
	moreMatches: (count: number) => `and ${count} more orders`,
	balance: (asset: string, before: string, after: string) =>
		before === after ? `${asset} ${before}` : `${asset} ${before} → ${after}`,
	balances: (each: readonly string[]) => `Available: ${each.join(', ')}`,
	spokenBalance: (asset: string, before: string, after: string) =>
		`${asset}: ${before} available, ${before === after ? 'unchanged' : `then ${after}`}.`,
	sending: 'The order is being sent. Esc closes this form, but does not cancel the order.',
} as const;

/** Returns the name of an asset for the screen; '…' while the field is empty. Sanitized. */
function assetText(form: OrderForm, field: 'first-asset' | 'second-asset'): string {
	const name = sanitize(orderFieldText(form, field).trim(), MAX_ASSET_LENGTH);
	return name === '' ? '…' : name;
}

function isEmptyField(form: OrderForm, field: OrderField): boolean {
	return field !== 'kind' && orderFieldText(form, field).trim() === '';
}

/** Returns the note of a field: its fault, or its meaning. */
export function noteOf(
	field: OrderField,
	form: OrderForm,
	read: ReadOrderForm,
	known: KnownAssets,
	nowMs: number,
): readonly [note: string, token: Token] {
	const fault = read.faults[field];
	if (fault !== undefined) {
		const isEmpty = isEmptyField(form, field);
		const isAsset = field === 'first-asset' || field === 'second-asset';
		const names = isEmpty && isAsset && form.field === field ? knownText(form, known) : '';
		return [names || fault, isEmpty ? 'faint' : 'bad'];
	}
	return [meaningOf(field, form, read, known, nowMs), 'faint'];
}

function meaningOf(
	field: OrderField,
	form: OrderForm,
	read: ReadOrderForm,
	known: KnownAssets,
	nowMs: number,
): string {
	const [first, second] = [assetText(form, 'first-asset'), assetText(form, 'second-asset')];
	switch (field) {
		case 'kind':
			return form.isAsk ? orderDialogText.sell(first, second) : orderDialogText.buy(first, second);
		case 'first-asset':
		case 'second-asset':
			return form.field === field ? knownText(form, known) : '';
		case 'quantity':
			return first;
		case 'price':
			return priceNote(form, read, orderDialogText.pricePerOne(second, first));
		case 'payment':
			return form.derived === 'payment' ? `${second}, ${orderDialogText.derivedPayment}` : second;
		case 'validity':
			return read.timeoutS === undefined
				? ''
				: orderDialogText.until(moment(Math.round(nowMs / 1_000) + read.timeoutS));
	}
}

function priceNote(form: OrderForm, read: ReadOrderForm, unit: string): string {
	if (form.derived !== 'price') return unit;
	if (read.price === '' || read.isPriceExact) return `${unit}, ${orderDialogText.derivedPrice}`;
	return `${orderDialogText.rounded(shortPrice(read.price))}, ${orderDialogText.derivedPrice}`;
}

/** Maximum number of significant digits of a rounded price in a note. */
const NOTE_DIGITS = 6;

/** Returns the first significant digits of a price with a point; the digits before the point stay. */
function shortPrice(price: string): string {
	const [whole = '', fraction = ''] = price.split('.');
	const zeros = whole === '0' ? fraction.search(/[1-9]/) : -whole.length;
	const decimals = Math.max(0, zeros + NOTE_DIGITS);
	return decimals === 0 || fraction === '' ? whole : `${whole}.${fraction.slice(0, decimals)}`;
}

function knownText(form: OrderForm, known: KnownAssets): string {
	const names = offeredAssets(form, known).map((name) => sanitize(name, MAX_ASSET_LENGTH));
	return names.length === 0 ? '' : orderDialogText.known(names.join(' '));
}

const amountOf = (amount: ExactAmount, asset: string) => `${amount.text} ${asset}`;

/** Returns the trades that follow at once and the quantity that stays in the book, as sentences. Sanitized. */
export function previewSentences(form: OrderForm, preview: OrderPreview): readonly string[] {
	const [first, second] = [assetText(form, 'first-asset'), assetText(form, 'second-asset')];
	const { matches, quantity, payment, average, isAverageExact, rest } = preview;
	const restText = amountOf(rest, first);
	if (matches.length === 0) return [orderDialogText.noMatch(restText)];
	const isAll = rest.digits === 0n;
	const all = orderFieldText(form, 'quantity').trim();
	const paid = amountOf(payment, second);
	const traded = isAll
		? orderDialogText.allMatch(amountOf(quantity, first), paid)
		: orderDialogText.someMatch(quantity.text, `${all} ${first}`, paid);
	const mean = orderDialogText.average(isAverageExact ? average : orderDialogText.rounded(average));
	return [`${traded}, ${mean}.`, ...(isAll ? [] : [orderDialogText.rest(restText)])];
}

/** Returns the single trades, best first, in at most so many lines. Sanitized. */
export function matchLines(form: OrderForm, { matches }: OrderPreview, most: number): readonly string[] {
	const [first, second] = [assetText(form, 'first-asset'), assetText(form, 'second-asset')];
	const shown = matches.length > most ? matches.slice(0, most - 1) : matches;
	const lines = shown.map(({ quantity, payment, price }) =>
		orderDialogText.match(amountOf(quantity, first), price, amountOf(payment, second)),
	);
	const more = matches.length - shown.length;
	return more > 0 ? [...lines, orderDialogText.moreMatches(more)] : lines;
}

/** Returns the balances after the order: a short line, and sentences for speech. Sanitized. */
export function balanceTexts(
	balances: readonly BalanceAfter[],
): readonly [line: string, spoken: readonly string[]] {
	const parts = balances.map(
		({ asset, before, after }) => [sanitize(asset, MAX_ASSET_LENGTH), before.text, after.text] as const,
	);
	const line =
		parts.length === 0 ? '' : orderDialogText.balances(parts.map((part) => orderDialogText.balance(...part)));
	return [line, parts.map((part) => orderDialogText.spokenBalance(...part))];
}

/** Returns why no trades are shown: fields are missing, or the balance is not sufficient. Sanitized. */
export function incompleteSentences(form: OrderForm, { faults, shortage }: ReadOrderForm): readonly string[] {
	const faulty = orderFields.filter((field) => faults[field] !== undefined);
	const empty = faulty.filter((field) => isEmptyField(form, field));
	const invalid = faulty.filter((field) => !isEmptyField(form, field));
	const missing = empty.length === 0 ? [] : [orderDialogText.missing(empty.map(missingLabel(faults)))];
	if (!shortage) {
		const wrong = invalid.map((field) => fieldLabels[field]);
		return [
			...missing,
			...(wrong.length === 0 ? [] : [orderDialogText.invalid(wrong)]),
			orderDialogText.incomplete,
		];
	}
	const { available, held } = shortage;
	const asset = sanitize(shortage.asset, MAX_ASSET_LENGTH);
	const sentences = [...missing, orderFormText.insufficient(available.text, asset)];
	return held.digits > 0n ? [...sentences, orderFormText.held(held.text, asset)] : sentences;
}

/** Returns the label of an empty field. One of price and total is sufficient. */
const missingLabel = (faults: ReadOrderForm['faults']) => (field: OrderField) =>
	faults[field] === orderFormText.noPrice
		? orderDialogText.either(fieldLabels.price, fieldLabels.payment)
		: fieldLabels[field];
