import { expect, test } from 'vitest';
import { MAX_ENDS } from '../../../../source/service/market/trading/transaction-ends.ts';
import { StoredTrading, tradedAssets, transactionOf } from './stored-trading.ts';

const DAY_MS = 86_400_000;
const HISTORY_MS = 90 * DAY_MS;

const partners = (me: StoredTrading) =>
	me.trading.transactions().map(({ partner_trader_id }) => partner_trader_id);

const balancesOf = (me: StoredTrading) => me.trading.balances().map(({ name, balance }) => [name, balance]);

/** A trader buys 5 BTC of an own order for 5 MB, and confirms the own payment. Returns the proposal. */
function trade(me: StoredTrading, trader: string, paymentId = 'p', units = 5n) {
	const { id, body, answers } = me.propose(trader, units);
	expect(answers).toEqual(['agreed']);
	const transaction = transactionOf(trader, id);
	expect(me.pay(trader, transaction, units, paymentId)).toEqual(['receipt', 'payment']);
	me.confirm(trader, transaction);
	return { transaction, body };
}

test('a completed transaction is deleted after 90 days, and the balances stay, also after a restart', () => {
	const me = new StoredTrading();
	me.place(20n);
	trade(me, 'bob');
	me.advance(DAY_MS);
	trade(me, 'dave');
	me.advance(HISTORY_MS - DAY_MS - 1_000);
	expect(partners(me)).toEqual(['bob', 'dave']);
	me.advance(2_000);
	expect(partners(me)).toEqual(['dave']);
	// The transaction, and the id of its payment.
	expect(me.keys('transactions')).toHaveLength(2);
	expect(me.ledger.map(({ kind }) => kind)).toEqual(['received', 'paid', 'confirmed']);
	const balances = [
		['BTC', 990n],
		['MB', 1_010n],
	];
	expect(balancesOf(me)).toEqual(balances);
	me.restart();
	expect(partners(me)).toEqual(['dave']);
	expect(balancesOf(me)).toEqual(balances);
});

test('the proposal and the payment of a deleted transaction do not count again', () => {
	const me = new StoredTrading();
	me.place(20n);
	const { transaction, body } = trade(me, 'bob');
	trade(me, 'dave');
	me.advance(HISTORY_MS + 1_000);
	me.place(5n);
	for (const isRestarted of [false, true]) {
		if (isRestarted) me.restart();
		expect(partners(me)).toEqual(['dave']);
		const again = { ...body, partner: 2 };
		expect(me.verdictOf('bob', again)).toBe('ignore');
		expect(me.receive('bob', again)).toEqual([]);
		// A partner that did not get the receipt repeats its payment, which is no violation.
		expect(me.verdictOf('bob', me.paymentOf('bob', transaction, 5n, 'p'))).toBe('ignore');
		expect(me.pay('bob', transaction, 5n, 'p')).toEqual([]);
	}
});

test('the id of a payment in a wallet counts once, also after its transaction was deleted', () => {
	const me = new StoredTrading({ assets: tradedAssets({ isExternal: true }) });
	me.place(10n);
	trade(me, 'bob', 'TX-1');
	trade(me, 'dave', 'TX-2');
	me.advance(HISTORY_MS + 1_000);
	expect(partners(me)).toEqual(['dave']);
	me.place(10n);
	const erin = transactionOf('erin', me.propose('erin', 5n, 2).id);
	expect(me.pay('erin', erin, 5n, 'tx-1')).toEqual([]);
	me.restart();
	expect(me.pay('erin', erin, 5n, 'TX-1')).toEqual([]);
	expect(me.pay('erin', erin, 5n, 'tx-2')).toEqual([]);
	expect(me.pay('erin', erin, 5n, 'TX-3')).toEqual(['receipt', 'payment']);
});

