import { expect, test } from 'vitest';
import { isPending, paidPart, paymentTimeline } from '../../../source/columns/payment-timeline.ts';
import { NO_AMOUNT, parseExactAmount } from '../../../source/protocol/exact-amount.ts';
import type { Order, Payment, Transaction } from '../../../source/protocol/resources/market.ts';
import {
	paymentsDialog,
	takePayments,
	takeTransactionOf,
} from '../../../source/state/market/payments-dialog.ts';

const amount = (text: string) => parseExactAmount(text) ?? NO_AMOUNT;
const assets = {
	first: { amount: amount('4'), type: 'MB' },
	second: { amount: amount('2'), type: 'BTC' },
};
const transaction: Transaction = {
	trader_id: 'me',
	order_number: 1,
	transaction_number: 7,
	assets,
	transferred: assets,
	status: 'pending',
};
const ids = { trader_id: 'me', transaction_number: 7 };
const order: Order = { trader_id: 'me', order_number: 1, completed_timestamp: null, is_ask: true, assets };
const shown = (payments: readonly Payment[], own?: Order) =>
	paymentTimeline(transaction, payments, own).map(({ direction, amount: one, total, agreed, hasFailed }) => [
		direction,
		one?.text,
		total?.text,
		agreed?.text,
		hasFailed,
	]);

test('payments of our own service have the direction of their addresses, and its sums', () => {
	const paid = { ...ids, quantity: amount('1'), quantity_type: 'MB', address_from: 'me', address_to: 'you' };
	const received = {
		...ids,
		quantity: amount('0.5'),
		quantity_type: 'BTC',
		address_from: 'you',
		address_to: 'me',
	};
	expect(
		shown([
			{ ...received, timestamp: 2, transferred_quantity: amount('0.5') },
			{ ...paid, timestamp: 1, transferred_quantity: amount('1.5') },
		]),
	).toEqual([
		['paid', '1', '1.5', '4', false],
		['received', '0.5', '0.5', '2', false],
	]);
});

test('payments of releases have the direction of the own order, and are summed here', () => {
	const first = { ...ids, quantity_type: 'MB', address_from: 'a', address_to: 'b', success: true };
	const payments = [
		{ ...first, transferred_quantity: amount('0.1') },
		{ ...first, transferred_quantity: amount('9'), success: false },
		{ ...first, transferred_quantity: amount('0.2') },
		{ ...first, transferred_quantity: amount('1'), quantity_type: 'BTC' },
		{ ...first, transferred_quantity: amount('1'), quantity_type: 'EUR' },
	];
	expect(shown(payments, order)).toEqual([
		['paid', '0.1', '0.1', '4', false],
		['paid', '9', '0.1', '4', true],
		['paid', '0.2', '0.3', '4', false],
		['received', '1', '1', '2', false],
		['unknown', '1', '1', undefined, false],
	]);
	expect(shown(payments).map(([direction]) => direction)).toEqual(Array(5).fill('unknown'));
});

test.each([
	[{ status: 'pending' }, true],
	[{ status: 'completed' }, false],
	[{ status: 'error' }, false],
	[{ status: undefined, payment_complete: false }, true],
	[{ status: undefined, payment_complete: true }, false],
])('isPending of %j is %s', (fields, pending) => {
	expect(isPending({ ...transaction, ...fields } as Transaction)).toBe(pending);
});

test('paidPart is exact for amounts beyond a double', () => {
	expect(paidPart(amount('1'), amount('4'))).toBe(0.25);
	expect(paidPart(amount('99999999999999999999.9'), amount('100000000000000000000'))).toBe(0.999);
	expect(paidPart(amount('5'), amount('4'))).toBe(1);
	expect(paidPart(amount('5'), NO_AMOUNT)).toBeUndefined();
	expect(paidPart(undefined, amount('4'))).toBeUndefined();
});

test('the cursor of the payments stays on the newest, and the answer after the end is the last', () => {
	const list = [1, 2, 3].map((timestamp) => ({ ...ids, timestamp }));
	let data = takePayments({ dialogs: [paymentsDialog(transaction)] }, list.slice(0, 1));
	expect(data.dialogs[0]).toMatchObject({ chosen: 0, isFinal: false });
	data = takePayments(data, list);
	expect(data.dialogs[0]).toMatchObject({ chosen: 2, isFinal: false });
	data = takeTransactionOf(data, [{ ...transaction, status: 'completed' }]);
	expect(data.dialogs[0]).toMatchObject({ transaction: { status: 'completed' }, isFinal: false });
	data = takePayments(data, list);
	expect(data.dialogs[0]).toMatchObject({ isFinal: true });
});
