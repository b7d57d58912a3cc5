import { Float } from '../python-json.ts';

const trader = 'f'.repeat(40);
const partner = 'e'.repeat(40);

interface Assets {
	readonly first: { readonly amount: number; readonly type: string };
	readonly second: { readonly amount: number; readonly type: string };
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

export function createOrders(): ForeignOrder[] {
	const assets = { first: { amount: 10, type: 'BTC' }, second: { amount: 2_000_000_000, type: 'MB' } };
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
	assets: { first: { amount: 10, type: 'BTC' }, second: { amount: 2_000_000_000, type: 'MB' } },
	transferred: { first: { amount: 4, type: 'BTC' }, second: { amount: 800_000_000, type: 'MB' } },
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
		price: 0.5,
		price_type: 'BTC',
		quantity: 10,
		quantity_type: 'MB',
		transferred_quantity: 4,
	},
	/** The form of releases. */
	transferred: { ...paid, transferred: { amount: 4, type: 'MB' }, success: true },
} as const;
