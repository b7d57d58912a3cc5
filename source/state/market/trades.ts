import { type ExactAmount, equalAmounts } from '../../protocol/exact-amount.ts';
import type { BookPrice, BookTick } from './book-tick.ts';
import type { Execution } from './side-book.ts';

/** A trade of two traders, as far as it is known. */
export interface Trade {
	/** Key of its pair. */
	readonly pair: string;
	readonly price: BookPrice;
	readonly quantity: ExactAmount;
	/** Unix ms. */
	readonly at: number;
	/** The tick that showed it, until the tick of the partner shows it too. */
	readonly half: { readonly tick: BookTick; readonly isAsk: boolean } | undefined;
	readonly isOwn: boolean;
}

/** Maximum number of remembered trades of all pairs. */
const MAX_TRADES = 500;
/** Both ticks of a trade change within this time, ms. */
const MAX_HALVES_MS = 10_000;

/**
 * Records an execution of a tick. Each trade executes an ask and a bid, so the second one completes the first. The
 * older order sets the price. `at`: Unix ms.
 */
export function recordExecution(
	trades: readonly Trade[],
	{ tick, isAsk, quantity }: Execution,
	at: number,
): readonly Trade[] {
	const { price, pair } = tick;
	if (!price) return trades;
	const index = trades.findLastIndex(
		(trade) =>
			trade.half !== undefined &&
			trade.half.isAsk !== isAsk &&
			trade.pair === pair &&
			at - trade.at <= MAX_HALVES_MS &&
			equalAmounts(trade.quantity, quantity),
	);
	const other = trades[index];
	if (other?.half) {
		const isOlder = (tick.tick.timestamp ?? 0) < (other.half.tick.tick.timestamp ?? 0);
		return trades.with(index, { ...other, price: isOlder ? price : other.price, half: undefined });
	}
	const trade: Trade = { pair, price, quantity, at, half: { tick, isAsk }, isOwn: false };
	return [...trades, trade].slice(-MAX_TRADES);
}
