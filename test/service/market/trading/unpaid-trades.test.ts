import { expect, test } from 'vitest';
import { PROPOSAL_RATE } from '../../../../source/service/market/trading/negotiation.ts';
import { StoredTrading, transactionOf } from './stored-trading.ts';

const DAY_MS = 86_400_000;
const TIMEOUT_MS = 60_000;

test('a trade without payments is deleted a day after its timeout, also if the service was restarted', () => {
	const me = new StoredTrading();
	me.place(10n);
	const [bob, dave] = ['bob', 'dave'].map((trader) => transactionOf(trader, me.propose(trader, 5n).id));
	if (!bob || !dave) throw new Error('no transaction');
	expect(me.pay('dave', dave, 5n, 'p')).toEqual(['receipt', 'payment']);
	me.advance(TIMEOUT_MS + 121_000);
	me.restart();
	me.advance(DAY_MS - 122_000);
	expect(me.keys('transactions')).toContain(bob);
	expect(me.trading.nextMs).toBeLessThanOrEqual(me.nowMs + 61_000);
	me.advance(61_000);
	expect(me.keys('transactions')).not.toContain(bob);
	expect(me.keys('transactions')).toContain(dave);
	me.restart();
	expect(me.pay('bob', bob, 5n, 'p')).toEqual([]);
	expect(me.trading.transactions()).toMatchObject([{ partner_trader_id: 'dave', status: 'completed' }]);
});

test('a trade without payments stays as long as the wallet has not answered about one', () => {
	const me = new StoredTrading();
	me.place(10n);
	const bob = transactionOf('bob', me.propose('bob', 5n).id);
	me.wallets = false;
	me.pay('bob', bob, 5n, 'p');
	for (let day = 0; day < 3; day++) me.advance(DAY_MS);
	expect(me.keys('transactions')).toContain(bob);
	me.wallets = true;
	me.restart();
	expect(me.trading.transactions()).toMatchObject([{ partner_trader_id: 'bob' }]);
});

test('a trader can propose a burst of trades, then at a rate', () => {
	const me = new StoredTrading();
	me.place(10n);
	const withdraw = (id: string) => me.receive('bob', { v: 1, kind: 'withdraw', id });
	const proposeAll = (count: number) =>
		Array.from({ length: count }, () => {
			const { id, answers } = me.propose('bob', 1n);
			withdraw(id);
			return answers[0];
		});
	const first = proposeAll(PROPOSAL_RATE.burst);
	expect(new Set(first)).toEqual(new Set(['agreed']));
	expect(proposeAll(1)).toEqual(['refused']);
	me.advance(1_000);
	expect(proposeAll(PROPOSAL_RATE.perSecond + 1)).toEqual(['agreed', 'agreed', 'refused']);
});
