import type { ExactAmount } from '../../protocol/exact-amount.ts';
import { type AssetNames, type Order, type OrderStatus, statusOf } from '../../shared/market/order.ts';
import { amountNumber } from './amount-number.ts';

/** Orders as the interface shows them (part 2). `stringifyExact` writes them. Times are Unix times, s. */

interface AssetFields {
	readonly amount: ExactAmount;
	readonly type: string;
}

export interface TickFields {
	readonly trader_id: string;
	readonly order_number: number;
	/** Validity, s. */
	readonly timeout: number;
	readonly timestamp: number;
	readonly assets: { readonly first: AssetFields; readonly second: AssetFields };
	/** In the first asset. */
	readonly traded: ExactAmount;
}

export interface OrderFields extends TickFields {
	readonly is_ask: boolean;
	/** In the first asset. */
	readonly reserved_quantity: ExactAmount;
	readonly completed_timestamp: number | null;
	readonly cancelled: boolean;
	readonly status: OrderStatus;
}

export interface TickGroupFields {
	readonly asset1: string;
	readonly asset2: string;
	readonly ticks: readonly TickFields[];
}

/** Returns the number of decimals of an asset. */
export type PrecisionOf = (asset: string) => number;

export function tickFields(order: Order, precisionOf: PrecisionOf): TickFields {
	const { trader, number, timeoutS, timestampMs, assets, first, second, traded } = order;
	return {
		trader_id: trader,
		order_number: number,
		timeout: timeoutS,
		timestamp: timestampMs / 1000,
		assets: pairFields(assets, first, second, precisionOf),
		traded: amountNumber(traded, precisionOf(assets.first)),
	};
}

export function orderFields(order: Order, precisionOf: PrecisionOf, nowMs: number): OrderFields {
	const { isAsk, isCancelled, completedMs, reserved, assets } = order;
	return {
		...tickFields(order, precisionOf),
		is_ask: isAsk,
		reserved_quantity: amountNumber(reserved, precisionOf(assets.first)),
		completed_timestamp: completedMs === null ? null : completedMs / 1000,
		cancelled: isCancelled,
		status: statusOf(order, nowMs),
	};
}

function pairFields(assets: AssetNames, first: bigint, second: bigint, precisionOf: PrecisionOf) {
	return {
		first: { amount: amountNumber(first, precisionOf(assets.first)), type: assets.first },
		second: { amount: amountNumber(second, precisionOf(assets.second)), type: assets.second },
	};
}
