import { areSame, compareKeys } from '../../basics/lists.ts';
import { type ExactAmount, NO_AMOUNT } from '../../protocol/exact-amount.ts';
import type { DeclaredAsset, Order, Tick, TickGroup, Transaction } from '../../protocol/resources/market.ts';
import type { Failure } from '../connection/connection.ts';
import { notSampled, type Sampled } from '../connection/sampled.ts';
import { type BookPrice, type BookTick, bookTickOf, pairKey, pairNames } from './book-tick.ts';
import { noOwnRows, type OwnRows } from './own-rows.ts';
import { type Execution, emptyBook, makeBook, putTick, removeTick, type SideBook } from './side-book.ts';
import { recordExecution, type Trade } from './trades.ts';

/** The side of the book. */
type Side = 'asks' | 'bids';
const bothSides: readonly Side[] = ['asks', 'bids'];

/** An event about one tick. Answers to requests from before it do not show it. */
export type TickEvent =
	| { readonly type: 'put'; readonly side: Side; readonly tick: Tick }
	| {
			readonly type: 'removed';
			/** Undefined if the event does not report it. */
			readonly side: Side | undefined;
			readonly order: Pick<Tick, 'trader_id' | 'order_number'>;
	  };

/** All asks, or all bids. */
interface SideSlice extends Sampled {
	/** By pair. */
	readonly books: ReadonlyMap<string, SideBook>;
	/** Events since the last request, applied again to its answer. Times are Unix ms. */
	readonly recent: readonly { readonly at: number; readonly event: TickEvent }[];
}

/** A pair of assets with its best prices. Names are untrusted. */
export interface PairRow {
	readonly key: string;
	readonly first: string;
	readonly second: string;
	readonly ask: PairSide;
	readonly bid: PairSide;
	/** Time of the last change of a best price, Unix ms; 0 for none. */
	readonly changedAt: number;
}

export interface PairSide {
	/** Undefined without a tick. */
	readonly best: BookPrice | undefined;
	readonly volume: ExactAmount;
	readonly count: number;
	/** Time of the last change of the best price, Unix ms; 0 for none. */
	readonly changedAt: number;
}

/** The market. Times are Unix ms. */
export interface MarketSlice {
	readonly asks: SideSlice;
	readonly bids: SideSlice;
	/** In the order of their names. */
	readonly pairs: readonly PairRow[];
	/** The newest last. */
	readonly trades: readonly Trade[];
	readonly orders: OwnRows<Order>;
	readonly transactions: OwnRows<Transaction>;
	/** Assets of our own service. */
	readonly assets: OwnRows<DeclaredAsset>;
	/** Time of the last event about a tick; 0 for none. */
	readonly eventAt: number;
}

const noSide: SideSlice = { ...notSampled, books: new Map(), recent: [] };

export const initialMarket: MarketSlice = {
	asks: noSide,
	bids: noSide,
	pairs: [],
	trades: [],
	orders: noOwnRows,
	transactions: noOwnRows,
	assets: noOwnRows,
	eventAt: 0,
};

/** Maximum number of remembered events. An answer that takes longer is corrected by the next one. */
const MAX_RECENT = 10_000;

/** Maximum time between two answers, ms. After a longer time, changes are neither marked nor recorded as trades. */
const MAX_GAP_MS = 60_000;

/**
 * Takes all ticks of a side. Events that arrived after the request was sent are applied again, because the answer may
 * be older than they are. `at`: arrival of the answer. `sentAt`: time of the request.
 */
export function takeTicks(
	market: MarketSlice,
	side: Side,
	groups: readonly TickGroup[],
	at: number,
	sentAt: number,
): MarketSlice {
	const before = market[side];
	const isFirst = before.at === undefined || at - before.at > MAX_GAP_MS;
	const books = new Map<string, SideBook>();
	const executions: Execution[] = [];
	for (const [key, ticks] of ticksByPair(groups)) {
		const known = isFirst ? undefined : (before.books.get(key) ?? emptyBook(side === 'asks'));
		const change = makeBook(side === 'asks', ticks, known, at);
		books.set(key, change.book);
		executions.push(...change.executions);
	}
	const recent = before.recent.filter((event) => event.at >= sentAt);
	const answered = withExecutions(
		{ ...market, [side]: { at, failure: undefined, books, recent } },
		executions,
		at,
	);
	// An event without a side is applied to this side alone: the other one is newer. Its trades are known.
	const current = {
		...recent.reduce((now, { event, at: eventAt }) => applied(now, { ...event, side }, eventAt), answered),
		trades: answered.trades,
	};
	return withPairs(current, new Set([...before.books.keys(), ...current[side].books.keys()]), at);
}

/** Returns the ticks of each pair. Its names are those of the ticks, because events have no others. */
function ticksByPair(groups: readonly TickGroup[]): ReadonlyMap<string, readonly BookTick[]> {
	const pairs = new Map<string, BookTick[]>();
	for (const { asset1, asset2, ticks } of groups) {
		const ofGroup = pairKey(asset1, asset2);
		if (!pairs.has(ofGroup)) pairs.set(ofGroup, []);
		for (const each of ticks) {
			const tick = bookTickOf(each);
			const list = pairs.get(tick.pair);
			if (list) list.push(tick);
			else pairs.set(tick.pair, [tick]);
		}
	}
	return pairs;
}

