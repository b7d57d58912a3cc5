import { expect } from 'vitest';
import { larger } from '../../../../source/basics/big-integers.ts';
import { signNote } from '../../../../source/service/market/ledger/note.ts';
import { tryDecode } from '../../../../source/service/market/trading/codec.ts';
import { tickCodec } from '../../../../source/service/market/trading/messages.ts';
import { transactionRow } from '../../../../source/service/market/trading/saved-rows.ts';
import type { TradingMessage } from '../../../../source/service/market/trading/trading-options.ts';
import { hashSignatures } from './hash-signatures.ts';
import { assetNames, CREDIT, check, noFaults, SimulatedMarket } from './simulated-market.ts';
import { envelopeOf, type SimulatedTrader } from './simulated-trader.ts';

const CHEATER = 'mallory';
const TIMEOUT_MS = 30_000;

/** Replaces a message by others. `to` is its recipient. */
type Tamper = (message: TradingMessage, to: string) => readonly TradingMessage[];
type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = ({ body }: TradingMessage): Fields =>
	typeof body === 'object' && body !== null ? { ...body } : {};

const kindOf = (message: TradingMessage): unknown => fieldsOf(message).kind;

/** A message of the cheater with another content. A published one gets a valid signature. */
function changed(message: TradingMessage, fields: Fields): TradingMessage {
	const body = { ...fieldsOf(message), ...fields };
	const envelope = message.envelope === '' ? '' : envelopeOf(message.from, body);
	return { ...message, body, envelope };
}

/** Sends earlier messages again, its own and those of others. */
function replays(market: SimulatedMarket): Tamper {
	const seen: { readonly message: TradingMessage; readonly to: string }[] = [];
	return (message, to) => {
		seen.push({ message, to });
		for (let times = market.below(3); times > 0; times--) {
			const old = seen[market.below(seen.length)];
			if (old) market.after(market.below(60_000), () => market.deliver(old.message, old.to));
		}
		return [message];
	};
}

/** Changes amounts, rounds, signatures and ids of its messages. */
function forges(market: SimulatedMarket): Tamper {
	const values = [
		'1',
		'-5',
		'1e9',
		'99999999999999999999999999999999999',
		0,
		-1,
		2 ** 60,
		null,
		{},
		[],
		'ff'.repeat(32),
	];
	return (message) => {
		if (message.from !== CHEATER) return [message];
		const fields = Object.keys(fieldsOf(message));
		const forged = Array.from({ length: market.below(4) }, () =>
			changed(message, {
				[fields[market.below(fields.length)] ?? 'kind']: values[market.below(values.length)],
			}),
		);
		return [...forged, message];
	};
}

/** Receives payments and pays nothing. */
const withholds: Tamper = (message) =>
	message.from === CHEATER && kindOf(message) === 'payment' ? [] : [message];

/** Signs a second payment for each round. */
const signsTwice: Tamper = (message, to) => {
	if (message.from !== CHEATER || kindOf(message) !== 'payment') return [message];
	const { asset, amount, round, timestamp, transaction } = fieldsOf(message);
	const note = signNote(hashSignatures(CHEATER), {
		payee: to,
		asset: String(asset),
		amount: BigInt(String(amount)),
		transaction: String(transaction),
		round: Number(round),
		timestampMs: Number(timestamp) + 1,
	});
	return [message, changed(message, { timestamp: note.timestampMs, signature: note.signature })];
};

/** States wrong traded amounts, and changes its terms. */
function lies(market: SimulatedMarket): Tamper {
	return (message) => {
		const tick = message.from === CHEATER ? tryDecode(tickCodec, message.body) : undefined;
		if (!tick) return [message];
		const version = tick.version * 10 + market.below(9);
		const traded = BigInt(market.below(Number(tick.first.amount)));
		const lie = tickCodec.encode({ ...tick, version, traded, state: 'open' });
		const altered = tickCodec.encode({ ...tick, version: version + 1, is_ask: !tick.is_ask });
		return [lie, altered].map((body) => ({ ...message, body, envelope: envelopeOf(CHEATER, body) }));
	};
}

/** Sends many ticks and proposals with some messages. */
function floods(market: SimulatedMarket): Tamper {
	let number = 1_000;
	return (message, to) => {
		if (message.from !== CHEATER || market.below(10) > 0) return [message];
		const ticks = Array.from({ length: 20 }, () => {
			const body = tickCodec.encode({
				v: 1,
				kind: 'tick',
				number: ++number,
				version: 1,
				is_ask: market.below(2) === 0,
				first: { asset: 'BTC', precision: 0, amount: 10n },
				second: { asset: 'MB', precision: 0, amount: BigInt(1 + market.below(40)) },
				timestamp: market.nowMs,
				timeout: 3600,
				traded: 0n,
				state: 'open',
			});
			return { from: CHEATER, via: CHEATER, body, envelope: envelopeOf(CHEATER, body) };
		});
		const proposals = ticks.slice(0, 5).map(({ body }, index) => ({
			from: CHEATER,
			via: CHEATER,
			envelope: '',
			body: {
				v: 1,
				kind: 'proposal',
				id: `${number}${index}`.padStart(32, '0'),
				order: body,
				partner: 1 + market.below(6),
				fill: { quantity: '10', payment: String(1 + market.below(40)) },
				rounds: 1,
				timeout: TIMEOUT_MS,
				address: to,
			},
		}));
		return [message, ...ticks, ...proposals];
	};
}

