import { smaller } from '../../../../source/basics/big-integers.ts';
import { crosses, fillOf } from '../../../../source/basics/market/find-matches.ts';
import { available, keyOf, type Order, statusOf } from '../../../../source/basics/market/order.ts';
import { exposureOf, planRounds } from '../../../../source/service/market/settlement/rounds.ts';
import type { WalletTask } from '../../../../source/service/market/trading/effects.ts';
import { transactionRow } from '../../../../source/service/market/trading/saved-rows.ts';
import type {
	TradedAsset,
	TradingMessage,
} from '../../../../source/service/market/trading/trading-options.ts';
import { planOf } from '../../../../source/service/market/trading/transaction.ts';
import { START_MS } from '../matching/make-order.ts';
import { randomNumbers } from '../matching/random-trading.ts';
import { EventQueue } from './event-queue.ts';
import { SimulatedTrader, type World } from './simulated-trader.ts';
import { SimulatedBank } from './simulated-wallets.ts';

/** Probabilities of faults, from 0 to 1. */
export interface Faults {
	readonly loss: number;
	readonly duplicate: number;
	/** For each step of an effect. */
	readonly crash: number;
	readonly maxDelayMs: number;
	/** Wallet tasks without a result yet, or with two. */
	readonly wallet: number;
}

export const noFaults: Faults = { loss: 0, duplicate: 0, crash: 0, maxDelayMs: 20, wallet: 0 };
export const manyFaults: Faults = { loss: 0.1, duplicate: 0.1, crash: 0.004, maxDelayMs: 3_000, wallet: 0.2 };

export const CREDIT = 40n;
const BALANCE = 1_000n;
export const assetNames = ['BTC', 'MB', 'EUR'] as const;
/** This asset is in wallets that alone know the balance. */
export const EXTERNAL = 'EUR';
const MAX_DOWN_MS = 20_000;

/** Fails with a description. */
export function check(condition: boolean, describe: () => string): void {
	if (!condition) throw new Error(describe());
}

/** Traders with an unreliable network, unreliable wallets and crashes. The same run for a seed. */
export class SimulatedMarket implements World {
	readonly traders = new Map<string, SimulatedTrader>();
	readonly bank: SimulatedBank;
	readonly #queue = new EventQueue();
	readonly #random: () => number;
	faults: Faults = noFaults;
	nowMs = START_MS;
	crashCount = 0;
	messageCount = 0;
	/** Replaces a message to one trader by others, e.g. by forged ones. */
	tamper: (message: TradingMessage, to: string) => readonly TradingMessage[] = (message) => [message];

