import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseExactAmount } from '../../../source/protocol/exact-amount.ts';
import type { Tick, TickGroup } from '../../../source/protocol/resources/market.ts';
import {
	booksSampled,
	initialMarket,
	type MarketSlice,
	takeTickEvent,
	takeTicks,
} from '../../../source/state/market/market.ts';
import type { SideBook } from '../../../source/state/market/side-book.ts';

const amount = (text: string) => parseExactAmount(text);

interface TickOptions {
	readonly number?: number;
	readonly trader?: string;
	readonly first?: string;
	readonly second?: string;
	readonly traded?: string;
	readonly types?: readonly [string, string];
	readonly timestamp?: number;
}

function tickOf({
	number = 1,
	trader = 'a',
	first = '10',
	second = '20',
	traded = '0',
	types: [one, other] = ['MB', 'BTC'],
	timestamp = 1,
}: TickOptions): Tick {
	return {
		trader_id: trader,
		order_number: number,
		timeout: 3600,
		timestamp,
		assets: { first: { amount: amount(first), type: one }, second: { amount: amount(second), type: other } },
		traded: amount(traded),
	};
}

function groupsOf(ticks: Iterable<Tick>): TickGroup[] {
	const groups = new Map<string, { asset1: string; asset2: string; ticks: Tick[] }>();
	for (const tick of ticks) {
		const [asset1, asset2] = [tick.assets.first.type ?? '', tick.assets.second.type ?? ''];
		const key = `${asset1}/${asset2}`;
		const group = groups.get(key) ?? { asset1, asset2, ticks: [] };
		groups.set(key, group);
		group.ticks.push(tick);
	}
	return [...groups.values()];
}

/** Returns all values of the books, without the times of changes. */
function shown(market: MarketSlice) {
	const side = (books: ReadonlyMap<string, SideBook>) =>
		[...books]
			.filter(([, { count }]) => count > 0)
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([key, { levels, unpriced, count, volume }]) => ({
				key,
				count,
				volume: volume.text,
				unpriced: unpriced.map((tick) => tick.key),
				levels: levels.map(({ quantity, ticks }) => ({
					quantity: quantity.text,
					ticks: ticks.map((each) => `${each.key} ${each.rest?.text}`),
				})),
			}));
	const pairs = market.pairs
		.filter(({ ask, bid }) => ask.count + bid.count > 0)
		.map(({ key, ask, bid }) => [key, ask.count, ask.volume.text, bid.count, bid.volume.text]);
	return { asks: side(market.asks.books), bids: side(market.bids.books), pairs };
}

function polled(market: MarketSlice, asks: Iterable<Tick>, bids: Iterable<Tick>, at: number, sentAt = at) {
	const withAsks = takeTicks(market, 'asks', groupsOf(asks), at, sentAt);
	return takeTicks(withAsks, 'bids', groupsOf(bids), at, sentAt);
}

const operation = fc.record({
	isAsk: fc.boolean(),
	kind: fc.constantFrom('put', 'put', 'put', 'trade', 'remove'),
	number: fc.integer({ min: 1, max: 12 }),
	trader: fc.constantFrom('a', 'b'),
	first: fc.constantFrom('10', '1', '0.3', '2.50', '0.000000000000000001'),
	second: fc.constantFrom('20', '2', '0.6', '0.1', '1e3', '0', '3'),
	traded: fc.constantFrom('0', '0.1', '0.3', '1'),
	pair: fc.constantFrom<[string, string]>(['MB', 'BTC'], ['BTC', 'MB']),
	timestamp: fc.integer({ min: 1, max: 3 }),
});
type Operation = typeof operation extends fc.Arbitrary<infer One> ? One : never;

/** A service with a book. It reports each change by an event. */
class Service {
	readonly asks = new Map<string, Tick>();
	readonly bids = new Map<string, Tick>();

	apply({ isAsk, kind, number, trader, first, second, traded, pair, timestamp }: Operation) {
		const side = isAsk ? 'asks' : 'bids';
		const key = `${trader} ${number}`;
		const known = this[side].get(key);
		if (kind === 'remove') {
			this[side].delete(key);
			return {
				type: 'removed',
				side: undefined,
				order: { trader_id: trader, order_number: number },
				isAsk,
			} as const;
		}
		// An order keeps its amounts.
		const tick =
			kind === 'trade' && known
				? { ...known, traded: amount(traded) }
				: (known ??
					tickOf({ number: isAsk ? number : number + 100, trader, first, second, types: pair, timestamp }));
		const [total, done] = [tick.assets.first.amount, tick.traded];
		if (total && done && done.decimals === total.decimals && done.digits >= total.digits)
			this[side].delete(key);
		else this[side].set(key, tick);
		return { type: 'put', side, tick } as const;
	}
}

