import { duration } from '../format/duration.ts';
import { sanitize } from '../format/sanitize.ts';
import { type ExactAmount, quotientOf } from '../protocol/exact-amount.ts';
import {
	type Asset,
	type AssetPair,
	type BlockedTrader,
	type DeclaredAsset,
	isOpenOrder,
	type Order,
	type Payment,
	type Tick,
	type Transaction,
} from '../protocol/resources/market.ts';
import type { Column } from './column.ts';
import {
	amountColumn,
	growingColumn,
	momentColumn,
	numberColumn,
	quantityColumn,
	textColumn,
	withData,
} from './declare.ts';
import { decimal, textOrDash, unknown } from './figures.ts';
import { type PaymentDirection, paymentTimeline } from './payment-timeline.ts';

/** Returns all digits of an amount. */
const exact = (amount: ExactAmount | undefined): string => amount?.text ?? unknown;

/** Returns an amount: '10 BTC'. */
export function asset({ amount, type }: Asset): string {
	return [exact(amount), sanitize(type ?? '', 20)].join(' ').trimEnd();
}

/** Maximum number of decimals of a price. */
const PRICE_DECIMALS = 12;

/**
 * Returns the price of one whole first asset: '5 MB'. A quotient with more decimals than a column shows begins with '~'.
 */
export function price({ first, second }: AssetPair): string {
	const quotient = first.amount && second.amount && quotientOf(second.amount, first.amount, PRICE_DECIMALS);
	if (!quotient) return unknown;
	return [`${quotient.isExact ? '' : '~'}${quotient.text}`, sanitize(second.type ?? '', 20)]
		.join(' ')
		.trimEnd();
}

/** Returns the time until an order expires, at the Unix time `nowMs`: '5m 0s'. */
export function timeLeft(
	{ timestamp, timeout }: Pick<Offer, 'timestamp' | 'timeout'>,
	nowMs = Date.now(),
): string {
	if (timestamp === undefined || timeout === undefined) return unknown;
	const left = timestamp + timeout - nowMs / 1000;
	return left > 0 ? duration(left) : 'expired';
}

/** Returns the seconds until an order expires; 0 if it is expired. */
function secondsLeft({ timestamp, timeout }: Offer): number | undefined {
	if (timestamp === undefined || timeout === undefined) return undefined;
	return Math.max(0, Math.ceil(timestamp + timeout - Date.now() / 1000));
}

interface Offer {
	readonly order_number: number;
	readonly trader_id: string;
	readonly assets: AssetPair;
	readonly traded?: ExactAmount;
	readonly timestamp?: number;
	readonly timeout?: number;
}

const order = <Row extends { readonly order_number: number }>(): Column<Row> =>
	numberColumn('order', 'ORDER', 6, 0, ({ order_number }) => decimal(order_number));
const trader = <Row extends { readonly trader_id: string }>(): Column<Row> =>
	growingColumn('trader', 'TRADER', 12, ({ trader_id }) => trader_id);
const time = <Row extends { readonly timestamp?: number }>(): Column<Row> => ({
	...momentColumn('time', 'TIME', 6, ({ timestamp }) => timestamp),
	align: 'right',
});

/** `isShown` returns whether the time until an offer expires is shown. */
function offerColumns<Row extends Offer>(
	isShown: (offer: Row) => boolean = () => true,
): readonly Column<Row>[] {
	return [
		order(),
		amountColumn('price', 'PRICE', 12, 1, ({ assets }) => price(assets)),
		amountColumn('first', 'FIRST', 12, 1, ({ assets }) => asset(assets.first)),
		amountColumn('second', 'SECOND', 12, 2, ({ assets }) => asset(assets.second)),
		amountColumn('traded', 'TRADED', 10, 3, ({ traded }) => exact(traded)),
		withData(
			numberColumn('left', 'LEFT', 8, 4, (offer) => (isShown(offer) ? timeLeft(offer) : unknown)),
			(offer) => (isShown(offer) ? secondsLeft(offer) : undefined),
		),
		quantityColumn('timeout', 'VALID', 8, 7, ({ timeout }) => timeout, duration),
		time(),
		trader(),
	];
}

/** Columns of asks and bids of the order book. */
export const tickColumns: readonly Column<Tick>[] = offerColumns();

export const orderColumns: readonly Column<Order>[] = [
	...offerColumns<Order>().slice(0, 5),
	amountColumn('reserved', 'RESERVED', 10, 5, ({ reserved_quantity }) => exact(reserved_quantity)),
	textColumn('kind', 'KIND', 4, 4, ({ is_ask }) => (is_ask === undefined ? unknown : is_ask ? 'ask' : 'bid')),
	textColumn(
		'status',
		'STATUS',
		10,
		1,
		({ status, cancelled }) => status || (cancelled ? 'cancelled' : unknown),
	),
	...offerColumns<Order>(isOpenOrder).slice(5),
];