test('an own payment without a receipt is repeated for 90 days, also with a shorter history', () => {
	const me = new StoredTrading({ historyMs: DAY_MS });
	me.place(10n);
	const bob = transactionOf('bob', me.propose('bob', 5n).id);
	me.pay('bob', bob, 5n, 'p');
	trade(me, 'dave');
	me.advance(10 * DAY_MS);
	expect(partners(me)).toEqual(['bob', 'dave']);
	me.confirm('bob', bob);
	me.advance(0);
	expect(partners(me)).toEqual(['dave']);
});

test('debts, blocks and transactions in progress stay, and so do their orders', () => {
	const me = new StoredTrading();
	me.place(20n);
	// The own wallet owes bob a payment, dave signed two payments, and the wallet does not answer about erin's.
	const [bob, dave, erin] = ['bob', 'dave', 'erin'].map((trader) =>
		transactionOf(trader, me.propose(trader, 5n).id),
	);
	if (!bob || !dave || !erin) throw new Error('no transaction');
	me.pay('dave', dave, 5n, 'p');
	me.pay('dave', dave, 4n, 'p');
	me.wallets = false;
	me.pay('erin', erin, 5n, 'p');
	me.walletsPay = false;
	me.wallets = true;
	me.pay('bob', bob, 5n, 'p');
	for (let day = 0; day < 400; day++) me.advance(DAY_MS);
	me.place(1n);
	me.restart();
	for (let day = 0; day < 100; day++) me.advance(DAY_MS);
	expect(me.keys('transactions')).toEqual(expect.arrayContaining([bob, dave, erin]));
	expect(me.trading.blocked()).toMatchObject([{ trader: 'dave' }]);
	expect(me.keys('orders')).toContain('me.1');
});

test('an ended order is deleted 90 days after its expiry, except the newest, whose number stays the highest', () => {
	const me = new StoredTrading();
	me.place(10n);
	me.trading.cancel(1, me.nowMs);
	me.place(10n);
	me.advance(2_000_000_000 + HISTORY_MS - 1_000);
	expect(me.keys('orders')).toEqual(['me.1', 'me.2']);
	me.advance(2_000);
	expect(me.keys('orders')).toEqual(['me.2']);
	me.restart();
	expect(me.trading.ownOrders().map(({ number }) => number)).toEqual([2]);
	me.place(10n);
	expect(me.keys('orders')).toEqual(['me.2', 'me.3']);
	me.advance(60_000);
	expect(me.keys('orders')).toEqual(['me.3']);
});

test('transactions are read page by page, from the newest, also after some were deleted', () => {
	const me = new StoredTrading();
	me.place(30n);
	trade(me, 'bob');
	me.advance(DAY_MS);
	for (const trader of ['dave', 'erin', 'frank']) trade(me, trader);
	const page = (before?: number, limit?: number) =>
		me.trading.transactions({ before, limit }).map(({ transaction_number }) => transaction_number);
	expect([page(), page(undefined, 3), page(2, 3), page(1, 3)]).toEqual([[1, 2, 3, 4], [2, 3, 4], [1], []]);
	me.advance(HISTORY_MS - DAY_MS + 1_000);
	expect([page(), page(4, 2), page(3, 2), page(100)]).toEqual([[2, 3, 4], [2, 3], [2], [2, 3, 4]]);
});

test('a service with many old transactions deletes a part in each input', () => {
	const me = new StoredTrading({ assets: tradedAssets({ exposure: 10_000n }) });
	me.place(500n);
	const count = MAX_ENDS + 10;
	for (let index = 0; index < count; index++) trade(me, `trader-${index}`, 'p', 1n);
	me.nowMs += HISTORY_MS + 1_000;
	me.restart();
	expect(partners(me)).toHaveLength(count);
	me.advance(0);
	// The newest stays.
	expect([10, 11]).toContain(partners(me).length);
	expect(me.trading.nextMs).toBeLessThanOrEqual(me.nowMs);
	me.advance(0);
	expect(partners(me)).toHaveLength(1);
});
