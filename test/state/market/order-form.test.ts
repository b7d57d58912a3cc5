import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
	compareAmounts,
	exactAmount,
	multiplyAmounts,
	parseExactAmount,
} from '../../../source/protocol/exact-amount.ts';
import type { KnownAssets } from '../../../source/state/market/known-assets.ts';
import {
	chooseNext,
	editOrderForm,
	focusField,
	focusNeighbor,
	type OrderForm,
	type OrderTextField,
	offeredAssets,
	orderFields,
	orderFieldText,
	orderForm,
} from '../../../source/state/market/order-form.ts';
import { orderFormText } from '../../../source/state/market/order-values.ts';
import { readOrderForm } from '../../../source/state/market/read-order-form.ts';
import { editLine, insertText } from '../../../source/state/surfaces/line-edit.ts';
import { exact } from '../../fixtures/exact.ts';

const anything: KnownAssets = { declared: undefined, listed: ['MB', 'BTC'] };
const declared: KnownAssets = {
	declared: [
		{ name: 'MB', precision: 0 },
		{ name: 'BTC', precision: 8 },
	],
	listed: ['EUR'],
};

/** Types a text into a field in place of its own. */
const fill = (form: OrderForm, field: OrderTextField, text: string): OrderForm =>
	editOrderForm(focusField(form, field), (line) =>
		insertText(editLine(editLine(line, 'end'), 'delete-to-start'), text),
	);

const begun = orderForm({ isAsk: true, firstAsset: 'MB', secondAsset: 'BTC' });
const faultsOf = (form: OrderForm, known = anything) => readOrderForm(form, known).faults;

test('a new form of a price waits for the amount', () => {
	const form = orderForm({ isAsk: false, firstAsset: 'MB', secondAsset: 'BTC', price: '0.5' });
	expect(form.field).toBe('quantity');
	expect(faultsOf(form)).toEqual({ quantity: orderFormText.noAmount });
	const { terms } = readOrderForm(fill(form, 'quantity', '3'), anything);
	expect(terms).toMatchObject({ isAsk: false, firstAsset: 'MB', secondAsset: 'BTC', timeoutS: 3_600 });
	expect(terms?.second.text).toBe('1.5');
});

test('a typed total derives the price, and a typed price the total', () => {
	const withTotal = fill(fill(begun, 'quantity', '3'), 'payment', '1.5');
	expect(readOrderForm(withTotal, anything)).toMatchObject({ price: '0.5', isPriceExact: true });
	expect(orderFieldText(withTotal, 'price')).toBe('0.5');
	const withPrice = fill(withTotal, 'price', '0.25');
	expect(withPrice.derived).toBe('payment');
	expect(orderFieldText(withPrice, 'payment')).toBe('0.75');
	expect(readOrderForm(withPrice, anything).terms?.second.text).toBe('0.75');
});

test('a price with endless decimals is marked as rounded, and the total is sent as typed', () => {
	const form = fill(fill(begun, 'quantity', '3'), 'payment', '1');
	const read = readOrderForm(form, anything);
	expect(read).toMatchObject({ price: '0.333333333333', isPriceExact: false });
	expect(orderFieldText(form, 'price')).toBe('');
	expect(read.terms?.second.text).toBe('1');
});

test('the terms are exact for any quantity and price', () => {
	const amounts = fc
		.tuple(fc.bigInt(1n, 10n ** 30n), fc.integer({ min: 0, max: 18 }))
		.map(([digits, decimals]) => exactAmount(digits, decimals));
	fc.assert(
		fc.property(amounts, amounts, (quantity, price) => {
			const { terms } = readOrderForm(
				fill(fill(begun, 'quantity', quantity.text), 'price', price.text),
				anything,
			);
			expect(terms && compareAmounts(terms.first, quantity)).toBe(0);
			expect(terms && compareAmounts(terms.second, multiplyAmounts(quantity, price))).toBe(0);
		}),
	);
});

test('a derived total with too many decimals is refused with the nearest one', () => {
	const form = fill(fill(begun, 'quantity', '3'), 'price', '0.000000015');
	expect(parseExactAmount(orderFieldText(form, 'payment'))?.text).toBe('0.000000045');
	expect(faultsOf(form, declared)).toEqual({
		payment: orderFormText.inexact(8, '0.00000005'),
	});
	expect(faultsOf(form, anything)).toEqual({});
});

