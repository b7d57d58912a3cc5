import { findMatches } from '../../basics/market/find-matches.ts';
import {
	createOrder,
	keyOf,
	MAX_TIMEOUT_S,
	type Order,
	remaining,
	type Terms,
} from '../../basics/market/order.ts';
import { comparePrices } from '../../basics/market/price.ts';
import type { BookRow, MatchRow, PairRow } from '../../columns/market-book.ts';
import {
	addAmounts,
	type ExactAmount,
	exactAmount,
	NO_AMOUNT,
	unitsOf,
} from '../../protocol/exact-amount.ts';
import type { Order as OwnOrder, Tick, TickGroup } from '../../protocol/resources/market.ts';
import { OrderBook } from '../../service/market/matching/order-book.ts';

/**
 * Books of a service, computed by the matching of our own service. The smallest unit of an asset is that of its most
 * precise amount in the book, or of its declared precision. Only our own service declares precisions.
 */

/** Asks and bids of a service. */
interface Ticks {
	readonly asks: readonly TickGroup[];
	readonly bids: readonly TickGroup[];
}

/** Numbers of decimals of both assets. */
interface Scale {
	readonly first: number;
	readonly second: number;
}

/** Numbers of decimals by the name of an asset. */
type Precisions = ReadonlyMap<string, number>;

interface PairBook {
	readonly book: OrderBook;
	readonly scale: Scale;
}

/** An offer that is not sent. */
export interface Draft {
	readonly isAsk: boolean;
	readonly firstType: string;
	readonly secondType: string;
	readonly firstAmount: ExactAmount;
	readonly secondAmount: ExactAmount;
}

/** Returns the pairs of assets, sorted by name. */
export function pairRows({ asks, bids }: Ticks): readonly PairRow[] {
	const pairs = new Map<string, { readonly asks: TickGroup[]; readonly bids: TickGroup[] }>();
	for (const side of ['asks', 'bids'] as const)
		for (const group of { asks, bids }[side]) {
			const key = JSON.stringify([group.asset1, group.asset2]);
			const pair = pairs.get(key) ?? { asks: [], bids: [] };
			pair[side].push(group);
			pairs.set(key, pair);
		}
	return [...pairs]
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.flatMap(([, pair]) => {
			const [any] = [...pair.asks, ...pair.bids];
			return any ? pairRow(any.asset1, any.asset2, pairBook(pair, any.asset1, any.asset2)) : [];
		});
}

function pairRow(asset1: string, asset2: string, { book, scale }: PairBook): PairRow {
	const side = (isAsk: boolean) => {
		const orders = [...book.side(isAsk)];
		const [best] = orders;
		return {
			best: best
				? { first: exactAmount(best.first, scale.first), second: exactAmount(best.second, scale.second) }
				: null,
			quantity: exactAmount(quantityOf(orders), scale.first),
		};
	};
	const [ask, bid] = [side(true), side(false)];
	return {
		asset1,
		asset2,
		ask: ask.best,
		bid: bid.best,
		ask_quantity: ask.quantity,
		bid_quantity: bid.quantity,
		asks: book.asks.size,
		bids: book.bids.size,
	};
}

/**
 * Returns at most `depth` price levels of each side: asks above bids, the best prices in the middle. The reserved
 * quantities of other traders are unknown.
 */
export function bookRows(
	ticks: Ticks,
	asset1: string,
	asset2: string,
	depth: number,
	ownOrders: readonly OwnOrder[] = [],
): readonly BookRow[] {
	const { book, scale } = pairBook(ticks, asset1, asset2);
	const reserved = new Map(
		ownOrders.map(({ trader_id: trader, order_number: number, reserved_quantity }) => [
			keyOf({ trader, number }),
			reserved_quantity ?? NO_AMOUNT,
		]),
	);
	const rows = (side: 'ask' | 'bid') => {
		let cumulative = 0n;
		return levelsOf(book.side(side === 'ask'), depth).map((orders): BookRow => {
			const quantity = quantityOf(orders);
			cumulative += quantity;
			return {
				side,
				asset1,
				asset2,
				first: exactAmount(orders[0].first, scale.first),
				second: exactAmount(orders[0].second, scale.second),
				quantity: exactAmount(quantity, scale.first),
				cumulative: exactAmount(cumulative, scale.first),
				reserved: orders.reduce(
					(sum, order) => addAmounts(sum, reserved.get(keyOf(order)) ?? NO_AMOUNT),
					NO_AMOUNT,
				),
				orders: orders.length,
			};
		});
	};
	return [...rows('ask').reverse(), ...rows('bid')];
}

