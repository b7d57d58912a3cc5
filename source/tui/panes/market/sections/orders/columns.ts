import type { Column, Tone } from '../../../../../columns/column.ts';
import { growingColumn, numberColumn, textColumn } from '../../../../../columns/declare.ts';
import { unknown } from '../../../../../columns/figures.ts';
import { progressCell } from '../../../../../columns/progress-cell.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import { percent } from '../../../../../format/share.ts';
import type { ExactAmount } from '../../../../../protocol/exact-amount.ts';
import { isOpenOrder, type Order } from '../../../../../protocol/resources/market.ts';
import { keyedKind } from '../../../../../state/list/rows.ts';
import { bookPrice, isPositive } from '../../../../../state/market/book-tick.ts';
import { flashTone } from '../../../../sections/flash.ts';
import { countdown, expiryOf } from '../../expiry.ts';
import { amountKey, amountText, priceKey, singlePriceText, stepsOf } from '../../price-text.ts';
import type { OrderRow } from '../../rows.ts';
import { pairName } from '../pairs/columns.ts';

/** Returns the status of an order; '–' if it is unknown. Untrusted. */
function statusOf({ status, cancelled }: Order): string {
	return status || (cancelled ? 'cancelled' : unknown);
}

function statusTone(order: Order): Tone {
	const status = statusOf(order);
	if (status === 'open') return 'busy';
	if (status === 'completed') return 'good';
	return status === 'unverified' ? 'warning' : 'faint';
}

/** Returns the price of an order; undefined if an amount is unknown or not positive. */
function priceOf({ assets: { first, second } }: Pick<Order, 'assets'>) {
	return isPositive(first.amount) && isPositive(second.amount)
		? bookPrice(first.amount, second.amount)
		: undefined;
}

/** Returns the names of the assets of an order: 'MB/BTC'. Sanitized. */
function pairOf({ assets: { first, second } }: Pick<Order, 'assets'>): string {
	return pairName({ first: first.type ?? '', second: second.type ?? '' });
}

/** Steps of the share that is traded. */
const STEPS = 10_000;

/** Returns the traded share, 0 to 1; undefined if it is unknown. */
export function filledShare(
	traded: ExactAmount | undefined,
	amount: ExactAmount | undefined,
): number | undefined {
	return traded && isPositive(amount) ? stepsOf(traded, amount, STEPS) / STEPS : undefined;
}

/** Returns a share as a bar with its percentage; '–' if it is unknown. */
export function shareCell(share: number | undefined, width: number): string {
	return share === undefined ? unknown : progressCell(share, width);
}

const shareOf = ({ traded, assets }: Order) => filledShare(traded, assets.first.amount);
const kindOf = ({ is_ask }: Order): string => (is_ask === undefined ? unknown : is_ask ? 'ask' : 'bid');
const AMOUNT_CELLS = 11;

export const orderColumns: readonly Column<OrderRow>[] = [
	{
		...numberColumn<OrderRow>('order', 'NO', 4, 1, ({ item }) => String(item.order_number)),
		sortKey: ({ item }) => item.order_number,
		greatestFirst: true,
	},
	{
		...textColumn<OrderRow>('kind', 'KIND', 4, 0, ({ item }) => kindOf(item)),
		sortKey: ({ item }) => kindOf(item),
		tone: ({ item }) => (item.is_ask === undefined ? 'normal' : item.is_ask ? 'bad' : 'good'),
	},
	{
		...growingColumn<OrderRow>('pair', 'PAIR', 12, ({ item }) => pairOf(item)),
		sortKey: ({ item }) => pairOf(item),
	},
	{
		...numberColumn<OrderRow>('amount', 'AMOUNT', AMOUNT_CELLS, 2, ({ item }) =>
			amountText(item.assets.first.amount, AMOUNT_CELLS),
		),
		sortKey: ({ item }) => amountKey(item.assets.first.amount),
		greatestFirst: true,
	},
	{
		...numberColumn<OrderRow>('price', 'PRICE', AMOUNT_CELLS, 1, ({ item }) =>
			singlePriceText(priceOf(item)),
		),
		wideWidth: 18,
		sortKey: ({ item }) => priceKey(priceOf(item)),
		greatestFirst: true,
	},
	{
		id: 'filled',
		title: 'FILLED',
		width: 12,
		wideWidth: 24,
		align: 'right',
		dropOrder: 1,
		value: ({ item }, width) => shareCell(shareOf(item), width),
		spoken: ({ item }) => {
			const share = shareOf(item);
			return share === undefined ? '' : `filled ${percent(share)}`;
		},
		sortKey: ({ item }) => shareOf(item) ?? -1,
		greatestFirst: true,
		tone: flashTone,
	},
	{
		...numberColumn<OrderRow>('reserved', 'RESERVED', 8, 4, ({ item }) =>
			amountText(item.reserved_quantity, 8),
		),
		sortKey: ({ item }) => amountKey(item.reserved_quantity),
		greatestFirst: true,
	},
	{
		...textColumn<OrderRow>('status', 'STATUS', 10, 0, ({ item }) => sanitize(statusOf(item), 20)),
		sortKey: ({ item }) => statusOf(item),
		isStatus: true,
		tone: (row) => flashTone(row, statusTone(row.item)),
	},
	{
		...numberColumn<OrderRow>('expires', 'EXPIRES', 8, 3, ({ item, now }) =>
			isOpenOrder(item) && now !== undefined ? countdown(expiryOf(item), now) : unknown,
		),
		sortKey: ({ item }) => (isOpenOrder(item) ? (expiryOf(item) ?? 0) : 0),
	},
];

export const orderKind = keyedKind<OrderRow>(orderColumns, ({ item }) =>
	[item.order_number, kindOf(item), pairOf(item), statusOf(item)].join(' '),
);
