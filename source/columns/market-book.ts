import type { ExactAmount } from '../protocol/exact-amount.ts';
import type { Column } from './column.ts';
import { amountColumn, numberColumn, textColumn } from './declare.ts';
import { decimal, unknown } from './figures.ts';
import { asset, price } from './market.ts';

/** Rows of a pair of assets, for the tables of the commands. */

/** A price level of one side of a book. The price is that of an order: the amounts of both assets. */
export interface BookRow {
	readonly side: 'ask' | 'bid';
	readonly first: ExactAmount;
	readonly second: ExactAmount;
	/** Quantity of the first asset that is not traded. */
	readonly quantity: ExactAmount;
	/** Sum of this level and all better ones. */
	readonly cumulative: ExactAmount;
	/** Part of the quantity that running trades of own orders need. */
	readonly reserved: ExactAmount;
	/** Number of orders. */
	readonly orders: number;
	readonly asset1: string;
	readonly asset2: string;
}

/** A best price, as the amounts of both assets of an order. */
type BestPrice = Pick<BookRow, 'first' | 'second'>;

/** The two sides of a pair. */
export interface PairRow {
	readonly asset1: string;
	readonly asset2: string;
	readonly ask: BestPrice | null;
	readonly bid: BestPrice | null;
	/** Quantities of the first asset that are not traded. */
	readonly ask_quantity: ExactAmount;
	readonly bid_quantity: ExactAmount;
	/** Numbers of orders. */
	readonly asks: number;
	readonly bids: number;
}

/** A trade that an order would make at once. */
export interface MatchRow {
	readonly trader_id: string;
	readonly order_number: number;
	readonly quantity: ExactAmount;
	readonly payment: ExactAmount;
	readonly asset1: string;
	readonly asset2: string;
}

type Names = Pick<BookRow, 'asset1' | 'asset2'>;

const priceOf = ({ asset1, asset2 }: Names, best: BestPrice | null): string =>
	best
		? price({ first: { amount: best.first, type: asset1 }, second: { amount: best.second, type: asset2 } })
		: unknown;
const inFirst = ({ asset1 }: Names, amount: ExactAmount) => asset({ amount, type: asset1 });

export const bookColumns: readonly Column<BookRow>[] = [
	textColumn('side', 'SIDE', 4, 0, ({ side }) => side),
	amountColumn('price', 'PRICE', 16, 0, (row) => priceOf(row, row)),
	amountColumn('quantity', 'QUANTITY', 16, 1, (row) => inFirst(row, row.quantity)),
	amountColumn('cumulative', 'CUMULATIVE', 16, 2, (row) => inFirst(row, row.cumulative)),
	numberColumn('orders', 'ORDERS', 6, 3, ({ orders }) => decimal(orders)),
	amountColumn('reserved', 'RESERVED', 12, 4, (row) =>
		row.reserved.digits > 0n ? inFirst(row, row.reserved) : unknown,
	),
];

export const pairColumns: readonly Column<PairRow>[] = [
	textColumn('first', 'FIRST', 8, 0, ({ asset1 }) => asset1),
	textColumn('second', 'SECOND', 8, 0, ({ asset2 }) => asset2),
	amountColumn('ask', 'BEST ASK', 14, 0, (row) => priceOf(row, row.ask)),
	amountColumn('bid', 'BEST BID', 14, 0, (row) => priceOf(row, row.bid)),
	amountColumn('ask-quantity', 'ASKED', 14, 1, (row) => inFirst(row, row.ask_quantity)),
	amountColumn('bid-quantity', 'BID', 14, 2, (row) => inFirst(row, row.bid_quantity)),
	numberColumn('asks', 'ASKS', 5, 3, ({ asks }) => decimal(asks)),
	numberColumn('bids', 'BIDS', 5, 4, ({ bids }) => decimal(bids)),
];

export const matchColumns: readonly Column<MatchRow>[] = [
	numberColumn('order', 'ORDER', 6, 0, ({ order_number }) => decimal(order_number)),
	amountColumn('price', 'PRICE', 16, 1, (row) => priceOf(row, { first: row.quantity, second: row.payment })),
	amountColumn('quantity', 'QUANTITY', 16, 0, (row) => inFirst(row, row.quantity)),
	amountColumn('payment', 'PAYMENT', 16, 0, (row) => asset({ amount: row.payment, type: row.asset2 })),
	{ ...textColumn('trader', 'TRADER', 12, 2, ({ trader_id }: MatchRow) => trader_id), grows: true },
];