	constructor(
		seed: number,
		names: readonly string[],
		timeoutMs = 600_000,
		historyMs = Number.POSITIVE_INFINITY,
	) {
		this.#random = randomNumbers(seed);
		this.bank = new SimulatedBank(names, BALANCE);
		for (const name of names) {
			this.traders.set(name, new SimulatedTrader(name, this.#assets(name), this, timeoutMs, historyMs));
		}
		this.#connectAll();
	}

	below(end: number): number {
		return Math.floor(this.#random() * end);
	}

	get(name: string): SimulatedTrader {
		const trader = this.traders.get(name);
		if (!trader) throw new Error(name);
		return trader;
	}

	/** Adds an event of the simulation. */
	after(delayMs: number, run: () => void): void {
		this.#queue.add(this.nowMs + delayMs, run);
	}

	/** Places an order near a price of 2 with odd amounts. */
	placeRandom(trader: SimulatedTrader): number | undefined {
		const first = 1 + this.below(120);
		const second = Math.max(1, Math.round((first * (180 + this.below(41))) / 100));
		const pairs = [
			['BTC', 'MB'],
			['BTC', EXTERNAL],
			['MB', EXTERNAL],
		] as const;
		const [one, other] = pairs[this.below(pairs.length)] ?? pairs[0];
		return trader.place({
			isAsk: this.below(2) === 0,
			assets: { first: one, second: other },
			first: BigInt(first),
			second: BigInt(second),
			timeoutS: 86_400,
		});
	}

	send(_from: string, to: string, message: TradingMessage): void {
		for (const one of this.tamper(message, to)) this.deliver(one, to);
	}

	publish(from: string, message: TradingMessage): void {
		for (const to of this.traders.keys()) {
			if (to !== from) for (const one of this.tamper(message, to)) this.deliver(one, to);
		}
	}

	/** Delivers a message later, or not, or twice. Published ones have an envelope. */
	deliver(message: TradingMessage, to: string): void {
		this.#deliver(to, (trader) => {
			if (message.envelope === '') trader.received(message);
			else trader.published(message);
		});
	}

	runTask(trader: SimulatedTrader, task: WalletTask): void {
		const { trading } = trader;
		const isUnknown = this.#random() < this.faults.wallet;
		const isTwice = this.#random() < this.faults.wallet;
		for (let time = 0; time < (isTwice ? 2 : 1); time++) {
			this.after(this.below(this.faults.maxDelayMs), () => {
				// The result is lost if the trader crashed meanwhile.
				if (trader.trading !== trading) return;
				if (isUnknown && time === 0) trader.walletDone(task, unknownResult(task));
				else if (task.asset === EXTERNAL) trader.walletDone(task, this.bank.run(trader.name, task));
				else trader.walletDone(task, ledgerResult(trader, task));
			});
		}
	}

	crashes(): boolean {
		return this.#random() < this.faults.crash;
	}

	crashed(trader: SimulatedTrader): void {
		this.crashCount++;
		for (const other of this.traders.values()) if (other !== trader) other.disconnected(trader.name);
		this.after(this.below(MAX_DOWN_MS), () => this.restart(trader));
	}

	restart(trader: SimulatedTrader): void {
		if (trader.trading) return;
		trader.start();
		this.#connect(trader);
	}

	/** Runs all events until a time. */
	run(untilMs: number): void {
		for (;;) {
			const next = Math.min(this.#queue.nextMs ?? Number.POSITIVE_INFINITY, this.#nextTimerMs());
			if (next > untilMs) break;
			this.nowMs = Math.max(this.nowMs, next);
			if ((this.#queue.nextMs ?? Number.POSITIVE_INFINITY) <= this.nowMs) this.#queue.take()?.run();
			for (const trader of this.traders.values()) {
				if ((trader.trading?.nextMs ?? Number.POSITIVE_INFINITY) <= this.nowMs) trader.advance();
			}
		}
		this.nowMs = untilMs;
	}

	orders(): readonly Order[] {
		return [...this.traders.values()].flatMap((trader) => trader.trading?.ownOrders() ?? []);
	}

	/** Checks the risk of every leader at this moment. */
	checkRisk(traders: Iterable<SimulatedTrader> = this.traders.values()): void {
		const risks = new Map<string, bigint>();
		for (const trader of traders) {
			const paid = (id: string, payer: string) =>
				trader.ledger.reduce((sum, { kind, note }) => {
					const isIt = kind !== 'confirmed' && note.transaction === id && note.payer === payer;
					return isIt ? sum + note.amount : sum;
				}, 0n);
			for (const record of trader.transactionRows()) {
				const row = transactionRow.decode(record);
				if (row.role !== 'leader') continue;
				const lead = paid(row.id, trader.name);
				const follow = paid(row.id, row.partner.trader);
				const asset = row.isAsk ? row.assets.first : row.assets.second;
				const key = `${trader.name} ${row.partner.trader} ${asset}`;
				const risk = (risks.get(key) ?? 0n) + exposureOf(planOf(row), { lead, follow });
				check(risk <= CREDIT, () => `${key} risks ${risk}`);
				risks.set(key, risk);
			}
		}
	}

	/** Checks that no transaction of more than a minute is pending. */
	checkSettled(): void {
		for (const trader of this.traders.values()) {
			for (const record of trader.transactionRows()) {
				const { id, status, createdMs, role } = transactionRow.decode(record);
				const isLate = status === 'pending' && createdMs < this.nowMs - 60_000;
				check(!isLate, () => `${trader.name}: transaction ${id} of a ${role} is pending`);
			}
		}
	}

	/** Checks the state after all messages were delivered. */
	checkEnd(): void {
		const traders = [...this.traders.values()];
		for (const asset of assetNames) {
			const total = traders.reduce((sum, trader) => sum + trader.balance(asset), 0n);
			const start = traders.reduce(
				(sum, trader) => sum + (trader.assets.find(({ name }) => name === asset)?.balance ?? 0n),
				0n,
			);
			check(total === start, () => `${asset} is not conserved: ${total} of ${start}`);
		}
		check(this.bank.total === BALANCE * BigInt(traders.length), () => 'the bank is not conserved');
		for (const trader of traders) {
			const inBank = this.bank.balance(trader.name) - BALANCE;
			check(inBank === trader.balance(EXTERNAL), () => `${trader.name}: bank and ledger differ`);
			for (const note of trader.notes('paid')) {
				const isReceived = this.get(note.payee)
					.notes('received')
					.some((other) => other.signature === note.signature);
				check(isReceived, () => `${trader.name}: a note was not received`);
				const isConfirmed = trader.notes('confirmed').some((other) => other.signature === note.signature);
				check(isConfirmed, () => `${trader.name}: a note was not confirmed`);
			}
			for (const { balance, name, committed } of trader.trading?.balances() ?? []) {
				check(balance === undefined || balance >= 0n, () => `${trader.name}: ${name} is negative`);
				check(committed >= 0n, () => `${trader.name}: ${name} is committed below 0`);
			}
		}
		this.#checkOrders();
	}

	#checkOrders(): void {
		const orders = this.orders();
		const sums = new Map<string, bigint>();
		for (const order of orders) {
			check(order.traded <= order.first, () => `${keyOf(order)} is over-traded`);
			check(order.reserved === 0n, () => `${keyOf(order)} reserves ${order.reserved}`);
			const sign = order.isAsk ? 1n : -1n;
			const pair = `${order.assets.first}/${order.assets.second}`;
			sums.set(pair, (sums.get(pair) ?? 0n) + sign * order.traded);
			sums.set(`${pair} paid`, (sums.get(`${pair} paid`) ?? 0n) + sign * order.paid);
		}
		for (const [pair, sum] of sums) check(sum === 0n, () => `${pair}: asks and bids differ by ${sum}`);
		const open = orders.filter((order) => statusOf(order, this.nowMs) === 'open' && available(order) > 0n);
		for (const ask of open.filter(({ isAsk }) => isAsk)) {
			for (const bid of open.filter(({ isAsk }) => !isAsk)) {
				const isPair = ask.assets.first === bid.assets.first && ask.assets.second === bid.assets.second;
				const isCrossed = isPair && ask.trader !== bid.trader && crosses(ask, bid);
				check(!isCrossed || !hasPlan(ask, bid), () => `${keyOf(ask)} crosses ${keyOf(bid)}`);
			}
		}
	}

	#assets(name: string): readonly TradedAsset[] {
		return assetNames.map((asset) => ({
			name: asset,
			precision: 0,
			balance: asset === EXTERNAL ? 0n : BALANCE,
			isExternal: asset === EXTERNAL,
			credit: CREDIT,
			exposure: 3n * CREDIT,
			address: name,
		}));
	}

	#connectAll(): void {
		for (const trader of this.traders.values()) this.#connect(trader);
	}

	#connect(trader: SimulatedTrader): void {
		for (const other of this.traders.values()) {
			if (other === trader || !other.trading) continue;
			trader.connected(other.name);
			other.connected(trader.name);
		}
	}

