import type { Tick } from '../../../../../protocol/resources/market.ts';
import type { State } from '../../../../../state/core/state.ts';
import { ownTrader } from '../../../../../state/events/market-news.ts';
import { pairKey } from '../../../../../state/market/book-tick.ts';
import type { KnownAssets } from '../../../../../state/market/known-assets.ts';
import type { MarketSlice } from '../../../../../state/market/market.ts';
import { type OrderForm, orderFieldText } from '../../../../../state/market/order-form.ts';
import type { SideBook } from '../../../../../state/market/side-book.ts';
import { memoize } from '../../../../components/memoize.ts';

/** The displayed market, as far as a form needs it. */
interface OrderMarket {
	readonly known: KnownAssets;
	/** Ticks of the other side of the pair in price-time order. */
	readonly opposite: readonly Tick[];
	/** The own trader; undefined if it is unknown. */
	readonly trader: string | undefined;
}

/** Returns the market for a form. */
export function orderMarketOf({ market }: Pick<State, 'market'>, form: OrderForm): OrderMarket {
	const [first, second] = [orderFieldText(form, 'first-asset'), orderFieldText(form, 'second-asset')];
	const side = form.isAsk ? market.bids : market.asks;
	return {
		known: knownAssets({ assets: market.assets, pairs: market.pairs }),
		opposite: ticksOf({ book: side.books.get(pairKey(first.trim(), second.trim())) }),
		trader: ownTrader(market),
	};
}

const knownAssets = memoize(({ assets, pairs }: Pick<MarketSlice, 'assets' | 'pairs'>): KnownAssets => {
	const declared = assets.list.map(({ item: { name, precision, available, balance } }) => ({
		name,
		precision,
		available: available ?? undefined,
		balance: balance ?? undefined,
	}));
	return {
		// Services in the field do not report their assets.
		declared: assets.at === undefined ? undefined : declared,
		listed: pairs.flatMap(({ first, second }) => [first, second]).filter((name) => name !== ''),
	};
});

const ticksOf = memoize(({ book }: { readonly book: SideBook | undefined }): readonly Tick[] =>
	book ? book.levels.flatMap(({ ticks }) => ticks.map(({ tick }) => tick)) : [],
);
