import { expect, test } from 'vitest';
import { signNote } from '../../../../source/service/market/ledger/note.ts';
import type { Effects } from '../../../../source/service/market/trading/effects.ts';
import type { Trading } from '../../../../source/service/market/trading/trading.ts';
import { START_MS } from '../matching/make-order.ts';
import { hashSignatures } from './hash-signatures.ts';
import { makeTick, makeTrading, verify } from './make-trading.ts';

const AFTER_DEBTS_MS = START_MS + 700_000;

/** Pays with the wallet, as long as payments are due. Returns the payments that are sent. */
function payAll(trading: Trading, { wallet, sends }: Effects, nowMs = START_MS): readonly object[] {
	const paid = wallet
		.filter(({ kind }) => kind === 'pay')
		.map((task) =>
			trading.walletDone(task, { kind: 'pay', result: { kind: 'paid', paymentId: task.reference } }, nowMs),
		);
	const own = sends.filter(({ body }) => Object(body).kind === 'payment');
	return [...own, ...paid.flatMap((effects) => payAll(trading, effects, nowMs))];
}

/** Returns the proposals among sent messages, by recipient. */
const proposals = (effects: readonly Effects[]): readonly (readonly [string, string])[] =>
	effects.flatMap(({ sends }) =>
		sends.flatMap(({ to, body }): readonly (readonly [string, string])[] =>
			Object(body).kind === 'proposal' ? [[to, String(Object(body).id)]] : [],
		),
	);

/** Lists a bid of 100 MB for 100 BTC of each trader. */
function listBids(trading: Trading, traders: readonly string[], nowMs = START_MS): void {
	const changes = {
		is_ask: false,
		first: { asset: 'BTC', precision: 0, amount: 100n },
		second: { asset: 'MB', precision: 0, amount: 100n },
		timestamp: nowMs,
	};
	for (const trader of traders) trading.published(makeTick(trader, changes), nowMs);
}

/** Sells to each trader. All agree, and the first round of 50 BTC is paid to as many as the limits allow. */
function sellTo(trading: Trading, traders: readonly string[]): readonly object[] {
	listBids(trading, traders);
	const assets = { first: 'BTC', second: 'MB' };
	const units = 100n * BigInt(traders.length);
	const offer = { isAsk: true, assets, first: units, second: units, timeoutS: 3_600 };
	const placed = trading.place(offer, START_MS);
	if (placed.kind !== 'placed') throw new Error(placed.reason);
	return proposals([placed.effects, ...verify(trading, placed.effects)]).flatMap(([to, id]) => {
		const body = { v: 1, kind: 'agreed', id, address: to };
		return payAll(trading, trading.received({ ...makeTick(to), body }, START_MS).effects);
	});
}

const owed = (trading: Trading) => trading.balances().find(({ name }) => name === 'BTC')?.owed;

function withExposure(exposure: bigint): Trading {
	return makeTrading({
		assets: ['BTC', 'MB'].map((name) => ({
			...{ name, precision: 0, balance: 1_000n, isExternal: false },
			...{ credit: 50n, exposure, address: 'me' },
		})),
	});
}

test('all partners together owe at most the exposure of the asset, and a payment lends to the next one', () => {
	const trading = withExposure(120n);
	const sent = sellTo(trading, ['t1', 't2', 't3', 't4', 't5']);
	expect(sent).toMatchObject([{ to: 't1' }, { to: 't2' }]);
	expect(owed(trading)).toBe(100n);
	const { transaction } = Object(Object(sent[0]).body);
	const terms = { payee: 'me', asset: 'MB', amount: 50n, transaction, round: 0, timestampMs: START_MS };
	const { signature } = signNote(hashSignatures('t1'), terms);
	const body = {
		...{ v: 1, kind: 'payment', transaction, round: 0, asset: 'MB', amount: '50' },
		...{ timestamp: START_MS, signature, payment: 'p' },
	};
	const { effects } = trading.received({ ...makeTick('t1'), body }, START_MS);
	const paid = effects.wallet.flatMap((task) =>
		payAll(trading, trading.walletDone(task, { kind: 'received', received: true }, START_MS)),
	);
	expect(paid).toHaveLength(1);
	expect(owed(trading)).toBe(100n);
});

test('debts of ended trades stop proposals before they reach the exposure', () => {
	const trading = withExposure(120n);
	expect(sellTo(trading, ['t1', 't2'])).toHaveLength(2);
	trading.advance(AFTER_DEBTS_MS);
	expect(owed(trading)).toBe(100n);
	listBids(trading, ['t3'], AFTER_DEBTS_MS);
	expect(proposals([trading.advance(AFTER_DEBTS_MS + 2_000)])).toEqual([]);
	const lender = withExposure(150n);
	sellTo(lender, ['t1', 't2']);
	lender.advance(AFTER_DEBTS_MS);
	listBids(lender, ['t3'], AFTER_DEBTS_MS);
	expect(proposals([lender.advance(AFTER_DEBTS_MS + 2_000)])).toMatchObject([['t3', expect.anything()]]);
});
