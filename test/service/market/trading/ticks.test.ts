import { describe, expect, test } from 'vitest';
import {
	MAX_STATEMENT,
	MAX_TICKS_PER_SOURCE,
	MAX_TICKS_PER_TRADER,
	STATEMENT_BURST,
	TickLimits,
} from '../../../../source/service/market/trading/tick-limits.ts';
import { START_MS } from '../matching/make-order.ts';
import { askKeys, makeTick, makeTrading, nothingSaved, savedTick } from './make-trading.ts';
import { envelopeOf } from './simulated-trader.ts';

const amount = (asset: string, units: bigint, precision = 0) => ({ asset, precision, amount: units });

describe('published statements', () => {
	test('list a tick, change its traded quantity, and end it', () => {
		const trading = makeTrading();
		const first = trading.published(makeTick('bob'), START_MS);
		expect(first.verdict).toBe('accept');
		expect(first.effects.events.map(({ name }) => name)).toEqual(['market_ask']);
		expect(first.effects.writes).toMatchObject([{ table: 'ticks', key: 'bob.1' }]);
		const changed = trading.published(makeTick('bob', { version: 2, traded: 4n }), START_MS);
		expect(changed.effects.events).toMatchObject([{ name: 'market_ask', payload: { trader_id: 'bob' } }]);
		expect(trading.books(true)[0]?.ticks[0]?.traded).toBe(4n);
		const ended = trading.published(
			makeTick('bob', { version: 3, traded: 4n, state: 'cancelled' }),
			START_MS,
		);
		expect(ended.effects.events).toEqual([
			{ name: 'market_tick_removed', payload: { trader_id: 'bob', order_number: 1 } },
		]);
		expect(askKeys(trading)).toEqual([]);
	});

	test('change nothing if their version is earlier, also after the end and after a restart', () => {
		const trading = makeTrading();
		trading.published(makeTick('bob', { version: 5, traded: 4n }), START_MS);
		expect(trading.published(makeTick('bob', { version: 4 }), START_MS).verdict).toBe('ignore');
		const { writes } = trading.published(
			makeTick('bob', { version: 6, state: 'cancelled' }),
			START_MS,
		).effects;
		expect(trading.published(makeTick('bob', { version: 5 }), START_MS).verdict).toBe('ignore');
		const ticks = writes.map(({ key, record }) => ({ key, record }));
		const again = makeTrading({
			saved: { orders: [], ticks, proposals: [], transactions: [], sums: [], ledger: [] },
		});
		expect(again.published(makeTick('bob', { version: 5 }), START_MS).verdict).toBe('ignore');
		expect(askKeys(again)).toEqual([]);
	});

	test.each([
		['no fields', { from: 'bob', via: 'bob', body: {}, envelope: 'e' }],
		['an own message of another', { ...makeTick('bob'), body: 'text' }],
		['a future time', makeTick('bob', { timestamp: START_MS + 301_000 })],
		['equal assets', makeTick('bob', { second: amount('BTC', 1n) })],
		['more traded than its amount', makeTick('bob', { traded: 11n })],
		['a completed order with a rest', makeTick('bob', { traded: 9n, state: 'completed' })],
		['a name with an escape sequence', makeTick('bob', { first: amount('\u001b[2J', 1n) })],
	])('with %s are rejected', (_, message) => {
		const trading = makeTrading();
		const { verdict, effects } = trading.published(message, START_MS);
		expect(verdict).toBe('reject');
		expect(effects.writes).toEqual([]);
	});

	test('are rejected if unknown fields pad them beyond the size of a reply with the book', () => {
		const trading = makeTrading();
		const { body, ...tick } = makeTick('bob');
		const padded = { ...Object(body), note: 'x'.repeat(MAX_STATEMENT) };
		const message = { ...tick, body: padded, envelope: envelopeOf('bob', padded) };
		expect(trading.published(message, START_MS).verdict).toBe('reject');
		trading.connected('carol', START_MS);
		const reply = { v: 1, kind: 'book', epoch: 'e', upTo: 1, more: false, envelopes: [message.envelope] };
		trading.received({ ...makeTick('carol'), body: reply }, START_MS);
		expect(askKeys(trading)).toEqual([]);
	});

	test('with other terms, and after the end of the order, are rejected', () => {
		const trading = makeTrading();
		trading.published(makeTick('bob'), START_MS);
		const altered = makeTick('bob', { version: 2, first: amount('BTC', 11n) });
		expect(trading.published(altered, START_MS).verdict).toBe('reject');
		trading.published(makeTick('bob', { version: 2, state: 'cancelled' }), START_MS);
		expect(trading.published(makeTick('bob', { version: 3 }), START_MS).verdict).toBe('reject');
	});

	test('are forwarded and not stored if their assets are not declared', () => {
		const trading = makeTrading();
		for (const first of [amount('ETH', 1n), amount('BTC', 10n, 8)]) {
			const { verdict, effects } = trading.published(makeTick('bob', { first }), START_MS);
			expect(verdict).toBe('accept');
			expect(effects.writes).toEqual([]);
		}
		expect(askKeys(trading)).toEqual([]);
	});

	test('expire with an event', () => {
		const trading = makeTrading();
		trading.published(makeTick('bob', { timeout: 10 }), START_MS);
		const { events, writes } = trading.advance(START_MS + 10_000);
		expect(events).toMatchObject([{ name: 'market_ask_timeout', payload: { trader_id: 'bob' } }]);
		expect(writes).toEqual([{ table: 'ticks', key: 'bob.1', record: null }]);
	});

	test('above the rate of their trader are ignored, and rejected if it sent them itself', () => {
		const trading = makeTrading();
		const verdicts = Array.from({ length: STATEMENT_BURST + 2 }, (_, version) => {
			const via = version === STATEMENT_BURST ? 'carol' : 'bob';
			return trading.published(makeTick('bob', { version: version + 1 }, via), START_MS).verdict;
		});
		expect(verdicts.slice(-3)).toEqual(['accept', 'ignore', 'reject']);
	});
});

