import { readDuration, typedDuration } from '../../format/read-duration.ts';
import {
	compareAmounts,
	type ExactAmount,
	exactAmount,
	multiplyAmounts,
	NO_AMOUNT,
	parseExactAmount,
	type Quotient,
	quotientOf,
} from '../../protocol/exact-amount.ts';
import { emptyLine, insertText, type LineEdit, lineText } from '../dialogs/line-edit.ts';

/** Fields of the form, in their sequence. */
export const orderFields = [
	'kind',
	'first-asset',
	'second-asset',
	'quantity',
	'price',
	'payment',
	'validity',
] as const;
export type OrderField = (typeof orderFields)[number];
export type OrderTextField = Exclude<OrderField, 'kind'>;

/** Asks for the terms of an ask or a bid. */
export interface OrderForm {
	readonly kind: 'market-order';
	readonly isAsk: boolean;
	/** The field with the cursor. */
	readonly field: OrderField;
	/** Its text. */
	readonly line: LineEdit;
	/** Typed texts of the other fields. */
	readonly texts: Readonly<Record<OrderTextField, string>>;
	/** The field that follows from the quantity and the other one of the two. */
	readonly derived: 'price' | 'payment';
	/** Id of the request that is being sent; undefined while the user types. */
	readonly sending: number | undefined;
	/** Reason of the service for its refusal; '' for none. Untrusted. */
	readonly refusal: string;
}

/** An asset that the service declares. */
export interface DeclaredAsset {
	readonly name: string;
	/** Number of decimals; undefined if the service does not report it. */
	readonly precision?: number | undefined;
	/** Balance that is not reserved. */
	readonly available?: ExactAmount | undefined;
}

/** The assets that the form offers. */
export interface KnownAssets {
	/** Undefined if the service does not report them: then any name may be valid. */
	readonly declared: readonly DeclaredAsset[] | undefined;
	/** Names of the order book. */
	readonly listed: readonly string[];
}

/** Terms of a valid form. */
export interface OrderTerms {
	readonly isAsk: boolean;
	readonly firstAsset: string;
	readonly secondAsset: string;
	readonly first: ExactAmount;
	readonly second: ExactAmount;
	/** Validity, s. */
	readonly timeoutS: number;
}

/** The values of a form, with the fault of each field. */
export interface ReadOrderForm {
	readonly faults: Readonly<Partial<Record<OrderField, string>>>;
	/** Undefined if the form is not valid yet. */
	readonly terms: OrderTerms | undefined;
	readonly quantity: ExactAmount | undefined;
	readonly payment: ExactAmount | undefined;
	/** Price of one whole first asset, rounded if `isPriceExact` is false; '' if it is unknown. */
	readonly price: string;
	readonly isPriceExact: boolean;
	/** Validity, s. */
	readonly timeoutS: number | undefined;
}

/** Default validity of services in the field, s. */
const DEFAULT_VALIDITY_S = 3_600;
/** Maximum validity of seedtop's service, s. */
const MAX_VALIDITY_S = 30 * 86_400;
/** Decimals of a displayed quotient. */
const PRICE_DECIMALS = 12;
/** Maximum characters of an amount. */
const MAX_AMOUNT_LENGTH = 60;

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
	noValidity: 'Type 90m, 12h or 2d.',
	validityTooLong: `Type at most ${typedDuration(MAX_VALIDITY_S)}.`,
} as const;

/** Values that a form starts with. */
export interface OrderPrefill {
	readonly isAsk: boolean;
	readonly firstAsset?: string | undefined;
	readonly secondAsset?: string | undefined;
	/** Exact price of one whole first asset, if it has one. */
	readonly price?: string | undefined;
	readonly quantity?: string | undefined;
	/** In place of the price. */
	readonly payment?: string | undefined;
}

/** Returns a form. Its cursor is on the first field without a value. */
export function orderForm({
	isAsk,
	firstAsset = '',
	secondAsset = '',
	price = '',
	quantity = '',
	payment = '',
}: OrderPrefill): OrderForm {
	const texts = {
		'first-asset': firstAsset,
		'second-asset': secondAsset,
		quantity,
		price,
		payment,
		validity: typedDuration(DEFAULT_VALIDITY_S),
	};
	const field = (['first-asset', 'second-asset', 'quantity', 'price'] as const).find(
		(each) => texts[each] === '',
	);
	const form = {
		kind: 'market-order',
		isAsk,
		field: 'kind',
		line: emptyLine,
		texts,
		derived: payment === '' ? 'payment' : 'price',
		sending: undefined,
		refusal: '',
	} as const;
	return focusField(form, field ?? 'quantity');
}

