import type { Order } from '../../../basics/market/order.ts';
import { tickFields } from '../order-fields.ts';
import type { TradingContext } from './trading-context.ts';

type Parts = Pick<TradingContext, 'assets' | 'effects'>;

/** A new tick, or one whose traded quantity changed. */
export function emitTick({ assets, effects }: Parts, order: Order): void {
	effects.event(order.isAsk ? 'market_ask' : 'market_bid', tickFields(order, assets.precisionOf));
}

export function emitTimeout({ assets, effects }: Parts, order: Order): void {
	const name = order.isAsk ? 'market_ask_timeout' : 'market_bid_timeout';
	effects.event(name, tickFields(order, assets.precisionOf));
}

/** A tick that left the book before its expiry and is not completed. */
export function emitRemoved({ effects }: Parts, { trader, number }: Pick<Order, 'trader' | 'number'>): void {
	effects.event('market_tick_removed', { trader_id: trader, order_number: number });
}
