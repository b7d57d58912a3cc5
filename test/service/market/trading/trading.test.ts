import { describe, expect, test } from 'vitest';
import { keyOf } from '../../../../source/basics/market/order.ts';
import type { TradeOffer } from '../../../../source/service/market/trading/trading-options.ts';
import { blockText } from '../../../../source/service/market/trading/transaction-ends.ts';
import { START_MS } from '../matching/make-order.ts';
import { askKeys, makeTick, makeTrading, verify } from './make-trading.ts';
import { noFaults, SimulatedMarket } from './simulated-market.ts';
import type { SimulatedTrader } from './simulated-trader.ts';

const assets = { first: 'BTC', second: 'MB' };
const offer = (isAsk: boolean, first: bigint, second: bigint, timeoutS = 3600): TradeOffer => ({
	isAsk,
	assets,
	first,
	second,
	timeoutS,
});

describe('place', () => {
	test('refuses amounts above the balance that open orders leave', () => {
		const trading = makeTrading();
		expect(trading.place(offer(true, 1_001n, 1n), START_MS)).toEqual({
			kind: 'refused',
			reason: 'insufficient-balance',
			asset: 'BTC',
		});
		expect(trading.place(offer(true, 600n, 1_200n), START_MS).kind).toBe('placed');
		expect(trading.place(offer(true, 401n, 1_200n), START_MS).kind).toBe('refused');
		expect(trading.place(offer(false, 10n, 1_000n), START_MS).kind).toBe('placed');
		expect(trading.place(offer(false, 1n, 1n), START_MS)).toMatchObject({ asset: 'MB' });
		expect(trading.balances()).toEqual([
			{ name: 'BTC', balance: 1_000n, committed: 600n, owed: 0n, available: 400n },
			{ name: 'MB', balance: 1_000n, committed: 1_000n, owed: 0n, available: 0n },
		]);
		trading.cancel(1, START_MS);
		expect(trading.place(offer(true, 1_000n, 1n), START_MS).kind).toBe('placed');
	});

	test.each([
		['unknown-asset', { ...offer(true, 1n, 1n), assets: { first: 'BTC', second: 'ETH' } }],
		['same-asset', { ...offer(true, 1n, 1n), assets: { first: 'BTC', second: 'BTC' } }],
		['amount-not-positive', offer(true, 0n, 1n)],
		['amount-too-large', offer(true, 1n, 10n ** 31n)],
		['invalid-timeout', offer(true, 1n, 1n, 0)],
	])('refuses: %s', (reason, refused) => {
		expect(makeTrading().place(refused, START_MS)).toMatchObject({ kind: 'refused', reason });
	});

	test('publishes and matches an order after its wallet confirmed the balance', () => {
		const trading = makeTrading();
		const placed = trading.place(offer(true, 10n, 20n), START_MS);
		if (placed.kind !== 'placed') throw new Error(placed.reason);
		const [task] = placed.effects.wallet;
		if (!task) throw new Error('no task');
		expect(placed.effects.publishes).toEqual([]);
		expect(askKeys(trading)).toEqual([]);
		const short = trading.walletDone(task, { kind: 'balance', balance: 9n }, START_MS);
		expect(short.publishes).toEqual([]);
		const again = trading.advance(START_MS + 60_000);
		expect(again.wallet).toEqual([task]);
		const done = trading.walletDone(task, { kind: 'balance', balance: 10n }, START_MS + 60_000);
		expect(done.events.map(({ name }) => name)).toEqual(['market_ask']);
		expect(done.publishes).toMatchObject([{ key: 'me.1', version: 1 }]);
		expect(askKeys(trading)).toEqual(['me.1']);
	});

	test('asks the wallet of the asset for its balance, if it is given', () => {
		const trading = makeTrading();
		expect(trading.place(offer(true, 10n, 20n), START_MS, 9n).kind).toBe('refused');
		expect(trading.place(offer(true, 10n, 20n), START_MS, 10n).kind).toBe('placed');
	});
});

test('a cancelled order leaves the book, and others learn it', () => {
	const trading = makeTrading();
	const placed = trading.place(offer(true, 10n, 20n), START_MS);
	if (placed.kind !== 'placed') throw new Error(placed.reason);
	verify(trading, placed.effects);
	const { result, effects } = trading.cancel(1, START_MS + 1_000);
	expect(result).toBe('ok');
	expect(effects.events).toEqual([
		{ name: 'market_tick_removed', payload: { trader_id: 'me', order_number: 1 } },
	]);
	expect(effects.publishes).toMatchObject([{ version: 2, body: { state: 'cancelled' } }]);
	expect(trading.cancel(1, START_MS + 1_000).result).toBe('cancelled');
	expect(trading.cancel(2, START_MS + 1_000).result).toBe('unknown');
});