/** Returns the orders of the best `limit` prices, best first. */
function levelsOf(side: Iterable<Order>, limit: number): readonly (readonly [Order, ...Order[]])[] {
	const levels: [Order, ...Order[]][] = [];
	for (const order of side) {
		const level = levels.at(-1);
		if (level && comparePrices(level[0], order) === 0) level.push(order);
		else if (levels.length === limit) break;
		else levels.push([order]);
	}
	return levels;
}

/** Quantity that is not traded. */
function quantityOf(orders: readonly Order[]): bigint {
	return orders.reduce((sum, order) => sum + remaining(order), 0n);
}

/** The trades that an offer would make at once, and the quantity that stays in the book. */
interface DraftMatches {
	readonly matches: readonly MatchRow[];
	readonly rest: ExactAmount;
}

/** Returns the trades of an offer of `trader`, whose own orders do not match. */
export function matchesOf(
	draft: Draft,
	ticks: Ticks,
	trader: string,
	nowMs: number,
	declared: Precisions,
): DraftMatches {
	const { firstType: asset1, secondType: asset2, firstAmount, secondAmount, isAsk } = draft;
	const { book, scale } = pairBook(ticks, asset1, asset2, {
		first: Math.max(firstAmount.decimals, declared.get(asset1) ?? 0),
		second: Math.max(secondAmount.decimals, declared.get(asset2) ?? 0),
	});
	const order = createOrder({
		trader,
		number: 0,
		isAsk,
		assets: { first: asset1, second: asset2 },
		first: unitsOf(firstAmount, scale.first),
		second: unitsOf(secondAmount, scale.second),
		timestampMs: nowMs,
		timeoutS: MAX_TIMEOUT_S,
	});
	const matches = findMatches(order, book.side(!isAsk), nowMs);
	const matched = matches.reduce((sum, { quantity }) => sum + quantity, 0n);
	return {
		matches: matches.map(({ partner, quantity, payment }) => ({
			trader_id: partner.trader,
			order_number: partner.number,
			quantity: exactAmount(quantity, scale.first),
			payment: exactAmount(payment, scale.second),
			asset1,
			asset2,
		})),
		rest: exactAmount(order.first - matched, scale.first),
	};
}

function pairBook(
	{ asks, bids }: Ticks,
	asset1: string,
	asset2: string,
	least: Scale = { first: 0, second: 0 },
): PairBook {
	const of = (groups: readonly TickGroup[]) =>
		groups
			.filter((group) => group.asset1 === asset1 && group.asset2 === asset2)
			.flatMap(({ ticks }) => ticks);
	const sides = [
		{ isAsk: true, ticks: of(asks) },
		{ isAsk: false, ticks: of(bids) },
	];
	const all = sides.flatMap(({ ticks }) => ticks);
	const scale = {
		first: mostDecimals(
			all.flatMap(({ assets, traded }) => [assets.first.amount, traded]),
			least.first,
		),
		second: mostDecimals(
			all.map(({ assets }) => assets.second.amount),
			least.second,
		),
	};
	const book = new OrderBook({ first: asset1, second: asset2 });
	for (const { isAsk, ticks } of sides)
		for (const tick of ticks) {
			const order = orderOf(tick, isAsk, scale);
			if (order) book.add(order);
		}
	return { book, scale };
}

const mostDecimals = (amounts: readonly (ExactAmount | undefined)[], least: number): number =>
	amounts.reduce((most, amount) => Math.max(most, amount?.decimals ?? 0), least);

/** Returns a tick as an order. Undefined if an amount is unknown or not positive, or nothing is left. */
function orderOf(tick: Tick, isAsk: boolean, scale: Scale): Order | undefined {
	const { first, second } = tick.assets;
	if (!first.amount || !second.amount || first.amount.digits <= 0n || second.amount.digits <= 0n)
		return undefined;
	const terms: Terms = {
		trader: tick.trader_id,
		number: tick.order_number,
		isAsk,
		assets: { first: first.type ?? '', second: second.type ?? '' },
		first: unitsOf(first.amount, scale.first),
		second: unitsOf(second.amount, scale.second),
		timestampMs: (tick.timestamp ?? 0) * 1000,
		// Without a time, the service decides whether it is open.
		timeoutS:
			tick.timestamp === undefined ? Number.POSITIVE_INFINITY : (tick.timeout ?? Number.POSITIVE_INFINITY),
	};
	const order = createOrder(terms, {
		traded: tick.traded && tick.traded.digits > 0n ? unitsOf(tick.traded, scale.first) : 0n,
	});
	return remaining(order) > 0n ? order : undefined;
}
