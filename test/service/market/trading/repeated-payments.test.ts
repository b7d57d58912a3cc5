import { expect, test } from 'vitest';
import { StoredTrading, tradedAssets, transactionOf } from './stored-trading.ts';

/** Returns a seller whose assets only its wallet commands know, and the transactions of two traders for 5 BTC each. */
function seller(isExternal: boolean) {
	const me = new StoredTrading({ assets: tradedAssets({ isExternal }) });
	me.place(10n);
	const [bob, dave] = ['bob', 'dave'].map((trader) => {
		const { id, answers } = me.propose(trader, 5n);
		expect(answers).toEqual(['agreed']);
		return transactionOf(trader, id);
	});
	if (!bob || !dave) throw new Error('no transaction');
	return { me, bob, dave };
}

test('a payment of a wallet is credited once, also after a restart and in other letters', () => {
	const { me, bob, dave } = seller(true);
	expect(me.pay('bob', bob, 5n, 'TX-1')).toEqual(['receipt', 'payment']);
	expect(me.pay('dave', dave, 5n, 'TX-1')).toEqual([]);
	expect(me.pay('dave', dave, 5n, 'tx-1')).toEqual([]);
	me.restart();
	expect(me.pay('dave', dave, 5n, 'TX-1')).toEqual([]);
	expect(me.pay('dave', dave, 5n, 'TX-2')).toEqual(['receipt', 'payment']);
});

test('a payment that is announced for two transactions at once is credited once', () => {
	const { me, bob, dave } = seller(true);
	const sent: unknown[] = [];
	me.wallets = false;
	const announce = (trader: string, transaction: string) => me.pay(trader, transaction, 5n, 'TX-1');
	announce('bob', bob);
	announce('dave', dave);
	me.wallets = true;
	me.restart();
	sent.push(...me.trading.transactions().map(({ partner_trader_id }) => partner_trader_id));
	expect(sent).toEqual(['bob']);
});

test('notes of a ledger need no id', () => {
	const { me, bob, dave } = seller(false);
	for (const [trader, id] of [
		['bob', bob],
		['dave', dave],
	] as const) {
		expect(me.pay(trader, id, 5n, 'same')).toEqual(['receipt', 'payment']);
	}
});