	#deliver(to: string, take: (trader: SimulatedTrader) => void): void {
		if (this.#random() < this.faults.loss) return;
		const times = this.#random() < this.faults.duplicate ? 2 : 1;
		for (let time = 0; time < times; time++) {
			this.after(1 + this.below(this.faults.maxDelayMs), () => {
				this.messageCount++;
				const trader = this.traders.get(to);
				if (trader?.trading) take(trader);
			});
		}
	}

	#nextTimerMs(): number {
		let next = Number.POSITIVE_INFINITY;
		for (const { trading } of this.traders.values()) {
			next = Math.min(next, trading?.nextMs ?? Number.POSITIVE_INFINITY);
		}
		return next;
	}
}

/** Whether one of two traders can lead a trade of their orders within its credit. */
function hasPlan(ask: Order, bid: Order): boolean {
	const fill = fillOf(ask, bid, smaller(available(ask), available(bid)));
	if (!fill) return false;
	const { quantity, payment } = fill;
	return [planRounds(quantity, payment, CREDIT), planRounds(payment, quantity, CREDIT)].some(Boolean);
}

function unknownResult(task: WalletTask) {
	if (task.kind === 'balance') return { kind: 'balance', balance: undefined } as const;
	if (task.kind === 'received') return { kind: 'received', received: undefined } as const;
	return { kind: 'pay', result: { kind: 'not-yet', reason: 'busy' } } as const;
}

function ledgerResult(trader: SimulatedTrader, task: WalletTask) {
	if (task.kind === 'balance') return { kind: 'balance', balance: trader.balance(task.asset) } as const;
	if (task.kind === 'received') return { kind: 'received', received: true } as const;
	return { kind: 'pay', result: { kind: 'paid', paymentId: task.reference } } as const;
}
