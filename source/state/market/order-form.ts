import { typedDuration } from '../../format/read-duration.ts';
import { multiplyAmounts } from '../../protocol/exact-amount.ts';
import { emptyLine, insertText, type LineEdit, lineText } from '../surfaces/line-edit.ts';
import { assetNames, type KnownAssets } from './known-assets.ts';
import { isAmount, priceOf, readAmount } from './order-values.ts';

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

/** Default validity of services in the field, s. */
const DEFAULT_VALIDITY_S = 3_600;
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

/** Returns the typed text of a field; a derived field may have an old one. */
export function typedText({ field, line, texts }: OrderForm, which: OrderTextField): string {
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
export function focusNeighbor(form: OrderForm, offset: number): OrderForm {
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

/** Returns the assets that the field with the cursor offers; the second differs from the first. Untrusted. */
export function offeredAssets(form: OrderForm, known: KnownAssets): readonly string[] {
	if (form.field !== 'first-asset' && form.field !== 'second-asset') return [];
	const names = assetNames(known);
	if (form.field === 'first-asset') return names;
	const first = typedText(form, 'first-asset').trim();
	return names.filter((name) => name !== first);
}

/** Returns the next choice of the field with the cursor: the other kind, or a known asset. */
export function chooseNext(form: OrderForm, known: KnownAssets, offset: number): OrderForm {
	if (form.sending !== undefined) return form;
	if (form.field === 'kind') return { ...form, isAsk: !form.isAsk, refusal: '' };
	if (form.field !== 'first-asset' && form.field !== 'second-asset') return focusNeighbor(form, offset);
	const names = offeredAssets(form, known);
	if (names.length === 0) return form;
	const at = names.indexOf(lineText(form.line).trim());
	const next = at < 0 ? (offset > 0 ? 0 : names.length - 1) : (at + offset + names.length) % names.length;
	return { ...form, line: insertText(emptyLine, names[next] ?? ''), refusal: '' };
}

declare module '../surfaces/dialogs.ts' {
	interface DialogKinds {
		'market-order': OrderForm;
	}
}