test('preview returns the trades of an offer and changes nothing', () => {
	const trading = makeTrading();
	trading.published(makeTick('bob'), START_MS);
	const matches = trading.preview(offer(false, 25n, 75n), START_MS + 1);
	expect(matches).toMatchObject([{ quantity: 10n, payment: 20n, partner: { trader: 'bob' } }]);
	expect(trading.balances().every(({ committed }) => committed === 0n)).toBe(true);
});

test('a direct message of an unknown kind, or about an unknown trade, is rejected or ignored', () => {
	const trading = makeTrading();
	const verdictOf = (body: unknown) =>
		trading.received({ from: 'bob', via: 'bob', body, envelope: '' }, START_MS).verdict;
	const id = 'a'.repeat(32);
	const transaction = 'b'.repeat(64);
	expect(verdictOf(null)).toBe('reject');
	expect(verdictOf({ v: 1, kind: 'toString' })).toBe('reject');
	expect(verdictOf({ v: 2, kind: 'withdraw', id })).toBe('reject');
	expect(verdictOf({ v: 1, kind: 'receipt', transaction, round: 0, signature: 'x' })).toBe('reject');
	expect(verdictOf({ v: 1, kind: 'refused', id, reason: 'price' })).toBe('ignore');
	expect(verdictOf({ v: 1, kind: 'book', epoch: '', upTo: 0, more: false, envelopes: [] })).toBe('ignore');
});

const owedTo = ({ trading }: SimulatedTrader): bigint =>
	(trading?.balances() ?? []).reduce((sum, { owed }) => sum + owed, 0n);

