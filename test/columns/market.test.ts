import { describe, expect, test } from 'vitest';
import {
	orderColumns,
	paymentColumns,
	paymentRows,
	price,
	tickColumns,
	timeLeft,
} from '../../source/columns/market.ts';
import { plainTable } from '../../source/columns/table.ts';
import type { Order, Payment, Tick, Transaction } from '../../source/protocol/resources/market.ts';
import { exact } from '../fixtures/exact.ts';

const pair = (first: string, second: string) => ({
	first: { amount: exact(first), type: 'BTC' },
	second: { amount: exact(second), type: 'MB' },
});

describe('price', () => {
	test.each([
		['10', '50', '5 MB'],
		['0.1', '0.3', '3 MB'],
		['3', '1', '~0.333333333333 MB'],
		['1', '0.0000000000001', '~0 MB'],
		['8', '1', '0.125 MB'],
		['12345678901234567890', '24691357802469135780', '2 MB'],
	])('of %s BTC for %s MB is %s', (first, second, shown) => {
		expect(price(pair(first, second))).toBe(shown);
	});

	test('is unknown without amounts, and for nothing', () => {
		expect(price({ first: {}, second: { amount: exact('1'), type: 'MB' } })).toBe('–');
		expect(price(pair('0', '1'))).toBe('–');
	});

	test('has no terminal control sequence of a hostile asset name', () => {
		const shown = price({
			first: { amount: exact('1') },
			second: { amount: exact('1'), type: '\u001b[31mX' },
		});
		expect(shown).toMatch(/^1 [^\x00-\x1f\x7f-\x9f]*X$/);
	});
});

test('timeLeft counts down to the expiry', () => {
	const offer = { timestamp: 1_000, timeout: 60 };
	expect(timeLeft(offer, 1_000_000)).toBe('1m 0s');
	expect(timeLeft(offer, 1_059_500)).not.toBe('expired');
	expect(timeLeft(offer, 1_060_000)).toBe('expired');
	expect(timeLeft({ timeout: 60 }, 0)).toBe('–');
	expect(timeLeft({ timestamp: 1 }, 0)).toBe('–');
});

test('a plain table shows all digits of amounts, and drops other columns for them', () => {
	const amount = '12345678901234.000000000000000001';
	const tick: Tick = {
		trader_id: 'ab'.repeat(32),
		order_number: 7,
		assets: pair(amount, '1'),
		timestamp: 1_795_000_000,
		timeout: 60,
		traded: exact('0'),
	};
	for (const cells of [80, 120, 200]) {
		const [titles = '', line = ''] = plainTable(tickColumns, [tick], cells);
		expect(line).toContain(`${amount} BTC`);
		expect(titles).toContain('SECOND');
		expect(Math.max(titles.length, line.length)).toBeLessThanOrEqual(cells);
	}
});

test.each([
	['open', /^\d/],
	['unverified', /^\d/],
	['completed', /^–$/],
	['cancelled', /^–$/],
	['expired', /^–$/],
])('an order that is %s shows its time left only while it can trade', (status, shown) => {
	const order: Order = {
		trader_id: 'ab',
		order_number: 7,
		assets: pair('1', '2'),
		timestamp: Date.now() / 1000,
		timeout: 3_600,
		completed_timestamp: null,
		reserved_quantity: exact('0.25'),
		status,
	};
	const cell = (id: string) => orderColumns.find((column) => column.id === id)?.value(order, 20);
	expect(cell('left')).toMatch(shown);
	expect(cell('reserved')).toBe('0.25');
});

test('a payment shows its direction, its amount and the amount of the other side', () => {
	const assets = pair('2', '10');
	const transaction: Transaction = {
		trader_id: 'me',
		order_number: 7,
		transaction_number: 3,
		assets,
		transferred: assets,
	};
	const ids = { trader_id: 'me', transaction_number: 3, payment_id: 'ff' };
	const payments: readonly Payment[] = [
		{
			...ids,
			address_from: 'me',
			address_to: 'you',
			quantity: exact('0.5'),
			quantity_type: 'BTC',
			transferred_quantity: exact('1.5'),
			price: exact('2.5'),
			price_type: 'MB',
		},
		// As releases report it.
		{ ...ids, address_from: 'you', address_to: 'me', transferred_quantity: exact('4'), quantity_type: 'MB' },
	];
	const rows = paymentRows(transaction, payments, undefined);
	const shown = ['direction', 'amount', 'for', 'cumulative', 'payment'].map((id) =>
		rows.map((row) => paymentColumns.find((column) => column.id === id)?.value(row, 20)),
	);
	expect(shown).toEqual([
		['paid', 'received'],
		['0.5 BTC', '4 MB'],
		['2.5 MB', '–'],
		['1.5 BTC', '4 MB'],
		['ff', 'ff'],
	]);
});
