import { type AssetNames, type Order, statusOf } from '../../basics/market/order.ts';
import { exactAmount } from '../../protocol/exact-amount.ts';
import type {
	Order as OrderResource,
	Payment,
	Tick,
	TickGroup,
	Transaction,
} from '../../protocol/resources/market.ts';

/** Resources as this market shows them: every field is known. `stringifyExact` writes them. */
export type TickFields = Required<Omit<Tick, 'block_hash'>>;
export type OrderFields = Required<OrderResource>;
export type TransactionFields = Required<Transaction>;
export type PaymentFields = Required<Payment>;

export interface TickGroupFields extends TickGroup {
	readonly ticks: TickFields[];
}

/** Returns the number of decimals of an asset. */
type PrecisionOf = (asset: string) => number;

export function tickFields(order: Order, precisionOf: PrecisionOf): TickFields {
	const { trader, number, timeoutS, timestampMs, assets, first, second, traded } = order;
	return {
		trader_id: trader,
		order_number: number,
		timeout: timeoutS,
		timestamp: timestampMs / 1000,
		assets: pairFields(assets, first, second, precisionOf),
		traded: exactAmount(traded, precisionOf(assets.first)),
	};
}

export function orderFields(order: Order, precisionOf: PrecisionOf, nowMs: number): OrderFields {
	const { isAsk, isCancelled, completedMs, reserved, assets } = order;
	return {
		...tickFields(order, precisionOf),
		is_ask: isAsk,
		reserved_quantity: exactAmount(reserved, precisionOf(assets.first)),
		completed_timestamp: completedMs === null ? null : completedMs / 1000,
		cancelled: isCancelled,
		status: statusOf(order, nowMs),
	};
}

function pairFields(assets: AssetNames, first: bigint, second: bigint, precisionOf: PrecisionOf) {
	return {
		first: { amount: exactAmount(first, precisionOf(assets.first)), type: assets.first },
		second: { amount: exactAmount(second, precisionOf(assets.second)), type: assets.second },
	};
}
