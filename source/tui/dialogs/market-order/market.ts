import type { Tick } from '../../../protocol/resources/market.ts';
import type { State } from '../../../state/core/state.ts';
import type { KnownAssets, OrderForm } from '../../../state/market/order-form.ts';

/** The displayed market, as far as a form needs it. */
export interface OrderMarket {
	readonly known: KnownAssets;
	/** Ticks of the other side of the pair in price-time order. */
	readonly opposite: readonly Tick[];
	/** The own trader; undefined if it is unknown. */
	readonly trader: string | undefined;
}

const unknownMarket: OrderMarket = {
	known: { declared: undefined, listed: [] },
	opposite: [],
	trader: undefined,
};

/** Returns the market for a form. */
export function orderMarketOf(_state: State, _form: OrderForm): OrderMarket {
	return unknownMarket;
}
