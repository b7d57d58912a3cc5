import type { Fill } from '../../../basics/market/hold.ts';
import { type DuePayment, exposureOf, nextPayment, type Paid, type RoundPlan } from '../settlement/rounds.ts';
import type { TransactionRow } from './saved-rows.ts';

/** An agreed trade. */
export type Transaction = TransactionRow & {
	readonly plan: RoundPlan;
	/** Sums of the notes of both sides. */
	readonly paid: Paid;
};

/** Whether the leader pays the first asset. */
const leadsFirst = ({ role, isAsk }: TransactionRow): boolean => (role === 'leader') === isAsk;

/** Returns the plan of the payments, the same for both sides. */
export function planOf(row: TransactionRow): RoundPlan {
	const { quantity, payment, rounds } = row;
	return leadsFirst(row)
		? { lead: quantity, follow: payment, rounds }
		: { lead: payment, follow: quantity, rounds };
}

/** The asset that this service gives. */
export function givenAsset({ isAsk, assets }: Pick<TransactionRow, 'isAsk' | 'assets'>): string {
	return isAsk ? assets.first : assets.second;
}

/** The asset that this service gets. */
export function gottenAsset({ isAsk, assets }: Pick<TransactionRow, 'isAsk' | 'assets'>): string {
	return isAsk ? assets.second : assets.first;
}

/** Amount that this service will still pay. */
export function unpaidBy({ role, paid, plan }: Transaction): bigint {
	return role === 'leader' ? plan.lead - paid.lead : plan.follow - paid.follow;
}

/** Returns the payment that is due, and whether this service pays it. */
export function dueOf(transaction: Transaction): (DuePayment & { readonly isOwn: boolean }) | undefined {
	const due = nextPayment(transaction.plan, transaction.paid);
	return due && { ...due, isOwn: due.payer === transaction.role };
}

/** Whether the follower, own or partner, has not paid its part of a round yet. */
export const isOwing = ({ plan, paid }: Transaction): boolean =>
	nextPayment(plan, paid)?.payer === 'follower';

/** Returns the paid sums as amounts of the first and the second asset. */
export function transferredOf(transaction: Transaction): Fill {
	const { lead, follow } = transaction.paid;
	return leadsFirst(transaction) ? { quantity: lead, payment: follow } : { quantity: follow, payment: lead };
}

/** Returns the sums with the payment that the wallet of the leader is making. */
export function paidSoon({ plan, paid, isPaying }: Transaction): Paid {
	const due = isPaying ? nextPayment(plan, paid) : undefined;
	return due?.payer === 'leader' ? { ...paid, lead: paid.lead + due.amount } : paid;
}

/** Amount at risk of the leader, with the payment that its wallet is making. */
export const riskOf = (transaction: Transaction): bigint =>
	exposureOf(transaction.plan, paidSoon(transaction));

/** Quantity that the payments of the present round will add, once the follower has accepted it. */
export function quantityUnderWay(transaction: Transaction): bigint {
	const { plan, paid, incoming } = transaction;
	const due = nextPayment(plan, paid);
	if (!due || (due.payer === 'leader' && !incoming)) return 0n;
	if (leadsFirst(transaction)) return due.payer === 'leader' ? due.amount : 0n;
	const isLed = due.payer === 'follower';
	const followed = isLed ? due : nextPayment(plan, { ...paid, lead: paid.lead + due.amount });
	return followed?.payer === 'follower' ? followed.amount : 0n;
}