test.each([
	['quantity', '', orderFormText.noAmount],
	['quantity', '1,5', orderFormText.notAnAmount],
	['quantity', '1e3', orderFormText.notAnAmount],
	['quantity', '-1', orderFormText.notAnAmount],
	['quantity', '0.00', orderFormText.notPositive],
	['quantity', '1.5', orderFormText.decimals('MB', 0)],
	['payment', '0.123456789', orderFormText.decimals('BTC', 8)],
	['payment', '', orderFormText.noPrice],
	['price', 'x', orderFormText.notAnAmount],
	['first-asset', ' ', orderFormText.noAsset],
	['first-asset', 'XYZ', orderFormText.undeclared],
	['second-asset', 'MB', orderFormText.sameAsset],
	['validity', '90', orderFormText.noValidity],
	['validity', '31d', orderFormText.validityTooLong],
] as const)('the field %s refuses %j', (field, text, fault) => {
	const valid = fill(fill(begun, 'quantity', '3'), 'payment', '1');
	expect(readOrderForm(valid, declared).terms).toBeDefined();
	const read = readOrderForm(fill(valid, field, text), declared);
	expect(read.faults[field]).toBe(fault);
	expect(read.terms).toBeUndefined();
});

test('an order that gives more than the available balance is refused with both amounts', () => {
	const known: KnownAssets = {
		declared: [
			{ name: 'MB', available: exact('4') },
			{ name: 'BTC', available: exact('1'), balance: exact('3') },
		],
		listed: [],
	};
	const ask = fill(fill(begun, 'quantity', '4.5'), 'payment', '9');
	expect(faultsOf(ask, known)).toEqual({ quantity: orderFormText.insufficient('4', 'MB') });
	expect(faultsOf(fill(ask, 'quantity', '4'), known)).toEqual({});
	const bid = readOrderForm({ ...ask, isAsk: false }, known);
	expect(bid.faults).toEqual({ payment: orderFormText.insufficient('1', 'BTC') });
	expect([bid.terms, bid.shortage?.held.text]).toEqual([undefined, '2']);
	expect(faultsOf(ask, anything)).toEqual({});
});

test.each([
	['5.', '5'],
	['.5', '0.5'],
	[' 007.50 ', '7.5'],
])('the amount %j is accepted as %s', (text, amount) => {
	expect(readOrderForm(fill(begun, 'quantity', text), anything).quantity?.text).toBe(amount);
});

test('the cursor visits all fields, and all texts stay', () => {
	const form = fill(fill(begun, 'quantity', '3'), 'price', '0.5');
	let moved = form;
	const visited = orderFields.map(() => {
		moved = focusNeighbor(moved, 1);
		return moved.field;
	});
	expect(new Set(visited)).toEqual(new Set(orderFields));
	for (const field of orderFields) {
		if (field !== 'kind') expect(orderFieldText(moved, field)).toBe(orderFieldText(form, field));
	}
	expect(moved.derived).toBe('payment');
});

test('down steps through the known assets, and changes the kind', () => {
	const asset = focusField(begun, 'first-asset');
	const names = [1, 2, 3].map((steps) =>
		Array.from({ length: steps }).reduce<OrderForm>((form) => chooseNext(form, declared, 1), asset),
	);
	expect(names.map((form) => orderFieldText(form, 'first-asset'))).toEqual(['BTC', 'MB', 'BTC']);
	expect(chooseNext(focusField(begun, 'kind'), declared, 1).isAsk).toBe(false);
	expect(chooseNext(focusField(begun, 'quantity'), declared, 1).field).toBe('price');
});

test('the second asset is never that of the first field', () => {
	const second = focusField(begun, 'second-asset');
	expect(offeredAssets(second, anything)).toEqual(['BTC']);
	expect(orderFieldText(chooseNext(second, anything, 1), 'second-asset')).toBe('BTC');
	expect(offeredAssets(focusField(begun, 'first-asset'), anything)).toEqual(['MB', 'BTC']);
});

test('the assets of the book are offered if the service declares none', () => {
	const form = chooseNext(fill(begun, 'first-asset', 'x'), { declared: undefined, listed: ['EUR'] }, 1);
	expect(orderFieldText(form, 'first-asset')).toBe('EUR');
});

test('a form that is being sent does not change', () => {
	const form = { ...begun, sending: 1 };
	expect(editOrderForm(form, (line) => insertText(line, '1'))).toBe(form);
	expect(chooseNext(form, anything, 1)).toBe(form);
});