describe('limits of ticks', () => {
	test('a trader and a source have a maximum', () => {
		const limits = new TickLimits();
		for (let count = 0; count < MAX_TICKS_PER_TRADER; count++) limits.add(`bob.${count}`, 'bob', 'carol');
		expect(limits.hasRoom('bob', 'dave')).toBe(false);
		for (let count = limits.total; count < MAX_TICKS_PER_SOURCE; count++) {
			limits.add(`t${count}.1`, `t${count}`, 'carol');
		}
		expect(limits.hasRoom('erin', 'carol')).toBe(false);
		expect(limits.hasRoom('erin', 'dave')).toBe(true);
		limits.delete('bob.0', 'bob', 'carol');
		expect(limits.hasRoom('erin', 'carol')).toBe(true);
		expect(limits.hasRoom('bob', 'carol')).toBe(true);
	});

	test('the peers of a network are one source, also of ticks in relayed proposals', () => {
		const few = 10;
		const ticks = Array.from({ length: MAX_TICKS_PER_SOURCE - few }, (_, count) =>
			savedTick(makeTick(`s${count}`, {}, 'network')),
		);
		const trading = makeTrading({
			saved: { ...nothingSaved, ticks },
			sourceOf: (peer) => (peer.startsWith('p') ? 'network' : peer),
		});
		for (let count = 0; count < few; count++) {
			trading.published(makeTick(`t${count}`, {}, `p${count}`), START_MS);
		}
		const propose = (trader: string, via: string) => {
			const order = makeTick(trader).body;
			const fill = { quantity: '1', payment: '2' };
			const id = 'a'.repeat(32);
			const fields = { order, partner: 1, fill, rounds: 1, timeout: 60_000, address: 'a' };
			const body = { v: 1, kind: 'proposal', id, ...fields };
			trading.received({ ...makeTick(trader, {}, via), body }, START_MS);
		};
		propose('bob', 'p1');
		propose('carol', 'hub');
		const keys = askKeys(trading);
		expect(keys).toHaveLength(MAX_TICKS_PER_SOURCE + 1);
		expect(keys).toContain('carol.1');
	});

	test('a new tick replaces the newest one of the largest trader in the largest source', () => {
		const limits = new TickLimits();
		for (const number of [1, 2]) limits.add(`bob.${number}`, 'bob', 'p1');
		for (const trader of ['carol', 'dave', 'erin', 'frank']) limits.add(`${trader}.1`, trader, 'p2');
		expect(limits.replacedBy('grace', 'p1')).toBe('frank.1');
		expect(limits.replacedBy('grace', 'p2')).toBeUndefined();
		limits.add('dave.2', 'dave', 'p2');
		expect(limits.replacedBy('grace', 'p1')).toBe('dave.2');
		expect(limits.replacedBy('grace', 'p2')).toBe('dave.2');
		expect(limits.replacedBy('dave', 'p2')).toBeUndefined();
	});
});