export const transactionColumns: readonly Column<Transaction>[] = [
	numberColumn('number', 'NUMBER', 6, 0, ({ transaction_number }) => decimal(transaction_number)),
	amountColumn('first', 'FIRST', 12, 2, ({ assets }) => asset(assets.first)),
	amountColumn('second', 'SECOND', 12, 3, ({ assets }) => asset(assets.second)),
	amountColumn('given', 'FIRST DONE', 12, 4, ({ transferred }) => asset(transferred.first)),
	amountColumn('got', 'SECOND DONE', 12, 5, ({ transferred }) => asset(transferred.second)),
	textColumn(
		'status',
		'STATUS',
		10,
		1,
		({ status, payment_complete }) =>
			status ?? (payment_complete === undefined ? unknown : payment_complete ? 'completed' : 'pending'),
	),
	time(),
	growingColumn('partner', 'PARTNER', 12, ({ partner_trader_id }) => textOrDash(partner_trader_id)),
];

/** A payment with its direction and its sum, if they are known. */
interface PaymentRow extends Payment {
	readonly direction?: PaymentDirection;
	/** Amount of this asset that the transaction transferred so far. */
	readonly total?: ExactAmount;
}

/** Returns the payments of a transaction as rows, the oldest first. `order`: its own order, if known. */
export function paymentRows(
	transaction: Transaction | undefined,
	payments: readonly Payment[],
	order: Order | undefined,
): readonly PaymentRow[] {
	if (!transaction) return payments;
	return paymentTimeline(transaction, payments, order).map(
		({ payment, amount, direction, total }): PaymentRow => ({
			...payment,
			...(amount ? { quantity: amount } : {}),
			...(amount && total ? { total } : {}),
			direction,
		}),
	);
}

/** Returns the amount of a payment. Releases report it as the transferred one. */
const amountOf = ({ quantity, transferred_quantity }: PaymentRow) => quantity ?? transferred_quantity;

const inAsset = (amount: ExactAmount | undefined, type: string | undefined): string =>
	amount === undefined ? unknown : asset({ amount, ...(type === undefined ? {} : { type }) });

export const paymentColumns: readonly Column<PaymentRow>[] = [
	textColumn('direction', 'DIRECTION', 9, 1, ({ direction = 'unknown' }) =>
		direction === 'unknown' ? unknown : direction,
	),
	amountColumn('amount', 'AMOUNT', 12, 0, (row) => inAsset(amountOf(row), row.quantity_type)),
	amountColumn('for', 'FOR', 12, 2, ({ price, price_type }) => inAsset(price, price_type)),
	amountColumn('cumulative', 'CUMULATIVE', 12, 3, ({ total, transferred_quantity, quantity_type }) =>
		inAsset(total ?? transferred_quantity, quantity_type),
	),
	time(),
	textColumn('from', 'FROM', 16, 7, ({ address_from }) => textOrDash(address_from)),
	textColumn('to', 'TO', 16, 8, ({ address_to }) => textOrDash(address_to)),
	growingColumn('payment', 'PAYMENT', 12, ({ payment_id }) => textOrDash(payment_id)),
];

export const blockedColumns: readonly Column<BlockedTrader>[] = [
	textColumn('trader', 'TRADER', 64, 0, ({ trader_id }) => trader_id),
	growingColumn('reason', 'REASON', 16, ({ reason }) => textOrDash(reason)),
];

/** Columns of the assets of our own service. */
export const assetColumns: readonly Column<DeclaredAsset>[] = [
	textColumn('asset', 'ASSET', 20, 0, ({ name }) => name),
	amountColumn('balance', 'BALANCE', 16, 1, ({ balance }) => exact(balance ?? undefined)),
	amountColumn('available', 'AVAILABLE', 16, 2, ({ available }) => exact(available ?? undefined)),
	amountColumn('credit', 'CREDIT', 12, 4, ({ credit }) => exact(credit)),
	amountColumn('owed', 'OWED', 12, 3, ({ owed }) => exact(owed)),
	numberColumn('precision', 'DECIMALS', 8, 5, ({ precision }) => decimal(precision)),
	textColumn('wallet', 'WALLET', 8, 6, ({ wallet }) => textOrDash(wallet)),
	growingColumn('input', 'INPUT REQUIRED', 16, ({ input_required }) =>
		input_required === null ? unknown : textOrDash(input_required.question),
	),
];