/** Returns the text of a field: as typed, or derived. */
export function orderFieldText(form: OrderForm, field: OrderTextField): string {
	if (field === form.derived && field !== form.field) return derivedText(form);
	return field === form.field ? lineText(form.line) : form.texts[field];
}

function derivedText(form: OrderForm): string {
	const { derived } = form;
	const quantity = readAmount(typedText(form, 'quantity'));
	const other = readAmount(typedText(form, derived === 'price' ? 'payment' : 'price'));
	if (!isAmount(quantity) || !isAmount(other)) return '';
	if (derived === 'payment') return multiplyAmounts(quantity, other).text;
	const price = priceOf(quantity, other);
	return price.isExact ? price.text : '';
}

function typedText({ field, line, texts }: OrderForm, which: OrderTextField): string {
	return field === which ? lineText(line) : texts[which];
}

/** Moves the cursor to a field. Its text stays. */
export function focusField(form: OrderForm, field: OrderField): OrderForm {
	if (field === form.field) return form;
	// A derived text is not a typed one.
	const isTyped = form.field !== 'kind' && form.field !== form.derived;
	const texts = isTyped ? { ...form.texts, [form.field]: lineText(form.line) } : form.texts;
	const left: OrderForm = { ...form, texts, field: 'kind', line: emptyLine };
	if (field === 'kind') return left;
	const text = orderFieldText(left, field);
	return { ...left, field, line: insertText(emptyLine, text) };
}

/** Moves the cursor by a number of fields, around the ends. */
export function focusNeighbour(form: OrderForm, offset: number): OrderForm {
	const index = orderFields.indexOf(form.field) + offset + orderFields.length;
	return focusField(form, orderFields[index % orderFields.length] ?? 'kind');
}

/** Edits the field with the cursor. The kind takes a blank, 'a' and 'b'. Returns the same form for a rejected text. */
export function editOrderForm(form: OrderForm, edit: (line: LineEdit) => LineEdit): OrderForm {
	if (form.sending !== undefined) return form;
	if (form.field === 'kind') return typeKind(form, lineText(edit(emptyLine)));
	const line = edit(form.line);
	const changed = { ...form, line, refusal: '' };
	if (lineText(line) === lineText(form.line)) return changed;
	if (form.field === 'price') return { ...changed, derived: 'payment' };
	return form.field === 'payment' ? { ...changed, derived: 'price' } : changed;
}

function typeKind(form: OrderForm, text: string): OrderForm {
	if (text === ' ') return { ...form, isAsk: !form.isAsk, refusal: '' };
	if (text === 'a' || text === 'b') return { ...form, isAsk: text === 'a', refusal: '' };
	return form;
}

/** Returns the next choice of the field with the cursor: the other kind, or a known asset. */
export function chooseNext(form: OrderForm, known: KnownAssets, offset: number): OrderForm {
	if (form.sending !== undefined) return form;
	if (form.field === 'kind') return { ...form, isAsk: !form.isAsk, refusal: '' };
	if (form.field !== 'first-asset' && form.field !== 'second-asset') return focusNeighbour(form, offset);
	const names = assetNames(known);
	if (names.length === 0) return form;
	const at = names.indexOf(lineText(form.line).trim());
	const next = at < 0 ? (offset > 0 ? 0 : names.length - 1) : (at + offset + names.length) % names.length;
	return { ...form, line: insertText(emptyLine, names[next] ?? ''), refusal: '' };
}

/** Returns the names of the assets that an order can have: the declared ones, else those of the book. Untrusted. */
export function assetNames({ declared, listed }: KnownAssets): readonly string[] {
	return declared ? declared.map(({ name }) => name) : [...new Set(listed)];
}

/** Returns the number of decimals of an asset; undefined if it is unknown. */
export function precisionOf({ declared = [] }: KnownAssets, asset: string): number | undefined {
	return declared.find(({ name }) => name === asset)?.precision;
}