/** Checks the amounts that were given to the cheater without their part in return, by asset. */
function checkLosses(trader: SimulatedTrader): void {
	const losses = new Map<string, bigint>();
	for (const record of trader.transactionRows()) {
		const { id, partner, isAsk, assets, quantity, payment } = transactionRow.decode(record);
		if (partner.trader !== CHEATER) continue;
		const sumOf = (kind: 'paid' | 'received') =>
			trader
				.notes(kind)
				.reduce((sum, { transaction, amount }) => (transaction === id ? sum + amount : sum), 0n);
		const [give, get, asset] = isAsk ? [quantity, payment, assets.first] : [payment, quantity, assets.second];
		const returned = get === 0n ? give : (sumOf('received') * give) / get;
		const loss = larger(sumOf('paid') - returned, 0n);
		losses.set(asset, (losses.get(asset) ?? 0n) + loss);
	}
	for (const [asset, loss] of losses) check(loss <= CREDIT, () => `${trader.name} lost ${loss} ${asset}`);
}

function simulate(seed: number, cheat: (market: SimulatedMarket) => Tamper) {
	const market = new SimulatedMarket(seed, ['alice', 'bob', 'carol', CHEATER], TIMEOUT_MS);
	market.faults = { ...noFaults, maxDelayMs: 200 };
	market.tamper = cheat(market);
	const honest = [...market.traders.values()].filter(({ name }) => name !== CHEATER);
	for (const trader of market.traders.values()) {
		for (let order = 0; order < 6; order++) {
			market.after(market.below(60_000), () => market.placeRandom(trader));
		}
	}
	for (let second = 0; second < 300; second++) {
		market.run(market.nowMs + 1_000);
		market.checkRisk(honest);
	}
	for (const trader of honest) {
		checkLosses(trader);
		for (const asset of assetNames) {
			const known = trader.trading?.balances().find(({ name }) => name === asset)?.balance;
			if (asset !== 'EUR') expect(known).toBe(trader.balance(asset));
		}
		for (const order of trader.trading?.ownOrders() ?? []) {
			check(order.traded <= order.first, () => `${trader.name} ${order.number} is over-traded`);
		}
		for (const note of trader.notes('paid').filter(({ payee }) => payee !== CHEATER)) {
			const received = market.get(note.payee).notes('received');
			check(
				received.some(({ signature }) => signature === note.signature),
				() => `${trader.name}: a note was not received`,
			);
		}
		for (const other of honest) check(!trader.blocked.has(other.name), () => `${other.name} is blocked`);
	}
	return { market, honest };
}

/** Cheats by name. */
export const cheats: Readonly<Record<string, (market: SimulatedMarket) => Tamper>> = {
	replays,
	forges,
	withholds: () => withholds,
	'signs two notes for a round': () => signsTwice,
	lies,
	floods,
	'does everything': (market) => {
		const tampers = [replays(market), forges(market), signsTwice, lies(market), floods(market), withholds];
		return (message, to) =>
			message.from === CHEATER ? (tampers[market.below(tampers.length)]?.(message, to) ?? []) : [message];
	},
};

/** Cheats that block the cheater. */
const blocking = new Set(['withholds', 'signs two notes for a round', 'does everything']);

/** Runs markets with a cheater. Expects that traders lose at most one round to it. */
export function expectSmallLosses(name: string, seeds: number): void {
	const cheat = cheats[name];
	if (!cheat) throw new Error(name);
	let [trades, blocks, honestTrades, rejects] = [0, 0, 0, 0];
	for (let seed = 0; seed < seeds; seed++) {
		const { honest } = simulate(seed, cheat);
		for (const trader of honest) {
			const transactions = trader.trading?.transactions() ?? [];
			trades += transactions.filter((one) => one.partner_trader_id === CHEATER).length;
			honestTrades += transactions.filter(
				(one) => one.partner_trader_id !== CHEATER && one.status === 'completed',
			).length;
			blocks += trader.trading?.blocked().length ?? trader.blocked.size;
			rejects += trader.verdicts.filter(({ verdict }) => verdict === 'reject').length;
		}
	}
	expect(honestTrades).toBeGreaterThan(seeds);
	expect(trades).toBeGreaterThan(seeds);
	// Only a debt and a second signature prove a fraud. The overlay ends connections after rejected messages.
	expect(blocks > 0).toBe(blocking.has(name));
	expect(rejects > 0).toBe(!['replays', 'withholds'].includes(name));
}