describe('traders', () => {
	const place = (market: SimulatedMarket, trader: SimulatedTrader, one: TradeOffer) => {
		const number = trader.place(one);
		market.run(market.nowMs + 100);
		return number;
	};

	test('trade with the older of two orders of the same price, and pay exactly', () => {
		const market = new SimulatedMarket(1, ['alice', 'bob', 'carol']);
		const [alice, bob, carol] = ['alice', 'bob', 'carol'].map((name) => market.get(name));
		if (!alice || !bob || !carol) throw new Error('no trader');
		place(market, bob, offer(true, 30n, 100n));
		place(market, alice, offer(true, 3n, 10n));
		place(market, carol, offer(false, 10n, 40n));
		market.run(market.nowMs + 20_000);
		expect(carol.trading?.transactions()).toMatchObject([
			{ partner_trader_id: 'bob', status: 'completed', payment_complete: true, transaction_number: 1 },
		]);
		// The limit of bob's ask is 33 1/3.
		expect(carol.balance('MB')).toBe(1_000n - 34n);
		expect(carol.balance('BTC')).toBe(1_010n);
		expect(market.orders().map(({ traded }) => traded)).toEqual([0n, 10n, 10n]);
		market.checkEnd();
		const names = new Set([...carol.events, ...bob.events].map(({ name }) => name));
		expect([...names].sort()).toEqual([
			'market_ask',
			'market_bid',
			'market_payment_received',
			'market_payment_sent',
			'market_transaction_complete',
		]);
	});

	test('complete a trade whose payment rounds to 0 units', () => {
		const market = new SimulatedMarket(1, ['alice', 'bob']);
		const [alice, bob] = [market.get('alice'), market.get('bob')];
		place(market, bob, offer(true, 900n, 1n));
		place(market, alice, offer(false, 5n, 1n));
		market.run(market.nowMs + 20_000);
		// The first trade paid the whole price of the ask.
		place(market, alice, offer(false, 7n, 1n));
		market.run(market.nowMs + 20_000);
		for (const { trading } of [alice, bob]) {
			expect(trading?.transactions()).toMatchObject([
				{ status: 'completed', payment_complete: true, transaction_number: 1 },
				{ status: 'completed', payment_complete: true, transaction_number: 2 },
			]);
		}
		expect([alice.balance('BTC'), alice.balance('MB')]).toEqual([1_012n, 999n]);
		market.checkEnd();
	});

	test('list payments whose prices and quantities add up to the whole', () => {
		const market = new SimulatedMarket(1, ['alice', 'bob']);
		place(market, market.get('alice'), offer(true, 101n, 333n));
		place(market, market.get('bob'), offer(false, 101n, 333n));
		market.run(market.nowMs + 60_000);
		for (const { trading } of market.traders.values()) {
			const payments = trading?.paymentsOf(1) ?? [];
			const sumOf = (type: string, field: 'quantity' | 'price') =>
				payments.reduce(
					(sum, one) => (one[`${field}_type`] === type ? sum + BigInt(String(one[field])) : sum),
					0n,
				);
			expect(payments.length).toBeGreaterThan(8);
			expect([sumOf('BTC', 'quantity'), sumOf('MB', 'quantity')]).toEqual([101n, 333n]);
			expect([sumOf('BTC', 'price'), sumOf('MB', 'price')]).toEqual([101n, 333n]);
			expect(payments.every(({ success }) => success)).toBe(true);
		}
		market.checkEnd();
	});

	/** Runs until bob, who follows, is gone in the middle of a trade. */
	function untilBobIsGone(): SimulatedMarket {
		const market = new SimulatedMarket(1, ['alice', 'bob'], 60_000);
		const [alice, bob] = [market.get('alice'), market.get('bob')];
		place(market, bob, offer(true, 400n, 400n));
		place(market, alice, offer(false, 400n, 400n));
		while (alice.notes('paid').length < 4) market.run(market.nowMs + 1);
		bob.trading = undefined;
		market.run(market.nowMs + 20_000);
		return market;
	}

	test('resume a trade after the partner returns', () => {
		const market = untilBobIsGone();
		const alice = market.get('alice');
		expect(alice.trading?.transactions()).toMatchObject([{ status: 'pending', payment_complete: false }]);
		market.restart(market.get('bob'));
		market.run(market.nowMs + 60_000);
		expect(alice.trading?.transactions()).toMatchObject([{ status: 'completed' }]);
		expect(alice.balance('BTC')).toBe(1_400n);
		market.checkEnd();
	});

	test('end a trade at its timeout with the amounts that were paid, and block the debtor', () => {
		const market = untilBobIsGone();
		const alice = market.get('alice');
		market.run(market.nowMs + 180_000);
		const [transaction] = alice.trading?.transactions() ?? [];
		expect(transaction?.status).toBe('error');
		expect(alice.trading?.blocked()).toEqual([{ trader: 'bob', reason: blockText.debt }]);
		const lost = 1_000n - alice.balance('MB') - (alice.balance('BTC') - 1_000n);
		expect(lost > 0n && lost <= 40n).toBe(true);
		const [order] = alice.trading?.ownOrders() ?? [];
		expect(order).toMatchObject({ reserved: 0n, traded: alice.balance('BTC') - 1_000n });
		expect(order?.paid).toBe(1_000n - alice.balance('MB'));
		// It trades nothing with the debtor after a restart, too.
		alice.start();
		market.run(market.nowMs + 60_000);
		expect(alice.trading?.blocked()).toHaveLength(1);
		expect(alice.trading?.transactions()).toHaveLength(1);
		expect(askKeys(market.get('alice').trading ?? makeTrading())).toEqual([]);
	});

	test('trade with a debtor again after it paid', () => {
		const market = untilBobIsGone();
		const alice = market.get('alice');
		market.run(market.nowMs + 48 * 3_600_000);
		expect(alice.trading?.blocked()).toHaveLength(1);
		expect(owedTo(alice)).toBeGreaterThan(0n);
		market.restart(market.get('bob'));
		market.run(market.nowMs + 60_000);
		expect(alice.trading?.blocked()).toEqual([]);
		expect(owedTo(alice)).toBe(0n);
		alice.start();
		expect(alice.trading?.blocked()).toEqual([]);
		place(market, market.get('bob'), offer(true, 10n, 10n));
		place(market, alice, offer(false, 10n, 10n));
		market.run(market.nowMs + 60_000);
		expect(alice.trading?.transactions()).toMatchObject([{ status: 'error' }, { status: 'completed' }]);
	});

	test('trade with a debtor again after the operator unblocked it, and its debt still counts', () => {
		const market = untilBobIsGone();
		const alice = market.get('alice');
		market.run(market.nowMs + 180_000);
		const owed = owedTo(alice);
		expect(alice.trading?.unblock('carol', market.nowMs).isDone).toBe(false);
		alice.unblock('bob');
		expect(alice.trading?.blocked()).toEqual([]);
		alice.start();
		expect(alice.trading?.blocked()).toEqual([]);
		expect(owedTo(alice)).toBe(owed);
	});

	test('request the books of their peers, page by page', () => {
		const market = new SimulatedMarket(1, ['alice', 'bob', 'carol']);
		const carol = market.get('carol');
		carol.trading = undefined;
		for (let order = 0; order < 60; order++) {
			place(market, market.get('alice'), offer(true, 1n, BigInt(100 + order)));
			place(market, market.get('bob'), offer(true, 1n, BigInt(200 + order)));
		}
		market.get('bob').trading = undefined;
		market.faults = noFaults;
		market.restart(carol);
		market.run(market.nowMs + 10_000);
		const ticks = market.get('carol').trading?.books(true)[0]?.ticks ?? [];
		expect(ticks.map(keyOf)).toHaveLength(120);
		expect(carol.verdicts.filter(({ verdict }) => verdict === 'reject')).toEqual([]);
	});
});
