import { expect, test } from 'vitest';
import { crosses } from '../../../../source/basics/market/find-matches.ts';
import { available, createOrder, keyOf, type Order } from '../../../../source/basics/market/order.ts';
import {
	type Answer,
	MatchingEngine,
	type Proposal,
} from '../../../../source/service/market/matching/matching-engine.ts';
import type { Reservation } from '../../../../source/service/market/matching/reservations.ts';
import { START_MS } from './make-order.ts';
import { randomNumbers } from './random-trading.ts';

type Message = () => void;
const RETRY_MS = 5_000;

/**
 * Services that know all orders and trade with each other by messages. Messages arrive in any sequence. None is lost.
 */
class Services {
	readonly engines = new Map<string, MatchingEngine>();
	readonly #random: () => number;
	readonly #messages: Message[] = [];
	nowMs = START_MS;
	settled = 0;
	withdrawn = 0;
	countered = 0;
	late = 0;

	constructor(names: readonly string[], random: () => number) {
		this.#random = random;
		for (const name of names) this.engines.set(name, new MatchingEngine());
	}

	below(end: number): number {
		return Math.floor(this.#random() * end);
	}

	engine(name: string): MatchingEngine {
		const engine = this.engines.get(name);
		if (!engine) throw new Error(name);
		return engine;
	}

	place(order: Order): void {
		this.engine(order.trader).place(order, this.nowMs);
		for (const [name, engine] of this.engines) {
			if (name === order.trader) this.#propose(name, engine.match(keyOf(order), this.nowMs));
			else {
				this.#send(() => {
					engine.learn(order, this.nowMs);
					this.#propose(name, engine.match(keyOf(order), this.nowMs));
				});
			}
		}
	}

	/** Delivers one message of those that are under way. */
	deliver(): boolean {
		const [message] = this.#messages.splice(this.below(this.#messages.length), 1);
		message?.();
		return message !== undefined;
	}

	/** All services learn the traded quantities of all orders, and match again. Returns whether anything was proposed. */
	gossip(): boolean {
		this.nowMs += RETRY_MS;
		for (const owner of this.engines.values()) {
			for (const order of owner.ownOrders()) {
				for (const engine of this.engines.values()) engine.learn(order, this.nowMs);
			}
		}
		const before = this.#messages.length;
		for (const [name, engine] of this.engines) {
			for (const order of engine.ownOrders()) this.#propose(name, engine.match(keyOf(order), this.nowMs));
		}
		return this.#messages.length > before;
	}

	#send(message: Message): void {
		this.#messages.push(message);
	}

	#propose(name: string, reservations: readonly Reservation[]): void {
		for (const { id, ask, bid, proposer, quantity, payment } of reservations) {
			const partner = proposer === ask ? bid : ask;
			const receiver = partner.slice(0, partner.indexOf('.'));
			const proposal = { own: partner, partner: proposer, quantity, payment };
			this.#send(() => {
				const answer = this.engine(receiver).answer(proposal, this.nowMs);
				this.#send(() => this.#take(name, id, proposal, answer, receiver));
			});
		}
	}

	#take(name: string, id: number, proposal: Proposal, answer: Answer, receiver: string): void {
		const engine = this.engine(name);
		const known = engine.reservation(id);
		if (answer.kind === 'agreed') {
			this.withdrawn += answer.withdrawn.length;
			if (!engine.agree(id)) {
				// The proposal arrived after the trade that replaced it was settled.
				this.late++;
				this.#send(() => this.engine(receiver).release(answer.reservation.id, this.nowMs));
				return;
			}
			const fill = { quantity: proposal.quantity, payment: proposal.payment };
			this.#send(() => engine.settle(id, fill, this.nowMs));
			this.#send(() => this.engine(receiver).settle(answer.reservation.id, fill, this.nowMs));
			this.settled++;
			return;
		}
		engine.release(id, this.nowMs, this.nowMs + RETRY_MS);
		if (answer.kind === 'refused' || !known) return;
		this.countered++;
		const again = engine.propose(
			{ own: proposal.partner, partner: proposal.own, ...answer.fill },
			this.nowMs,
		);
		if (again) this.#propose(name, [again]);
	}
}

test.each([1, 2, 3, 4, 5, 6])(
	'services that propose at the same time agree on every trade (seed %i)',
	(seed) => {
		const names = ['a', 'b', 'c', 'd'];
		const services = new Services(names, randomNumbers(seed));
		for (let number = 1; number <= 300; number++) {
			services.nowMs += services.below(5);
			const first = BigInt(1 + services.below(40));
			const order = createOrder({
				trader: names[services.below(names.length)] ?? 'a',
				number,
				isAsk: services.below(2) === 0,
				assets: { first: 'BTC', second: 'MB' },
				first,
				second: (first * BigInt(900 + services.below(201))) / 100n + 1n,
				timestampMs: services.nowMs,
				timeoutS: 86_400,
			});
			services.place(order);
			for (let message = services.below(12); message > 0; message--) services.deliver();
		}
		let rounds = 0;
		do while (services.deliver());
		while (services.gossip() && ++rounds < 100);
		while (services.deliver());

		const orders = [...services.engines.values()].flatMap((engine) => engine.ownOrders());
		const sum = (isAsk: boolean, field: 'traded' | 'paid') =>
			orders.reduce((total, order) => (order.isAsk === isAsk ? total + order[field] : total), 0n);
		expect(sum(true, 'traded')).toBe(sum(false, 'traded'));
		expect(sum(true, 'paid')).toBe(sum(false, 'paid'));
		for (const order of orders) {
			expect(order.reserved).toBe(0n);
			expect(order.traded <= order.first).toBe(true);
			const over = order.paid * order.first - order.traded * order.second;
			expect(order.isAsk ? over >= 0n : over <= 0n).toBe(true);
		}
		const open = orders.filter((order) => available(order) > 0n);
		const crossed = open.filter((ask) =>
			open.some((bid) => ask.isAsk && !bid.isAsk && ask.trader !== bid.trader && crosses(ask, bid)),
		);
		expect(crossed.map(keyOf)).toEqual([]);
		expect(rounds).toBeLessThan(100);
		expect(services.settled).toBeGreaterThan(100);
		expect(services.withdrawn).toBeGreaterThan(0);
	},
);
