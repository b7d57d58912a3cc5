import { isWithinCredit } from '../settlement/rounds.ts';
import type { TradingContext } from './trading-context.ts';
import { dueOf, givenAsset, paidSoon, type Transaction } from './transaction.ts';
import type { Transactions } from './transactions.ts';

/** Whether the leader of a transaction may start a round: before the timeout, and within the credit of the partner. */
export function mayLead(
	{ nowMs, assets }: TradingContext,
	transactions: Transactions,
	transaction: Transaction,
	amount: bigint,
): boolean {
	const { status, deadlineMs, partner } = transaction;
	if (status !== 'pending' || nowMs >= deadlineMs) return false;
	const asset = givenAsset(transaction);
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
