import Type from 'typebox';
import { Amount } from '../amount.ts';

/**
 * An amount of an asset: {amount: 10, type: 'BTC'}. In this file an absent field is unknown, because the service
 * omitted it.
 */
export const Asset = Type.Object({
	amount: Type.Optional(Amount()),
	type: Type.Optional(Type.String()),
});
export type Asset = Type.Static<typeof Asset>;

export const AssetPair = Type.Object({ first: Asset, second: Asset });
export type AssetPair = Type.Static<typeof AssetPair>;

/** An ask or a bid in the order book (interface, part 2). */
export const Tick = Type.Object({
	trader_id: Type.String(),
	order_number: Type.Integer(),
	/** Validity, s. */
	timeout: Type.Optional(Type.Integer()),
	/** Unix time, s. */
	timestamp: Type.Optional(Type.Number()),
	assets: AssetPair,
	traded: Type.Optional(Amount()),
	block_hash: Type.Optional(Type.String()),
});
export type Tick = Type.Static<typeof Tick>;

/** Returns the key of a tick in `removed` of a list. */
export function tickKey({ trader_id, order_number }: Pick<Tick, 'trader_id' | 'order_number'>): string {
	return `${trader_id}.${order_number}`;
}

/** The ticks of one pair of assets. */
export const TickGroup = Type.Object({
	asset1: Type.String(),
	asset2: Type.String(),
	ticks: Type.Array(Tick),
});
export type TickGroup = Type.Static<typeof TickGroup>;

export const Order = Type.Object({
	trader_id: Type.String(),
	order_number: Type.Integer(),
	timestamp: Type.Optional(Type.Number()),
	completed_timestamp: Type.Union([Type.Number(), Type.Null()], { default: null }),
	timeout: Type.Optional(Type.Integer()),
	is_ask: Type.Optional(Type.Boolean()),
	assets: AssetPair,
	traded: Type.Optional(Amount()),
	reserved_quantity: Type.Optional(Amount()),
	cancelled: Type.Optional(Type.Boolean()),
	/**
	 * In the field: open, completed, expired, cancelled, unverified. Only open and unverified orders can be cancelled.
	 */
	status: Type.Optional(Type.String()),
});
export type Order = Type.Static<typeof Order>;

/** Whether an order can still be traded and cancelled. Without a status it may be. */
export function isOpenOrder({ status, cancelled }: Pick<Order, 'status' | 'cancelled'>): boolean {
	return status ? status === 'open' || status === 'unverified' : cancelled !== true;
}

export const Transaction = Type.Object({
	trader_id: Type.String(),
	order_number: Type.Integer(),
	partner_trader_id: Type.Optional(Type.String()),
	partner_order_number: Type.Optional(Type.Integer()),
	transaction_number: Type.Integer(),
	assets: AssetPair,
	transferred: AssetPair,
	timestamp: Type.Optional(Type.Number()),
	payment_complete: Type.Optional(Type.Boolean()),
	/** In the field: pending, completed, error. */
	status: Type.Optional(Type.String()),
});
export type Transaction = Type.Static<typeof Transaction>;

export const Payment = Type.Object({
	trader_id: Type.String(),
	transaction_number: Type.Integer(),
	price: Type.Optional(Amount()),
	price_type: Type.Optional(Type.String()),
	quantity: Type.Optional(Amount()),
	quantity_type: Type.Optional(Type.String()),
	transferred_quantity: Type.Optional(Amount()),
	payment_id: Type.Optional(Type.String()),
	address_from: Type.Optional(Type.String()),
	address_to: Type.Optional(Type.String()),
	timestamp: Type.Optional(Type.Number()),
	/** In the field, instead of price and quantity. */
	transferred: Type.Optional(Asset),
	success: Type.Optional(Type.Boolean()),
});
export type Payment = Type.Static<typeof Payment>;

/** Input that a wallet waits for. `question` is shown to the user. */
const InputRequest = Type.Object({
	kind: Type.Optional(Type.String()),
	question: Type.Optional(Type.String()),
});

/** An asset that the operator of our own service declares. */
export const DeclaredAsset = Type.Object({
	name: Type.String(),
	/** Maximum number of decimals of its amounts. */
	precision: Type.Integer(),
	/** Null if the wallet does not report it at the moment. */
	balance: Type.Union([Amount(), Type.Null()], { default: null }),
	/** Balance without the amounts that open orders and transactions may still pay. */
	available: Type.Union([Amount(), Type.Null()], { default: null }),
	/** Maximum amount that a partner may owe during a trade. */
	credit: Type.Optional(Amount()),
	/** Amount that partners owe the service now, and its maximum for all together. */
	owed: Type.Optional(Amount()),
	exposure: Type.Optional(Amount()),
	/** Type of the wallet: ledger, command. */
	wallet: Type.Optional(Type.String()),
	input_required: Type.Union([InputRequest, Type.Null()], { default: null }),
});
export type DeclaredAsset = Type.Static<typeof DeclaredAsset>;

/** A trader that cheated, or owes a payment. */
export const BlockedTrader = Type.Object({
	trader_id: Type.String(),
	reason: Type.Optional(Type.String()),
});
export type BlockedTrader = Type.Static<typeof BlockedTrader>;