/** Reads a form: its values, its faults, and its terms if there are none. */
export function readOrderForm(form: OrderForm, known: KnownAssets): ReadOrderForm {
	const firstAsset = typedText(form, 'first-asset').trim();
	const secondAsset = typedText(form, 'second-asset').trim();
	const { derived } = form;
	const quantity = readAmount(typedText(form, 'quantity'));
	const price = derived === 'price' ? undefined : readAmount(typedText(form, 'price'));
	const typedPayment = derived === 'payment' ? undefined : readAmount(typedText(form, 'payment'));
	const payment =
		isAmount(quantity) && isAmount(price) ? multiplyAmounts(quantity, price) : (typedPayment ?? '');
	const timeoutS = readDuration(typedText(form, 'validity'));

	const faults: Partial<Record<OrderField, string>> = {};
	const put = (field: OrderField, fault: string | undefined) => {
		if (fault !== undefined && fault !== '') faults[field] = fault;
	};
	put('first-asset', assetFault(firstAsset, known));
	put(
		'second-asset',
		assetFault(secondAsset, known) ?? (secondAsset === firstAsset ? orderFormText.sameAsset : undefined),
	);
	put('quantity', amountFault(quantity, firstAsset, known));
	const priceTexts = { price: typedText(form, 'price'), payment: typedText(form, 'payment') };
	const typed = derived === 'price' ? 'payment' : 'price';
	if (priceTexts[typed].trim() === '') put(typed, orderFormText.noPrice);
	else if (derived === 'price') put('payment', amountFault(typedPayment, secondAsset, known));
	else if (!isAmount(price)) put('price', price);
	else if (isAmount(payment)) put('payment', derivedFault(payment, secondAsset, known));
	put(
		'validity',
		timeoutS === undefined
			? orderFormText.noValidity
			: timeoutS > MAX_VALIDITY_S
				? orderFormText.validityTooLong
				: undefined,
	);
	const isValid = Object.keys(faults).length === 0;
	const shown = shownPrice(quantity, price, payment);
	return {
		faults,
		terms:
			isValid && isAmount(quantity) && isAmount(payment) && timeoutS !== undefined
				? { isAsk: form.isAsk, firstAsset, secondAsset, first: quantity, second: payment, timeoutS }
				: undefined,
		quantity: isAmount(quantity) ? quantity : undefined,
		payment: isAmount(payment) ? payment : undefined,
		price: shown.text,
		isPriceExact: shown.isExact,
		timeoutS,
	};
}

type Reading = ExactAmount | string | undefined;

const isAmount = (reading: Reading): reading is ExactAmount => typeof reading === 'object';

/** Reads a typed amount. Returns the fault if it is none. */
function readAmount(text: string): ExactAmount | string {
	const typed = text.trim();
	if (typed === '') return orderFormText.noAmount;
	const isPlain = /^(\d+\.?\d*|\.\d+)$/.test(typed) && typed.length <= MAX_AMOUNT_LENGTH;
	const amount = isPlain ? parseExactAmount(`0${typed}`.replace(/\.$/, '')) : undefined;
	if (!amount) return orderFormText.notAnAmount;
	return compareAmounts(amount, NO_AMOUNT) > 0 ? amount : orderFormText.notPositive;
}

function assetFault(name: string, known: KnownAssets): string | undefined {
	if (name === '') return orderFormText.noAsset;
	if (!known.declared || known.declared.some((each) => each.name === name)) return undefined;
	return orderFormText.undeclared;
}

function amountFault(reading: Reading, asset: string, known: KnownAssets): string | undefined {
	if (!isAmount(reading)) return reading;
	const precision = precisionOf(known, asset);
	return precision === undefined || reading.decimals <= precision
		? undefined
		: orderFormText.decimals(asset, precision);
}

function derivedFault(payment: ExactAmount, asset: string, known: KnownAssets): string | undefined {
	const precision = precisionOf(known, asset);
	if (precision === undefined || payment.decimals <= precision) return undefined;
	return orderFormText.inexact(precision, nearestAmount(payment, precision).text);
}

/** Returns an amount rounded half up to a number of decimals, but above 0. */
function nearestAmount(amount: ExactAmount, decimals: number): ExactAmount {
	const divisor = 10n ** BigInt(amount.decimals - decimals);
	const rounded = (2n * amount.digits + divisor) / (2n * divisor);
	return exactAmount(rounded > 0n ? rounded : 1n, decimals);
}

function shownPrice(quantity: Reading, price: Reading, payment: Reading): Quotient {
	if (isAmount(price)) return { text: price.text, isExact: true };
	if (isAmount(quantity) && isAmount(payment)) return priceOf(quantity, payment);
	return { text: '', isExact: true };
}

/** Returns the price of one whole first asset, and whether the text is exact. */
export function priceOf(quantity: ExactAmount, payment: ExactAmount): Quotient {
	return quotientOf(payment, quantity, PRICE_DECIMALS) ?? { text: '', isExact: false };
}

declare module '../dialogs/dialogs.ts' {
	interface DialogKinds {
		'market-order': OrderForm;
	}
}
