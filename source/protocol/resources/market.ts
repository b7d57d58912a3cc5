import Type from 'typebox';

/** An amount of an asset: {amount: 10, type: 'BTC'}. */
export const Asset = Type.Object({ amount: Type.Number({ default: 0 }), type: Type.String({ default: '' }) });
export type Asset = Type.Static<typeof Asset>;

export const AssetPair = Type.Object({ first: Asset, second: Asset });
export type AssetPair = Type.Static<typeof AssetPair>;

/** An ask or a bid in the order book (interface, part 2). */
export const Tick = Type.Object({
	trader_id: Type.String(),
	order_number: Type.Integer(),
	/** Seconds that it is valid for. */
	timeout: Type.Integer({ default: 0 }),
	/** Seconds since 1970. */
	timestamp: Type.Number({ default: 0 }),
	assets: AssetPair,
	traded: Type.Number({ default: 0 }),
	block_hash: Type.Optional(Type.String()),
});
export type Tick = Type.Static<typeof Tick>;

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
	timestamp: Type.Number({ default: 0 }),
	completed_timestamp: Type.Union([Type.Number(), Type.Null()], { default: null }),
	timeout: Type.Integer({ default: 0 }),
	is_ask: Type.Boolean(),
	assets: AssetPair,
	traded: Type.Number({ default: 0 }),
	reserved_quantity: Type.Number({ default: 0 }),
	cancelled: Type.Boolean({ default: false }),
	/** In the field: open, completed, expired, cancelled, unverified. Only open and unverified ones can be cancelled. */
	status: Type.String({ default: '' }),
});
export type Order = Type.Static<typeof Order>;

export const Transaction = Type.Object({
	trader_id: Type.String(),
	order_number: Type.Integer(),
	partner_trader_id: Type.String({ default: '' }),
	partner_order_number: Type.Integer({ default: 0 }),
	transaction_number: Type.Integer(),
	assets: AssetPair,
	transferred: AssetPair,
	timestamp: Type.Number({ default: 0 }),
	payment_complete: Type.Boolean({ default: false }),
	/** In the field: pending, completed, error. */
	status: Type.Optional(Type.String()),
});
export type Transaction = Type.Static<typeof Transaction>;

export const Payment = Type.Object({
	trader_id: Type.String(),
	transaction_number: Type.Integer(),
	price: Type.Number({ default: 0 }),
	price_type: Type.String({ default: '' }),
	quantity: Type.Number({ default: 0 }),
	quantity_type: Type.String({ default: '' }),
	transferred_quantity: Type.Number({ default: 0 }),
	payment_id: Type.String({ default: '' }),
	address_from: Type.String({ default: '' }),
	address_to: Type.String({ default: '' }),
	timestamp: Type.Number({ default: 0 }),
	/** In the field, with `transferred` in place of price and quantity. */
	success: Type.Optional(Type.Boolean()),
});
export type Payment = Type.Static<typeof Payment>;