/** Takes an event about a tick. Nothing happens before the first answer, which will show it. */
export function takeTickEvent(market: MarketSlice, event: TickEvent, at: number): MarketSlice {
	const sides = bothSides.filter((side) => (event.side ?? side) === side && market[side].at !== undefined);
	if (sides.length === 0) return market;
	let next: MarketSlice = { ...market, eventAt: at };
	for (const side of sides) {
		const known = next[side].recent;
		const recent = [...(known.length < MAX_RECENT ? known : known.slice(1)), { at, event }];
		next = { ...next, [side]: { ...next[side], recent } };
	}
	const after = applied(next, event, at);
	return withPairs(after, changedPairs(next, after), at);
}

/** Returns the market with the effect of an event on the books. */
function applied(market: MarketSlice, event: TickEvent, at: number): MarketSlice {
	if (event.type === 'removed') {
		const sides = event.side ? [event.side] : bothSides;
		return sides.reduce<MarketSlice>((now, side) => withoutOrder(now, side, event.order, at), market);
	}
	const tick = bookTickOf(event.tick);
	const key = tick.pair;
	const before = market[event.side].books.get(key) ?? emptyBook(event.side === 'asks');
	const { book, executions } = putTick(before, tick, at);
	const next = book === before ? market : withBook(market, event.side, key, book);
	return withExecutions(next, executions, at);
}

function withoutOrder(
	market: MarketSlice,
	side: Side,
	order: Pick<Tick, 'trader_id' | 'order_number'>,
	at: number,
): MarketSlice {
	for (const [key, book] of market[side].books) {
		const next = removeTick(book, order, at);
		if (next !== book) return withBook(market, side, key, next);
	}
	return market;
}

function withBook(market: MarketSlice, side: Side, key: string, book: SideBook): MarketSlice {
	const books = new Map(market[side].books);
	books.set(key, book);
	return { ...market, [side]: { ...market[side], books } };
}

function withExecutions(market: MarketSlice, executions: readonly Execution[], at: number): MarketSlice {
	if (executions.length === 0) return market;
	const trades = executions.reduce(
		(known, execution) => recordExecution(known, execution, at),
		market.trades,
	);
	return { ...market, trades };
}

/** Returns the keys of pairs whose books differ. */
function changedPairs(before: MarketSlice, after: MarketSlice): ReadonlySet<string> {
	const changed = new Set<string>();
	for (const side of bothSides) {
		if (before[side].books === after[side].books) continue;
		for (const [key, book] of after[side].books) if (before[side].books.get(key) !== book) changed.add(key);
	}
	return changed;
}

/** Returns the market with new rows of the given pairs. Unchanged rows stay the same objects. */
function withPairs(market: MarketSlice, changed: ReadonlySet<string>, at: number): MarketSlice {
	if (changed.size === 0) return market;
	const left = new Set(changed);
	const rowOf = (key: string, before: PairRow | undefined): readonly PairRow[] => {
		const [asks, bids] = [market.asks.books.get(key), market.bids.books.get(key)];
		return asks || bids ? [pairRow(key, asks, bids, before, at)] : [];
	};
	const known = market.pairs.flatMap((pair) => (left.delete(pair.key) ? rowOf(pair.key, pair) : [pair]));
	const added = [...left].flatMap((key) => rowOf(key, undefined));
	const pairs = added.length === 0 ? known : [...known, ...added].sort(comparePairs);
	return areSame(pairs, market.pairs) ? market : { ...market, pairs };
}

function comparePairs(a: PairRow, b: PairRow): number {
	return compareKeys(a.first, b.first) || compareKeys(a.second, b.second);
}

function pairRow(
	key: string,
	asks: SideBook | undefined,
	bids: SideBook | undefined,
	before: PairRow | undefined,
	at: number,
): PairRow {
	const ask = pairSide(asks, before?.ask, at);
	const bid = pairSide(bids, before?.bid, at);
	if (before && ask === before.ask && bid === before.bid) return before;
	const [first, second] = pairNames(key);
	return { key, first, second, ask, bid, changedAt: Math.max(ask.changedAt, bid.changedAt) };
}

function pairSide(book: SideBook | undefined, before: PairSide | undefined, at: number): PairSide {
	const best = book?.levels[0]?.price;
	const { volume = NO_AMOUNT, count = 0 } = book ?? {};
	const isSamePrice = priceId(best) === priceId(before?.best);
	if (before && isSamePrice && before.count === count && before.volume.text === volume.text) return before;
	const isFirst = before === undefined || book?.levels[0]?.changedAt === 0;
	return { best, volume, count, changedAt: isSamePrice ? (before?.changedAt ?? 0) : isFirst ? 0 : at };
}

const priceId = (price: BookPrice | undefined): string =>
	price ? `${price.second.text}/${price.first.text}` : '';

/** Records that the request for a side failed. */
export function failTicks(market: MarketSlice, side: Side, failure: Failure): MarketSlice {
	return { ...market, [side]: { ...market[side], failure } };
}

/** Returns the condition of the books: sampled when both sides are. */
export function booksSampled({ asks, bids }: Pick<MarketSlice, 'asks' | 'bids'>): Sampled {
	const at = asks.at === undefined || bids.at === undefined ? undefined : Math.min(asks.at, bids.at);
	return { at, failure: asks.failure ?? bids.failure };
}

/** Number of ticks from which the books are requested rarely. */
const LARGE_BOOK = 1_000;
/** Time after an event in which more are expected, ms. */
const LIVE_MS = 60_000;

/** Returns the interval of requests for the books, ms. Events make them rare. */
export function ticksInterval(
	{ asks, bids, pairs, eventAt }: MarketSlice,
	now: number,
	streams: boolean,
): number {
	if (asks.at === undefined || bids.at === undefined) return 2_000;
	const count = pairs.reduce((sum, { ask, bid }) => sum + ask.count + bid.count, 0);
	return (streams && now - eventAt < LIVE_MS) || count >= LARGE_BOOK ? 10_000 : 2_000;
}
