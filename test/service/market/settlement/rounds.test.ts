import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Ledger, type LedgerEntry } from '../../../../source/service/market/ledger/ledger.ts';
import type { Note } from '../../../../source/service/market/ledger/note.ts';
import {
	exposureOf,
	isRoundCount,
	isWithinCredit,
	MAX_ROUNDS,
	nextPayment,
	planRounds,
	type RoundPlan,
} from '../../../../source/service/market/settlement/rounds.ts';
import { keySignatures } from '../ledger/key-signatures.ts';

const amount = fc.bigInt(1n, 10n ** 24n);
const anyPlan = fc
	.tuple(amount, fc.bigInt(0n, 10n ** 24n), fc.integer({ min: 1, max: 60 }))
	.map(([lead, follow, parts]) => {
		const credit = lead / BigInt(parts) + 1n;
		return { plan: planRounds(lead, follow, credit), credit };
	});

describe('planRounds', () => {
	test('makes the fewest rounds within the credit', () => {
		expect(planRounds(10n, 7n, 10n)).toEqual({ lead: 10n, follow: 7n, rounds: 1 });
		expect(planRounds(10n, 7n, 9n)?.rounds).toBe(2);
		expect(planRounds(10n, 7n, 3n)?.rounds).toBe(4);
	});

	test('refuses trades without credit, and too many rounds', () => {
		expect(planRounds(10n, 7n, 0n)).toBeUndefined();
		expect(planRounds(0n, 7n, 1n)).toBeUndefined();
		const most = BigInt(MAX_ROUNDS);
		expect(planRounds(most, most, 1n)?.rounds).toBe(MAX_ROUNDS);
		expect(planRounds(most + 1n, most + 1n, 1n)).toBeUndefined();
	});

	test('refuses trades in which one unit of the follower costs more than the credit', () => {
		expect(planRounds(1000n, 1n, 999n)).toBeUndefined();
		expect(planRounds(1000n, 1n, 1000n)?.rounds).toBe(1);
		expect(planRounds(1000n, 2n, 500n)?.rounds).toBe(2);
	});

	test('has no plan with more rounds than units of the follower', () => {
		fc.assert(
			fc.property(anyPlan, ({ plan }) => {
				if (plan) expect(isRoundCount(plan.follow, plan.rounds)).toBe(true);
			}),
		);
		expect(isRoundCount(1n, 1000)).toBe(false);
	});
});

describe('nextPayment', () => {
	test('alternates between leader and follower', () => {
		const plan: RoundPlan = { lead: 10n, follow: 100n, rounds: 3 };
		const paid = { lead: 0n, follow: 0n };
		const payments = [];
		for (let due = nextPayment(plan, paid); due; due = nextPayment(plan, paid)) {
			payments.push([due.round, due.payer, due.amount]);
			paid[due.payer === 'leader' ? 'lead' : 'follow'] += due.amount;
		}
		expect(payments).toEqual([
			[0, 'leader', 4n],
			[0, 'follower', 33n],
			[1, 'leader', 3n],
			[1, 'follower', 33n],
			[2, 'leader', 3n],
			[2, 'follower', 34n],
		]);
	});

	test('pays both amounts exactly, and neither side risks more than its part', () => {
		fc.assert(
			fc.property(anyPlan, ({ plan, credit }) => {
				fc.pre(plan !== undefined);
				const paid = { lead: 0n, follow: 0n };
				for (let due = nextPayment(plan, paid); due; due = nextPayment(plan, paid)) {
					expect(due.amount > 0n).toBe(true);
					paid[due.payer === 'leader' ? 'lead' : 'follow'] += due.amount;
					const exposure = exposureOf(plan, paid);
					expect(exposure >= 0n && exposure <= credit).toBe(true);
					// The leader has paid the price of all units of the follower.
					expect(paid.lead * plan.follow >= paid.follow * plan.lead).toBe(true);
				}
				expect(paid).toEqual({ lead: plan.lead, follow: plan.follow });
			}),
			{ examples: [[{ plan: planRounds(1n, 0n, 2n), credit: 2n }]] },
		);
	});

	test.each([
		{ lead: 1n, follow: 0n },
		{ lead: 3n, follow: 31n },
		{ lead: 0n, follow: 30n },
		{ lead: 6n, follow: 0n },
		{ lead: 11n, follow: 100n },
		{ lead: 10n, follow: 101n },
	])('refuses sums that are not those of whole rounds: %o', (paid) => {
		expect(() => nextPayment({ lead: 10n, follow: 100n, rounds: 3 }, paid)).toThrow();
	});
});

