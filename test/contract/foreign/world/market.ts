import { Digits, Float } from '../python-json.ts';

const trader = 'f'.repeat(40);
const partner = 'e'.repeat(40);

interface Assets {
	readonly first: { readonly amount: Digits; readonly type: string };
	readonly second: { readonly amount: Digits; readonly type: string };
}

export interface ForeignOrder {
	readonly order_number: number;
	readonly is_ask: boolean;
	readonly assets: Assets;
	readonly timeout: number;
	status: string;
}

export const marketNumbers = { open: 1, completed: 2, unverified: 3, transaction: 7 } as const;
export const marketTrader = trader;

/** Amounts with more digits than a double keeps. */
export const marketAmounts = {
	first: '10.000000000000000001',
	second: '2000000000.123456789012345',
	transferredFirst: '4.000000000000000003',
	transferredSecond: '800000000.5',
	price: '0.500000000000000007',
} as const;

const assets: Assets = {
	first: { amount: new Digits(marketAmounts.first), type: 'BTC' },
	second: { amount: new Digits(marketAmounts.second), type: 'MB' },
};

export function createOrders(): ForeignOrder[] {
	return [
		{ order_number: marketNumbers.open, is_ask: true, assets, timeout: 3600, status: 'open' },
		{ order_number: marketNumbers.completed, is_ask: false, assets, timeout: 3600, status: 'completed' },
		{ order_number: marketNumbers.unverified, is_ask: true, assets, timeout: 60, status: 'unverified' },
	];
}

/** A tick of the order book in releases: with the hash of its block. */
export function tickOf(order: ForeignOrder): Readonly<Record<string, unknown>> {
	return {
		trader_id: trader,
		order_number: order.order_number,
		assets: order.assets,
		timeout: order.timeout,
		timestamp: new Float(1_795_206_986),
		traded: 0,
		block_hash: 'b'.repeat(64),
	};
}

export function orderOf(order: ForeignOrder): Readonly<Record<string, unknown>> {
	return {
		trader_id: trader,
		order_number: order.order_number,
		assets: order.assets,
		timeout: order.timeout,
		timestamp: new Float(1_795_206_986.5),
		traded: order.status === 'completed' ? order.assets.first.amount : 0,
		reserved_quantity: 0,
		completed_timestamp: order.status === 'completed' ? new Float(1_795_207_000) : null,
		is_ask: order.is_ask,
		cancelled: order.status === 'cancelled',
		status: order.status,
	};
}

export const transaction = {
	trader_id: trader,
	order_number: marketNumbers.completed,
	partner_trader_id: partner,
	partner_order_number: 4,
	transaction_number: marketNumbers.transaction,
	assets,
	transferred: {
		first: { amount: new Digits(marketAmounts.transferredFirst), type: 'BTC' },
		second: { amount: new Digits(marketAmounts.transferredSecond), type: 'MB' },
	},
	timestamp: new Float(1_795_206_999.25),
	payment_complete: false,
	status: 'pending',
} as const;

const paid = {
	trader_id: trader,
	transaction_number: marketNumbers.transaction,
	payment_id: 'p-1',
	address_from: 'from',
	address_to: 'to',
	timestamp: new Float(1_795_207_001),
};

export const payments = {
	/** The form of the interface document. */
	quantity: {
		...paid,
		price: new Digits(marketAmounts.price),
		price_type: 'BTC',
		quantity: 10,
		quantity_type: 'MB',
		transferred_quantity: new Digits(marketAmounts.transferredFirst),
	},
	/** The form of releases. */
	transferred: {
		...paid,
		transferred: { amount: new Digits(marketAmounts.transferredFirst), type: 'MB' },
		success: true,
	},
} as const;
