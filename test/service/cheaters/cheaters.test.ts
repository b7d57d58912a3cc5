import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { noteContent } from '../../../source/service/market/ledger/note.ts';
import { MAX_TICKS_PER_TRADER } from '../../../source/service/market/trading/tick-limits.ts';
import { MAX_FUTURE_MS } from '../../../source/service/overlay/envelope.ts';
import { overlayLimits } from '../../../source/service/overlay/limits.ts';
import { runTwoTradingProcesses, type TradingProcess } from '../../fixtures/trading-service.ts';
import type { TradedAsset } from '../../programs/trader.ts';
import { until } from '../../programs/until.ts';
import { type Cheater, startCheater } from './cheater.ts';

const assets: readonly TradedAsset[] = [
	{ name: 'MB', precision: 3, balance: '1000', credit: '10' },
	{ name: 'BTC', precision: 8, balance: '10', credit: '0.1' },
];
const TRANSACTION_TIMEOUT_S = 3;
const CREDIT_BTC = 10_000_000n;
const START_BTC = 1_000_000_000n;
const START_MB = 1_000_000n;
const FLOOD = 20_000;
/** Purpose with which services sign notes. */
const NOTE_PURPOSE = 'seedtop/market/note/1';

let honest: TradingProcess;
let other: TradingProcess;
/** Id of the service that the cheaters connect to. */
let victim: string;
/** Cheats in the first test, and is blocked in the last. The time between is the grace of a partner that owes a payment. */
let debtor: Cheater;

beforeAll(async () => {
	const options = { assets, transactionTimeoutS: TRANSACTION_TIMEOUT_S };
	[[honest, other], debtor] = await Promise.all([runTwoTradingProcesses(options), startCheater()]);
	await until(async () => (await honest.trader.balances()).size > 0);
	victim = await honest.trader.id();
});

async function connectedCheater(): Promise<Cheater> {
	const cheater = await startCheater();
	await cheater.connect(honest.address);
	return cheater;
}

interface TickTerms {
	readonly number?: number;
	readonly version?: number;
	readonly is_ask?: boolean;
	readonly mb?: string;
	readonly btc?: string;
	readonly timestamp?: number;
	readonly state?: string;
	readonly precision?: number;
}

/** Returns a statement about an order of the cheater, as services publish it. */
function tick(terms: TickTerms = {}): object {
	const { number = 1, version = 1, is_ask = true, mb = '100000', btc = '100000000' } = terms;
	const { timestamp = Date.now(), state = 'open', precision = 3 } = terms;
	return {
		...{ v: 1, kind: 'tick', number, version, is_ask, timestamp, timeout: 3600, traded: '0', state },
		first: { asset: 'MB', precision, amount: mb },
		second: { asset: 'BTC', precision: 8, amount: btc },
	};
}

/** Returns the numbers of a cheater's ticks in the books of a service. */
async function ticksOf({ trader }: TradingProcess, { id }: Cheater): Promise<readonly number[]> {
	const { asks, bids } = await trader.ticks();
	return [...asks, ...bids].filter((each) => each.trader === id).map(({ number }) => number);
}

