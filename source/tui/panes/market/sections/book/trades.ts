import { equalAmounts } from '../../../../../protocol/exact-amount.ts';
import type { Transaction } from '../../../../../protocol/resources/market.ts';
import type { State } from '../../../../../state/core/state.ts';
import { bookPrice, compareBookPrices, isPositive, pairKey } from '../../../../../state/market/book-tick.ts';
import type { MarketSlice } from '../../../../../state/market/market.ts';
import type { OwnRow } from '../../../../../state/market/own-rows.ts';
import type { Trade } from '../../../../../state/market/trades.ts';
import { memoize } from '../../../../components/memoize.ts';

/** Time between a trade in the book and the own transaction of the same trade, ms. */
const MAX_DISTANCE_MS = 60_000;

/** A trade with the direction of its price. */
export interface ShownTrade extends Trade {
	/** Compared with the last other price before it; undefined if there is none. */
	readonly direction: 'up' | 'down' | undefined;
}

interface Given {
	readonly trades: MarketSlice['trades'];
	readonly transactions: readonly OwnRow<Transaction>[];
	readonly pair: string;
}

/** Returns the trades of a pair, the newest first: those that the book showed, and the user's own transactions. */
export function tradesOf(
	{ market: { trades, transactions } }: Pick<State, 'market'>,
	pair: string,
): readonly ShownTrade[] {
	return known({ trades, transactions: transactions.list, pair });
}

const known = memoize(({ trades, transactions, pair }: Given): readonly ShownTrade[] => {
	const seen = trades.filter((trade) => trade.pair === pair);
	for (const { item } of transactions) {
		const own = ownTrade(item);
		if (own?.pair !== pair) continue;
		const same = seen.findIndex(
			(trade) =>
				!trade.isOwn &&
				equalAmounts(trade.quantity, own.quantity) &&
				Math.abs(trade.at - own.at) < MAX_DISTANCE_MS,
		);
		if (same >= 0) seen[same] = own;
		else seen.push(own);
	}
	return withDirections(seen.sort((a, b) => a.at - b.at)).reverse();
});

/** Compares each price with the one before. `trades`: the oldest first. */
function withDirections(trades: readonly Trade[]): ShownTrade[] {
	const shown: ShownTrade[] = [];
	for (const trade of trades) {
		const before = shown.at(-1);
		const change = before ? compareBookPrices(trade.price, before.price) : 0;
		const direction = change === 0 ? before?.direction : change > 0 ? 'up' : 'down';
		shown.push(shownTrade(trade, direction));
	}
	return shown;
}

const knownTrades = new WeakMap<Trade, ShownTrade>();

/** Returns a trade with its direction, the same object as before. Each event adds one trade to hundreds. */
function shownTrade(trade: Trade, direction: ShownTrade['direction']): ShownTrade {
	const before = knownTrades.get(trade);
	if (before && before.direction === direction) return before;
	const shown = { ...trade, direction };
	knownTrades.set(trade, shown);
	return shown;
}

function ownTrade({ assets: { first, second }, timestamp = 0, status }: Transaction): Trade | undefined {
	const [quantity, payment] = [first.amount, second.amount];
	if (!isPositive(quantity) || !isPositive(payment) || status === 'error') return undefined;
	return {
		pair: pairKey(first.type ?? '', second.type ?? ''),
		price: bookPrice(quantity, payment),
		quantity,
		at: timestamp * 1_000,
		half: undefined,
		isOwn: true,
	};
}
