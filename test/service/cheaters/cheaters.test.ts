import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { noteContent } from '../../../source/service/market/ledger/note.ts';
import { MAX_FUTURE_MS } from '../../../source/service/overlay/envelope.ts';
import { overlayLimits } from '../../../source/service/overlay/limits.ts';
import type { TradingService } from '../../fixtures/trading-service.ts';
import { until } from '../../programs/until.ts';
import { overlayLab } from '../overlay/engine-pair.ts';
import { Cheater } from './cheater.ts';
import {
	connectCheater,
	expectTrade,
	lastOrder,
	type Market,
	ownBalances,
	startMarket,
	takePayment,
	tick,
	ticksOf,
} from './market.ts';

/** Purpose with which services sign notes. */
const NOTE_PURPOSE = 'seedtop/market/note/1';

let market: Market;
let honest: TradingService;
let other: TradingService;
/** Id of the service that the cheaters connect to. */
let victim: string;

beforeAll(async () => {
	market = await startMarket();
	({ honest, other, victim } = market);
});

async function connectedCheater(): Promise<Cheater> {
	const cheater = new Cheater(await overlayLab());
	await connectCheater(cheater, market);
	return cheater;
}

/** The service ends the connection of a cheater, and accepts no message of a new one. */
async function expectIgnored(cheater: Cheater): Promise<void> {
	await until(() => !cheater.isConnected, { awaited: 'the end of the connection' });
	await cheater.connect(honest.address).catch(() => {});
	cheater.publish(tick({ number: 999 }));
	await until(() => !cheater.isConnected, { awaited: 'the end of the second connection' });
	expect(await ticksOf(honest, cheater)).not.toContain(999);
	expect(await ticksOf(other, cheater)).not.toContain(999);
}

/** Returns the id of the transaction that follows from a proposal to the honest service. */
function transactionOf(proposal: string, cheater: Cheater): string {
	const content = JSON.stringify([proposal, ...[victim, cheater.id].sort()]);
	return createHash('sha256').update(content).digest('hex');
}

/** Returns a payment of BTC in the first round of a transaction. */
function payment(cheater: Cheater, transaction: string, amount: bigint, falseSignature?: string): object {
	const timestampMs = Date.now();
	const terms = {
		payer: cheater.id,
		payee: victim,
		asset: 'BTC',
		amount,
		transaction,
		round: 0,
		timestampMs,
	};
	return {
		...{ v: 1, kind: 'payment', transaction, round: 0, asset: 'BTC', amount: String(amount) },
		...{ timestamp: timestampMs, payment: `${transaction}.0` },
		signature: falseSignature ?? cheater.identity.sign(NOTE_PURPOSE, noteContent(terms)),
	};
}

test('a replayed tick does not open a cancelled order again', async () => {
	const cheater = await connectedCheater();
	await other.trader.ask('20 MB', '0.04 BTC');
	const order = await lastOrder(other);
	const { envelope } = await until(() => cheater.arrived.find(({ body }) => body.number === order));
	const isKnown = async () =>
		(await honest.trader.ticks()).asks.some(
			(each) => each.trader === envelope.author && each.number === order,
		);
	await until(isKnown);
	await other.trader.cancel(order);
	await until(async () => !(await isKnown()));
	for (let copy = 0; copy < 20; copy++) cheater.sendFrame('published', envelope.bytes);
	await expectTrade(market);
	expect(await isKnown()).toBe(false);
});

test('a trader that takes a payment and gives nothing costs one round', async () => {
	await takePayment(await connectedCheater(), market);
});

test('a tick that another trader did not sign is rejected, and its sender is blocked', async () => {
	const cheater = await connectedCheater();
	const author = await other.trader.id();
	const { asks, bids } = await honest.trader.ticks();
	for (let number = 1; number <= 2 * overlayLimits.offenses; number++) {
		const forged = cheater.envelope(undefined, tick({ number: 100 + number }), {});
		forged.write(author, 2, 'hex');
		cheater.sendFrame('published', forged);
	}
	await expectIgnored(cheater);
	expect(await honest.trader.ticks()).toEqual({ asks, bids });
	await expectTrade(market);
});

test('messages from the future, of impossible content and of excessive size reach no book', async () => {
	const cheater = await connectedCheater();
	const farAhead = Date.now() + 2 * MAX_FUTURE_MS;
	cheater.publish(tick({ number: 1 }), { sentMs: farAhead, expiresMs: 2 * farAhead });
	cheater.publish(tick({ number: 2, timestamp: farAhead }));
	cheater.publish(tick({ number: 3, precision: 2 }));
	cheater.publish(tick({ number: 4, mb: '-5' }));
	cheater.publish(tick({ number: 5, mb: '9'.repeat(5_000) }));
	cheater.publish(tick({ number: 6, btc: '0' }));
	cheater.publish('{"v":1,"kind":"tick"');
	cheater.publish(tick({ number: 7 }));
	await until(async () => (await ticksOf(honest, cheater)).includes(7));
	expect(await ticksOf(honest, cheater)).toEqual([7]);
	// The length of a frame of 4 GiB.
	cheater.sendBytes(Buffer.from([0xff, 0xff, 0xff, 0xff, 2]));
	await until(() => !cheater.isConnected, { awaited: 'the end of the connection' });
	await expectTrade(market);
});

test('forged and conflicting notes change no balance, and their signer is blocked', async () => {
	const cheater = await connectedCheater();
	await honest.trader.ask('50 MB', '0.5 BTC');
	const order = await lastOrder(honest);
	const id = 'c'.repeat(32);
	cheater.send(victim, {
		...{ v: 1, kind: 'proposal', id, partner: order, rounds: 10, timeout: 60_000, address: cheater.id },
		order: tick({ is_ask: false, mb: '50000', btc: '50000000' }),
		fill: { quantity: '50000', payment: '50000000' },
	});
	await cheater.awaits('agreed');
	const before = await ownBalances(market);
	const transaction = transactionOf(id, cheater);
	// Without the cheater's signature, of more than a round, of an unknown transaction.
	cheater.send(victim, payment(cheater, transaction, 5_000_000n, '0'.repeat(128)));
	cheater.send(victim, payment(cheater, transaction, 50_000_000n));
	cheater.send(victim, payment(cheater, '0'.repeat(64), 5_000_000n));
	// The first round. The honest service pays its part, once.
	const first = payment(cheater, transaction, 5_000_000n);
	for (let copy = 0; copy < 3; copy++) cheater.send(victim, first);
	const { body: answer } = await cheater.awaits('payment');
	expect(answer).toMatchObject({ asset: 'MB', round: 0, amount: '5000' });
	const after = { mb: before.mb - 5_000n, btc: before.btc + 5_000_000n };
	expect(await ownBalances(market)).toEqual(after);
	cheater.send(victim, payment(cheater, transaction, 4_999_999n));
	await expectIgnored(cheater);
	expect(await ownBalances(market)).toEqual(after);
	await honest.trader.cancel(order);
	await expectTrade(market);
});
