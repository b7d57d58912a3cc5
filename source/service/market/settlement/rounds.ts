import { divideUp } from '../../../basics/big-integers.ts';

/**
 * The payments of a trade. In each round the leader pays first, then the follower. The leader risks one round. The
 * follower risks nothing: in each round it pays whole units, and the leader has paid at least their price before.
 */
export interface RoundPlan {
	/** Amount that the leader pays in total, units of its asset. */
	readonly lead: bigint;
	/** Amount that the follower pays in total, units of its asset. */
	readonly follow: bigint;
	/** Number of rounds. */
	readonly rounds: number;
}

/** A payment that is due. */
export interface DuePayment {
	readonly payer: 'leader' | 'follower';
	/** From 0. */
	readonly round: number;
	readonly amount: bigint;
}

/** Amounts paid so far. They are sums of whole rounds. */
export interface Paid {
	readonly lead: bigint;
	readonly follow: bigint;
}

/** More rounds take too long. The trade is refused. */
export const MAX_ROUNDS = 1_000;

/**
 * Divides a trade into the fewest rounds in which the leader pays at most `credit` each. Returns undefined if there
 * would be too many, or if a single unit of the follower costs more than `credit`.
 */
export function planRounds(lead: bigint, follow: bigint, credit: bigint): RoundPlan | undefined {
	if (lead <= 0n || follow < 0n || credit <= 0n) return undefined;
	if (lead <= credit) return { lead, follow, rounds: 1 };
	const unitsPerRound = (credit * follow) / lead;
	if (unitsPerRound === 0n) return undefined;
	const rounds = divideUp(follow, unitsPerRound);
	return rounds <= MAX_ROUNDS ? { lead, follow, rounds: Number(rounds) } : undefined;
}

/** Returns the largest amount of the follower for which there is a plan at this price. */
export function maxFollowed(lead: bigint, follow: bigint, credit: bigint): bigint {
	return lead > 0n ? ((credit * follow) / lead) * BigInt(MAX_ROUNDS) : 0n;
}

/** Whether a trade can have this number of rounds. The follower pays at least one unit in each. */
export function isRoundCount(follow: bigint, rounds: number): boolean {
	return rounds === 1 || BigInt(rounds) <= follow;
}

/** Sum that the follower has paid after `rounds` rounds. */
function followAfter({ follow, rounds: all }: RoundPlan, rounds: number): bigint {
	return (follow * BigInt(rounds)) / BigInt(all);
}

/**
 * Sum that the leader has paid after `rounds` rounds: at least the price of all units of the follower. A trade in which
 * the follower pays nothing has one round, so it is never divided.
 */
function leadAfter(plan: RoundPlan, rounds: number): bigint {
	if (rounds === 0) return 0n;
	if (rounds === plan.rounds) return plan.lead;
	return divideUp(plan.lead * followAfter(plan, rounds), plan.follow);
}

/**
 * Returns the next payment, or undefined after the last one. It depends on the sums only, so it is the same after a
 * restart. Payments of 0 units are skipped. Throws if the sums are not those of whole rounds.
 */
export function nextPayment(plan: RoundPlan, paid: Paid): DuePayment | undefined {
	for (let round = 0; round < plan.rounds; round++) {
		const lead = leadAfter(plan, round + 1);
		const follow = followAfter(plan, round + 1);
		if (paid.lead < lead) {
			assertSum(paid.lead === leadAfter(plan, round) && paid.follow <= followAfter(plan, round));
			return { payer: 'leader', round, amount: lead - paid.lead };
		}
		if (paid.follow < follow) {
			assertSum(paid.lead === lead && paid.follow === followAfter(plan, round));
			return { payer: 'follower', round, amount: follow - paid.follow };
		}
	}
	assertSum(paid.lead === plan.lead && paid.follow === plan.follow);
	return undefined;
}

function assertSum(isWhole: boolean): void {
	if (!isWhole) throw new Error('The payments of a transaction are not those of its rounds.');
}

/**
 * Returns the part of the leader's payments without a payment of the follower. It is at most one round. It stays
 * after a transaction failed, so that it counts against the credit of the partner.
 */
export function exposureOf(plan: RoundPlan, paid: Paid): bigint {
	const due = nextPayment(plan, paid);
	return due?.payer === 'follower' ? paid.lead - leadAfter(plan, due.round) : 0n;
}

/** A transaction with a partner, as its exposure needs it. */
interface LedTransaction {
	readonly partner: string;
	readonly asset: string;
	readonly plan: RoundPlan;
	readonly paid: Paid;
}

/**
 * Whether this service may pay `amount` more as a leader. The exposure to a partner in an asset, over all
 * transactions, never exceeds the credit.
 */
export function isWithinCredit(
	led: Iterable<LedTransaction>,
	{ partner, asset, amount }: { readonly partner: string; readonly asset: string; readonly amount: bigint },
	credit: bigint,
): boolean {
	let exposure = amount;
	for (const one of led) {
		if (one.partner === partner && one.asset === asset) exposure += exposureOf(one.plan, one.paid);
	}
	return exposure <= credit;
}