test('isWithinCredit adds the exposure of all transactions with a partner', () => {
	const plan: RoundPlan = { lead: 10n, follow: 100n, rounds: 2 };
	const exposed = { partner: 'bob', asset: 'BTC', plan, paid: { lead: 5n, follow: 0n } };
	const even = { ...exposed, paid: { lead: 5n, follow: 50n } };
	const payment = { partner: 'bob', asset: 'BTC', amount: 5n };
	expect(isWithinCredit([even, even], payment, 5n)).toBe(true);
	expect(isWithinCredit([exposed], payment, 9n)).toBe(false);
	expect(isWithinCredit([exposed], payment, 10n)).toBe(true);
	expect(isWithinCredit([exposed, exposed], payment, 14n)).toBe(false);
	expect(
		isWithinCredit(
			[
				{ ...exposed, partner: 'carol' },
				{ ...exposed, asset: 'MB' },
			],
			payment,
			5n,
		),
	).toBe(true);
});

/** A trader that keeps its ledger as entries, so that it can restart. */
class Trader {
	readonly entries: LedgerEntry[] = [];
	readonly #name: string;
	readonly #balances: ReadonlyMap<string, bigint>;
	ledger: Ledger;

	constructor(name: string, balances: ReadonlyMap<string, bigint>) {
		this.#name = name;
		this.#balances = balances;
		this.ledger = new Ledger(keySignatures(name), balances);
	}

	restart(): void {
		this.ledger = new Ledger(keySignatures(this.#name), this.#balances, this.entries);
	}

	/** Returns the note of a result after storing its entry. */
	take(result: ReturnType<Ledger['pay']>): Note | undefined {
		if (result.kind === 'refused') return undefined;
		if (result.entry) this.entries.push(result.entry);
		return result.note;
	}
}

test('two ledgers complete a trade in spite of restarts, lost and repeated messages', () => {
	const happening = fc.constantFrom('none', 'none', 'lose', 'repeat', 'restart-leader', 'restart-follower');
	const happenings = fc.array(happening, { maxLength: 40 });
	fc.assert(
		fc.property(fc.bigInt(1n, 10n ** 12n), fc.bigInt(1n, 10n ** 12n), happenings, (lead, follow, script) => {
			const plan = planRounds(lead, follow, lead / 5n + 1n);
			fc.pre(plan !== undefined);
			const amounts = new Map([
				['BTC', lead],
				['MB', follow],
			]);
			const [leader, follower] = [new Trader('alice', amounts), new Trader('bob', amounts)];
			const sums = ({ ledger }: Trader) => ({
				lead: ledger.paidBy('t', 'alice'),
				follow: ledger.paidBy('t', 'bob'),
			});
			const steps = script.values();
			for (let step = 0; step < 100; step++) {
				const happens = steps.next().value;
				if (happens === 'restart-leader') leader.restart();
				if (happens === 'restart-follower') follower.restart();
				// Each side derives from its own ledger what it has to send.
				for (const [payer, payee, role] of [
					[leader, follower, 'leader'],
					[follower, leader, 'follower'],
				] as const) {
					const due = nextPayment(plan, sums(payer));
					if (due?.payer === role) {
						const asset = role === 'leader' ? 'BTC' : 'MB';
						const partner = role === 'leader' ? 'bob' : 'alice';
						const { round, amount } = due;
						payer.take(
							payer.ledger.pay({ payee: partner, asset, amount, transaction: 't', round, timestampMs: step }),
						);
					}
					const unconfirmed = payer.ledger
						.notesOf('t')
						.filter((note) => note.receipt === null && note.payee !== (role === 'leader' ? 'alice' : 'bob'));
					for (const note of unconfirmed) {
						if (happens === 'lose') continue;
						const answer = payee.take(payee.ledger.receive(note));
						if (happens === 'repeat') payee.take(payee.ledger.receive(note));
						if (answer) payer.take(payer.ledger.confirm(answer));
					}
				}
				expect(exposureOf(plan, sums(leader)) <= lead / 5n + 1n).toBe(true);
			}
			expect(sums(leader)).toEqual({ lead, follow });
			expect(sums(follower)).toEqual({ lead, follow });
			for (const trader of [leader, follower]) trader.restart();
			expect([leader.ledger.balance('BTC'), follower.ledger.balance('BTC')]).toEqual([0n, 2n * lead]);
			expect([leader.ledger.balance('MB'), follower.ledger.balance('MB')]).toEqual([2n * follow, 0n]);
		}),
		{ numRuns: 60 },
	);
});