test('books after events and answers in any order equal books made of the last answer', () => {
	fc.assert(
		fc.property(
			fc.array(fc.record({ operation, answers: fc.constantFrom(0, 0, 0, 1, 2) }), { maxLength: 80 }),
			(steps) => {
				const service = new Service();
				let market = polled(initialMarket, [], [], 1);
				let at = 2;
				for (const { operation: one, answers } of steps) {
					/** The answer of a request from before the event arrives after it. */
					const old = { asks: [...service.asks.values()], bids: [...service.bids.values()], sentAt: at };
					at++;
					const event = service.apply(one);
					const order =
						event.type === 'removed'
							? { trader_id: one.trader, order_number: one.isAsk ? one.number : one.number + 100 }
							: undefined;
					market = takeTickEvent(
						market,
						order ? { type: 'removed', side: undefined, order } : (event as never),
						at,
					);
					if (answers > 0) market = polled(market, old.asks, old.bids, ++at, old.sentAt);
					if (answers > 1) market = polled(market, service.asks.values(), service.bids.values(), ++at, at);
					const rebuilt = polled(initialMarket, service.asks.values(), service.bids.values(), at);
					expect(shown(market)).toEqual(shown(rebuilt));
				}
			},
		),
		{ numRuns: 300 },
	);
});

test('an equal answer keeps the slices of both books', () => {
	const ticks = [tickOf({ number: 1 }), tickOf({ number: 2, second: '30' })];
	const copies = [tickOf({ number: 2, second: '30' }), tickOf({ number: 1 })];
	const before = polled(initialMarket, ticks, [], 1);
	const after = polled(before, copies, [], 2);
	const [book] = before.asks.books.values();
	expect([...after.asks.books.values()]).toEqual([book]);
	expect([...after.asks.books.values()][0]).toBe(book);
	expect(after.pairs).toBe(before.pairs);
	expect(booksSampled(after).at).toBe(2);
});

test('an event changes only the level of its tick', () => {
	const ticks = [1, 2, 3].map((number) => tickOf({ number, second: String(number) }));
	const before = polled(initialMarket, ticks, [], 1);
	const event = { type: 'put', side: 'asks', tick: tickOf({ number: 2, second: '2', traded: '4' }) } as const;
	const after = takeTickEvent(before, event, 50);
	const [[old], [now]] = [[...before.asks.books.values()], [...after.asks.books.values()]];
	expect(now?.levels.map(({ quantity }) => quantity.text)).toEqual(['10', '6', '10']);
	expect(now?.levels.map(({ changedAt }) => changedAt)).toEqual([0, 50, 0]);
	expect(now?.levels[0]).toBe(old?.levels[0]);
	expect(now?.levels[2]).toBe(old?.levels[2]);
});

test('an earlier version of a book takes events as before', () => {
	const before = polled(initialMarket, [tickOf({ number: 1 }), tickOf({ number: 2, second: '30' })], [], 1);
	const remove = (number: number) =>
		({ type: 'removed', side: undefined, order: { trader_id: 'a', order_number: number } }) as const;
	const first = takeTickEvent(before, remove(1), 50);
	const again = takeTickEvent(before, remove(1), 50);
	const other = takeTickEvent(before, remove(2), 50);
	expect(shown(again)).toEqual(shown(first));
	expect(shown(takeTickEvent(other, remove(1), 60))).toEqual(shown(takeTickEvent(first, remove(2), 60)));
	expect(shown(takeTickEvent(first, remove(1), 60))).toEqual(shown(first));
});

test('prices that differ in the last of 18 digits make different levels', () => {
	const ticks = ['0.100000000000000001', '0.1', '0.10'].map((second, index) =>
		tickOf({ number: index, first: '1', second }),
	);
	const [book] = polled(initialMarket, ticks, [], 1).asks.books.values();
	expect(book?.levels.map(({ ticks: of }) => of.map(({ tick }) => tick.order_number))).toEqual([[1, 2], [0]]);
});

test('the halves of a trade are one trade at the price of the older order', () => {
	const ask = tickOf({ number: 1, timestamp: 10, second: '20' });
	const bid = tickOf({ number: 2, timestamp: 20, second: '25' });
	const before = polled(initialMarket, [ask], [bid], 1);
	const half = takeTickEvent(
		before,
		{ type: 'put', side: 'bids', tick: { ...bid, traded: amount('4') } },
		50,
	);
	const whole = takeTickEvent(half, { type: 'put', side: 'asks', tick: { ...ask, traded: amount('4') } }, 60);
	expect(half.trades.map(({ half: seen }) => seen?.isAsk)).toEqual([false]);
	expect(whole.trades).toHaveLength(1);
	const [trade] = whole.trades;
	expect([trade?.price.second.text, trade?.quantity.text, trade?.half]).toEqual(['20', '4', undefined]);
});

test('an answer from before two events repeats no trade', () => {
	const ask = tickOf({ number: 1 });
	const before = polled(initialMarket, [], [], 1);
	const events = [ask, { ...ask, traded: amount('4') }];
	const after = events.reduce(
		(market, tick) => takeTickEvent(market, { type: 'put', side: 'asks', tick }, 50),
		before,
	);
	const answered = polled(after, [], [], 60, 40);
	expect(answered.trades).toHaveLength(1);
	expect([...answered.asks.books.values()].map(({ volume }) => volume.text)).toEqual(['6']);
});
