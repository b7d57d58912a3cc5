import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Tick } from '../../../../source/protocol/resources/market.ts';
import { bookTickOf } from '../../../../source/state/market/book-tick.ts';
import { makeBook } from '../../../../source/state/market/side-book.ts';
import { bookLayout, detailLines } from '../../../../source/tui/panes/market/sections/book/layout.ts';
import { entryKey, type SideRows, sideRows } from '../../../../source/tui/panes/market/sections/book/rows.ts';
import { exact } from '../../../fixtures/exact.ts';

const tickOf = (order_number: number, price: number): Tick => ({
	trader_id: 'a b',
	order_number,
	assets: {
		first: { amount: exact('1'), type: 'MB' },
		second: { amount: exact(String(price)), type: 'BTC' },
	},
});

const bookOf = (isAsk: boolean, prices: readonly number[]) =>
	makeBook(
		isAsk,
		prices.map((price, index) => bookTickOf(tickOf(index + 1, price))),
		undefined,
		1,
	).book;

const rowsIn = (rows: SideRows) => Array.from({ length: rows.length }, (_, row) => rows.at(row));
const prices = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 20 });

test('rows are ordered by price, with the ticks of expanded levels below them', () => {
	fc.assert(
		fc.property(fc.boolean(), prices, fc.array(fc.integer({ min: 1, max: 12 })), (isAsk, some, open) => {
			const book = bookOf(isAsk, some);
			const expanded = [...new Set(open)].map((price) => `${isAsk ? 'a' : 'b'} ${price}/1`);
			const rows = sideRows(book, expanded);
			const levels = [...new Set(some)].sort((a, b) => b - a);
			const expected = levels.flatMap((price) => {
				const ticks = some.flatMap((each, index) => (each === price ? [index + 1] : []));
				return [`${price}`, ...(open.includes(price) ? ticks.map((number) => `${price} #${number}`) : [])];
			});
			const shown = rowsIn(rows).map(
				(entry) =>
					`${entry?.level.price.second.text}${entry?.tick ? ` #${entry.tick.tick.order_number}` : ''}`,
			);
			expect(shown).toEqual(expected);
			expect(rows.at(rows.length)).toBeUndefined();
		}),
	);
});

test('the row of a price is that of its level, or the place where it would be', () => {
	fc.assert(
		fc.property(fc.boolean(), prices, fc.integer({ min: 1, max: 12 }), (isAsk, some, price) => {
			const rows = sideRows(bookOf(isAsk, some), [`${isAsk ? 'a' : 'b'} ${some[0]}/1`]);
			const sought = bookTickOf(tickOf(1, price)).price;
			if (!sought) throw new Error('there is no price');
			const found = rows.at(rows.rowOf(sought));
			if (some.includes(price)) {
				expect(found?.tick).toBeUndefined();
				expect(found?.level.price.second.text).toBe(String(price));
			} else if (found) expect(Math.abs(rows.rowOf(sought))).toBeLessThan(rows.length);
		}),
	);
});

test('keys of rows are different', () => {
	const rows = sideRows(bookOf(true, [1, 1, 2, 3]), ['a 1/1', 'a 3/1']);
	const keys = rowsIn(rows).map((entry) => (entry ? entryKey(entry) : ''));
	expect(new Set(keys).size).toBe(rows.length);
});

test('the layout shows the cursor and fills the lines, with the best prices in the middle', () => {
	const sizes = fc.integer({ min: 0, max: 40 });
	fc.assert(
		fc.property(sizes, sizes, fc.nat(), fc.integer({ min: 4, max: 30 }), (asks, bids, at, height) => {
			const side = (length: number): SideRows => ({
				length,
				book: bookOf(true, []),
				at: () => undefined,
				rowOf: () => 0,
			});
			const length = asks + bids;
			const cursor = length === 0 ? -1 : at % length;
			const rows = {
				pair: undefined,
				asks: side(asks),
				bids: side(bids),
				length,
				at: () => undefined,
				cursor,
			};
			const layout = bookLayout(rows, height);
			const room = height - 3 - detailLines(height);
			expect(layout.asks.count + layout.bids.count).toBe(Math.min(room, length));
			const isAsk = cursor < asks;
			const [first, count] = isAsk
				? [layout.asks.first, layout.asks.count]
				: [asks + layout.bids.first, layout.bids.count];
			if (length > 0 && count > 0) {
				expect(cursor).toBeGreaterThanOrEqual(first);
				expect(cursor).toBeLessThan(first + count);
			}
		}),
	);
});
