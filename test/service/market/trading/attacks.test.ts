import { expect, test } from 'vitest';
import { signNote } from '../../../../source/service/market/ledger/note.ts';
import type { Effects } from '../../../../source/service/market/trading/effects.ts';
import type { Trading } from '../../../../source/service/market/trading/trading.ts';
import { START_MS } from '../matching/make-order.ts';
import { hashOf, hashSignatures } from './hash-signatures.ts';
import { makeTick, makeTrading, verify } from './make-trading.ts';

const DAY_MS = 86_400_000;
const UNPAID_END_MS = START_MS + 121_000;

/** Returns a core with an own ask of 10 BTC for 20 MB. */
function seller(): Trading {
	const trading = makeTrading();
	const assets = { first: 'BTC', second: 'MB' };
	const offer = { isAsk: true, assets, first: 10n, second: 20n, timeoutS: 200_000 };
	const placed = trading.place(offer, START_MS);
	if (placed.kind !== 'placed') throw new Error(placed.reason);
	verify(trading, placed.effects);
	return trading;
}

/** Proposes to buy of the own ask. Returns the kind of the answer. */
function propose(
	trading: Trading,
	trader: string,
	quantity: bigint,
	rounds: number,
	nowMs = START_MS,
	timeout = 1_000,
) {
	const { body: order } = makeTick(trader, { is_ask: false, timestamp: nowMs, timeout: 200_000 });
	const body = {
		...{ v: 1, kind: 'proposal', id: hashOf(trader).slice(0, 32), order, partner: 1, rounds },
		...{ fill: { quantity: String(quantity), payment: String(2n * quantity) } },
		...{ timeout, address: trader },
	};
	const { effects } = trading.received({ ...makeTick(trader), body }, nowMs);
	return effects.sends.map(({ body: answer }) => Object(answer));
}

/** Sends the note of a round in MB. */
function send(trading: Trading, trader: string, amount: bigint, nowMs: number, round = 0): Effects {
	const transaction = hashOf(JSON.stringify([hashOf(trader).slice(0, 32), ...['me', trader].sort()]));
	const terms = { payee: 'me', asset: 'MB', amount, transaction, round, timestampMs: nowMs };
	const { signature } = signNote(hashSignatures(trader), terms);
	const body = {
		...{ v: 1, kind: 'payment', transaction, round, asset: 'MB', amount: String(amount) },
		...{ timestamp: nowMs, signature, payment: 'p' },
	};
	return trading.received({ ...makeTick(trader), body }, nowMs).effects;
}

/** Pays a round in MB. Returns the messages that follow. */
function pay(trading: Trading, trader: string, amount: bigint, nowMs: number, round = 0) {
	const effects = send(trading, trader, amount, nowMs, round);
	const received = effects.wallet.map((task) =>
		trading.walletDone(task, { kind: 'received', received: true }, nowMs),
	);
	const paid = received
		.flatMap(({ wallet }) => wallet)
		.map((task) =>
			trading.walletDone(task, { kind: 'pay', result: { kind: 'paid', paymentId: task.reference } }, nowMs),
		);
	return paid.flatMap(({ sends }) => sends.map(({ body: sent }) => Object(sent)));
}

test('a trade that failed without a payment is no option: it can be paid for a day only', () => {
	const trading = seller();
	expect(propose(trading, 'bob', 10n, 1)).toMatchObject([{ kind: 'agreed' }]);
	trading.advance(UNPAID_END_MS);
	expect(pay(trading, 'bob', 20n, UNPAID_END_MS + DAY_MS)).toEqual([]);
	expect(trading.order(1)).toMatchObject({ traded: 0n });
});