async function lastOrder({ trader }: TradingProcess): Promise<number> {
	return Math.max(...(await trader.orders()).map(({ number }) => number));
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

/** The honest services trade with each other. The other one never traded with anyone else. */
async function expectTrade(): Promise<void> {
	const before = (await other.trader.transactions()).length;
	await honest.trader.ask('1.5 MB', '0.0021 BTC');
	await other.trader.bid('1.5 MB', '0.0021 BTC');
	const done = await until(async () => {
		const all = await other.trader.transactions();
		return all.length > before && all.every(({ status }) => status === 'completed') && all;
	});
	expect(done.map(({ partner }) => partner)).toEqual(done.map(() => victim));
	const balances = await other.trader.balances();
	const count = BigInt(done.length);
	expect(balances.get('MB')?.balance).toBe(START_MB + 1_500n * count);
	expect(balances.get('BTC')?.balance).toBe(START_BTC - 210_000n * count);
}

/** Returns the balances of the honest service, without its trades with the other one. */
async function ownBalances(): Promise<{ readonly mb: bigint; readonly btc: bigint }> {
	const [balances, transactions] = await Promise.all([
		honest.trader.balances(),
		honest.trader.transactions(),
	]);
	const otherId = await other.trader.id();
	const traded = BigInt(transactions.filter(({ partner }) => partner === otherId).length);
	return {
		mb: (balances.get('MB')?.balance ?? 0n) + 1_500n * traded,
		btc: (balances.get('BTC')?.balance ?? 0n) - 210_000n * traded,
	};
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

test('a replayed tick does not open a cancelled order again, also after a restart', async () => {
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
	await expectTrade();
	expect(await isKnown()).toBe(false);
	await honest.service.end('SIGKILL');
	await honest.service.restart();
	await cheater.connect(honest.address);
	for (let copy = 0; copy < 20; copy++) cheater.sendFrame('published', envelope.bytes);
	await expectTrade();
	expect(await isKnown()).toBe(false);
});

test('a trader that takes a payment and gives nothing costs one round', async () => {
	await debtor.connect(honest.address);
	debtor.publish(tick({ mb: '50000', btc: '50000000' }));
	await until(async () => (await ticksOf(honest, debtor)).length === 1);
	await honest.trader.bid('50 MB', '0.5 BTC');
	const { body: proposal } = await debtor.awaits('proposal');
	for (let copy = 0; copy < 3; copy++) {
		debtor.send(victim, { v: 1, kind: 'agreed', id: proposal.id, address: debtor.id });
	}
	const { body: first } = await debtor.awaits('payment');
	expect(BigInt(String(first.amount))).toBeLessThanOrEqual(CREDIT_BTC);
	await honest.trader.cancel(await lastOrder(honest));
	await expectTrade();
	expect(await ownBalances()).toEqual({ mb: START_MB, btc: START_BTC - BigInt(String(first.amount)) });
});

test('a tick that another trader did not sign is rejected, and its sender is blocked', async () => {
	const cheater = await connectedCheater();
	const author = await other.trader.id();
	const { asks, bids } = await honest.trader.ticks();
	for (let number = 1; number <= 2 * overlayLimits.offences; number++) {
		const forged = cheater.envelope(undefined, tick({ number: 100 + number }), {});
		forged.write(author, 2, 'hex');
		cheater.sendFrame('published', forged);
	}
	await expectIgnored(cheater);
	expect(await honest.trader.ticks()).toEqual({ asks, bids });
	await expectTrade();
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
	await expectTrade();
});

test('a flood of ticks is limited, and the service keeps answering', async () => {
	const cheater = await connectedCheater();
	for (let number = 1; number <= FLOOD; number++) {
		cheater.publish(tick({ number, is_ask: false, btc: '1' }));
		if (number % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
	}
	await expectTrade();
	expect((await ticksOf(honest, cheater)).length).toBeLessThanOrEqual(MAX_TICKS_PER_TRADER);
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
	const before = await ownBalances();
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
	expect(await ownBalances()).toEqual(after);
	cheater.send(victim, payment(cheater, transaction, 4_999_999n));
	await expectIgnored(cheater);
	expect(await ownBalances()).toEqual(after);
	await honest.trader.cancel(order);
	await expectTrade();
});

test('a trader that still owes a payment after its time is blocked', async () => {
	const failed = await until(async () =>
		(await honest.trader.transactions()).find(({ partner }) => partner === debtor.id),
	);
	await until(
		async () => {
			const all = await honest.trader.transactions();
			return all.some(({ partner, status }) => partner === debtor.id && status === 'error');
		},
		{ awaited: 'the failed transaction', timeoutMs: 90_000 },
	);
	expect(failed.transferred.first.units).toBe(0n);
	expect(failed.transferred.second.units).toBeLessThanOrEqual(CREDIT_BTC);
	await until(async () => (await ticksOf(honest, debtor)).length === 0);
	debtor.publish(tick({ number: 999 }));
	await expectTrade();
	expect(await ticksOf(honest, debtor)).toEqual([]);
}, 120_000);
