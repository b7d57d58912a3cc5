import { isWithinCredit } from '../settlement/rounds.ts';
import type { TradingContext } from './trading-context.ts';
import { dueOf, givenAsset, paidSoon, riskOf, type Transaction } from './transaction.ts';
import type { Transactions } from './transactions.ts';

/** Amount of an asset that all partners together owe, with the payments that wallets are making. */
export function owedTo(transactions: Transactions, asset: string): bigint {
	return owedIn(transactions.active(), asset);
}

/**
 * Whether one more round may be sent on credit after the debts of ended trades. A trade that cannot be paid must not be
 * proposed, because it would reserve the order of the partner.
 */
export function maySendOnCredit(
	{ assets }: TradingContext,
	transactions: Transactions,
	asset: string,
	amount: bigint,
): boolean {
	const ended = transactions.active().filter(({ status }) => status === 'error');
	return owedIn(ended, asset) + amount <= (assets.get(asset)?.exposure ?? 0n);
}

function owedIn(transactions: readonly Transaction[], asset: string): bigint {
	return transactions.reduce(
		(sum, one) => (one.role === 'leader' && givenAsset(one) === asset ? sum + riskOf(one) : sum),
		0n,
	);
}

/**
 * Whether the leader of a transaction may start a round: before the timeout, within the credit of the partner, and
 * within the exposure to all partners together.
 */
export function mayLead(
	{ nowMs, assets }: TradingContext,
	transactions: Transactions,
	transaction: Transaction,
	amount: bigint,
): boolean {
	const { status, deadlineMs, partner } = transaction;
	if (status !== 'pending' || nowMs >= deadlineMs) return false;
	const asset = givenAsset(transaction);
	if (owedTo(transactions, asset) + amount > (assets.get(asset)?.exposure ?? 0n)) return false;
	const led = transactions.active().filter(({ role }) => role === 'leader');
	return isWithinCredit(
		led.map((one) => ({
			partner: one.partner.trader,
			asset: givenAsset(one),
			plan: one.plan,
			paid: paidSoon(one),
		})),
		{ partner: partner.trader, asset, amount },
		assets.get(asset)?.credit ?? 0n,
	);
}

/** Whether the ledger has the amount, after the payments that wallets are making. */
export function hasBalance(
	{ assets, ledger }: TradingContext,
	transactions: Transactions,
	asset: string,
	amount: bigint,
): boolean {
	if (assets.get(asset)?.isExternal) return true;
	let paying = amount;
	for (const one of transactions.active()) {
		if (one.isPaying && givenAsset(one) === asset) paying += dueOf(one)?.amount ?? 0n;
	}
	return ledger.balance(asset) >= paying;
}