test('late payments of several traders exceed an order once only', () => {
	const trading = seller();
	let nowMs = START_MS;
	for (const trader of ['bob', 'dave', 'erin']) {
		expect(propose(trading, trader, 10n, 1, nowMs)).toMatchObject([{ kind: 'agreed' }]);
		nowMs += UNPAID_END_MS - START_MS;
		trading.advance(nowMs);
	}
	expect(propose(trading, 'carol', 10n, 1, nowMs)).toMatchObject([{ kind: 'agreed' }]);
	const sold = { kind: 'payment', amount: '10' };
	expect(pay(trading, 'carol', 20n, nowMs)).toMatchObject([sold]);
	expect(pay(trading, 'bob', 20n, nowMs)).toMatchObject([sold]);
	expect(pay(trading, 'dave', 20n, nowMs)).toEqual([]);
	expect(pay(trading, 'erin', 20n, nowMs)).toEqual([]);
	expect(trading.order(1)?.traded).toBe(20n);
});

test('late rounds exceed an order once only if another trade reserves it', () => {
	const trading = seller();
	expect(propose(trading, 'bob', 10n, 10)).toMatchObject([{ kind: 'agreed' }]);
	trading.advance(UNPAID_END_MS);
	expect(propose(trading, 'carol', 10n, 1, UNPAID_END_MS)).toMatchObject([{ kind: 'agreed' }]);
	expect(pay(trading, 'bob', 2n, UNPAID_END_MS)).toMatchObject([{ kind: 'payment', amount: '1' }]);
	expect(pay(trading, 'bob', 2n, UNPAID_END_MS, 1)).toEqual([]);
	expect(pay(trading, 'carol', 20n, UNPAID_END_MS)).toMatchObject([{ kind: 'payment', amount: '10' }]);
	expect(trading.order(1)?.traded).toBe(11n);
});

test('late payments that arrive together exceed an order once only', () => {
	const trading = seller();
	let nowMs = START_MS;
	for (const trader of ['bob', 'dave', 'erin']) {
		expect(propose(trading, trader, 10n, 1, nowMs)).toMatchObject([{ kind: 'agreed' }]);
		nowMs += UNPAID_END_MS - START_MS;
		trading.advance(nowMs);
	}
	// The wallet confirms the first payments later.
	const tasks = ['bob', 'dave', 'erin'].flatMap((trader) => send(trading, trader, 20n, nowMs).wallet);
	expect(tasks).toMatchObject([{ from: 'bob' }, { from: 'dave' }]);
	for (const task of tasks) trading.walletDone(task, { kind: 'received', received: true }, nowMs);
	expect(send(trading, 'erin', 20n, nowMs).wallet).toEqual([]);
});

test('a late payment still counts if the quantity is left', () => {
	const trading = seller();
	expect(propose(trading, 'bob', 10n, 1)).toMatchObject([{ kind: 'agreed' }]);
	trading.advance(UNPAID_END_MS);
	expect(pay(trading, 'bob', 20n, UNPAID_END_MS)).toMatchObject([{ kind: 'payment', amount: '10' }]);
});

test('a long timeout of a proposal does not reserve an order for days', () => {
	const trading = seller();
	expect(propose(trading, 'bob', 10n, 1, START_MS, 6 * DAY_MS)).toMatchObject([{ kind: 'agreed' }]);
	trading.advance(START_MS + 3_600_000 + 120_000);
	expect(trading.order(1)?.reserved).toBe(0n);
});

test('a trade that its proposer withdraws leaves no row, and no reservation', () => {
	const trading = seller();
	expect(propose(trading, 'bob', 10n, 1)).toMatchObject([{ kind: 'agreed' }]);
	const body = { v: 1, kind: 'withdraw', id: hashOf('bob').slice(0, 32) };
	const { effects } = trading.received({ ...makeTick('bob'), body }, START_MS);
	const rows = effects.writes.filter(({ table }) => table === 'transactions');
	expect(rows.map(({ record }) => record)).toEqual([null]);
	expect(trading.order(1)?.reserved).toBe(0n);
	expect(propose(trading, 'bob', 10n, 1)).toEqual([]);
});
