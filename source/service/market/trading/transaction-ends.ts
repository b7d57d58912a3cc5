import { ExpiryQueue } from '../matching/expiry-queue.ts';
import type { SettlementListener } from './settlement-listener.ts';
import type { BlockKind, TradingContext } from './trading-context.ts';
import { dueOf, isOwing, riskOf, type Transaction, transferredOf } from './transaction.ts';
import type { Transactions } from './transactions.ts';

/** Pause of a trader, for each trade that it proposed and never paid. */
const PAUSE_MS = 600_000;
const MAX_TRADERS = 1_000;

/** Traders that proposed trades and never paid. It limits the quantities that they can keep reserved. */
class UnpaidTraders {
	readonly #pauses = new Map<string, { readonly count: number; readonly untilMs: number }>();

	add(trader: string, nowMs: number): void {
		const count = (this.#pauses.get(trader)?.count ?? 0) + 1;
		if (count === 1 && this.#pauses.size >= MAX_TRADERS) this.#pauses.clear();
		this.#pauses.set(trader, { count, untilMs: nowMs + count * PAUSE_MS });
	}

	isPaused(trader: string, nowMs: number): boolean {
		return (this.#pauses.get(trader)?.untilMs ?? 0) > nowMs;
	}
}

/** Time for payments that are under way at the timeout. The follower waits longer than the leader. */
const LEADER_GRACE_MS = 60_000;
const FOLLOWER_GRACE_MS = 120_000;
/** Time after which a follower gives up a payment that its wallet does not make. */
export const MAX_GRACE_MS = 86_400_000;
/** Time after which a trade or an order is examined again that cannot be deleted yet. */
export const DELETE_RETRY_MS = 60_000;
/** Trades that end or are deleted in one input. An upgrade may find many. */
export const MAX_ENDS = 200;
/** A payment without a receipt is repeated for at least this time. */
const UNCONFIRMED_MS = 90 * 86_400_000;
/** Pause of two orders after a trade without payments failed. */
const FAILED_PAUSE_MS = 300_000;

/** Reasons of blocks. */
export const blockText: Readonly<Record<BlockKind, string>> = {
	conflict: 'it signed two payments for the same round',
	debt: 'it owes a payment',
};

/** Ends of agreed trades: after the last payment, at the timeout, or with a blocked partner. Debts block a partner. */
export class TransactionEnds {
	readonly #context: TradingContext;
	readonly #transactions: Transactions;
	readonly #listener: SettlementListener;
	readonly #deadlines = new ExpiryQueue();
	readonly #unpaid = new UnpaidTraders();

	constructor(context: TradingContext, transactions: Transactions, listener: SettlementListener) {
		this.#context = context;
		this.#transactions = transactions;
		this.#listener = listener;
	}

	get nextMs(): number | undefined {
		return this.#deadlines.nextMs;
	}

	/** Fails the transactions whose time has come, and deletes old ones. */
	advance(): void {
		for (const id of this.#deadlines.take(this.#context.nowMs, MAX_ENDS)) this.timeout(id);
	}

	#deleteLater(transaction: Transaction): void {
		this.#deadlines.set(transaction.id, this.#deletionMs(transaction));
	}

	/** Time of the deletion, Unix time, ms. Payments of a failed trade count until a day after its timeout. */
	#deletionMs(transaction: Transaction): number {
		const { status, createdMs, deadlineMs } = transaction;
		const endMs = status === 'completed' ? createdMs : deadlineMs + MAX_GRACE_MS;
		if (isUnpaid(transaction)) return endMs;
		const isConfirmed = this.#context.ledger.notesOf(transaction.id).every(({ receipt }) => receipt !== null);
		const { historyMs } = this.#context;
		return endMs + (isConfirmed ? historyMs : Math.max(historyMs, UNCONFIRMED_MS));
	}

	/** Deletes an ended trade when its time has come, unless something of it still counts. */
	#delete(transaction: Transaction): void {
		const { nowMs } = this.#context;
		const { id, incoming, isPaying, isBlocked } = transaction;
		const atMs = this.#deletionMs(transaction);
		const isNeeded =
			isBlocked ||
			isPaying ||
			incoming !== null ||
			isOwing(transaction) ||
			this.#transactions.isNewest(transaction);
		if (nowMs < atMs) this.#deadlines.set(id, atMs);
		else if (isNeeded) this.#deadlines.set(id, nowMs + DELETE_RETRY_MS);
		else this.#transactions.delete(id);
	}

	started({ id, deadlineMs }: Transaction): void {
		this.#deadlines.set(id, deadlineMs);
	}

	/** A payment may have been under way while this service was not running. */
	restarted(transaction: Transaction): void {
		const { id, status, deadlineMs } = transaction;
		if (status !== 'pending') this.#deleteLater(transaction);
		else this.#deadlines.set(id, Math.max(deadlineMs, this.#context.nowMs + LEADER_GRACE_MS));
	}

	/** The partner confirmed a payment. The transaction may be deleted earlier. */
	confirmed(transaction: Transaction): void {
		if (transaction.status !== 'pending') this.#deleteLater(transaction);
	}

	/** Whether a trader proposed trades that it never paid. */
	isPaused(trader: string): boolean {
		return this.#unpaid.isPaused(trader, this.#context.nowMs);
	}

	/** Fails a transaction after its timeout, unless a payment may still be under way. Deletes an old one. */
	timeout(id: string): void {
		const { nowMs } = this.#context;
		const transaction = this.#transactions.get(id);
		if (transaction && transaction.status !== 'pending') this.#delete(transaction);
		if (transaction?.status !== 'pending') return;
		const { role, deadlineMs, isPaying, incoming } = transaction;
		const isDue = dueOf(transaction)?.isOwn === true;
		const isUnderWay = role === 'leader' ? isPaying || incoming !== null : isDue || incoming !== null;
		const risk = role === 'leader' ? riskOf(transaction) : 0n;
		const graceMs = role === 'leader' ? (risk > 0n ? LEADER_GRACE_MS : 0) : FOLLOWER_GRACE_MS;
		const endMs = deadlineMs + (isUnderWay ? MAX_GRACE_MS : graceMs);
		if (nowMs < endMs) {
			this.#deadlines.set(id, Math.min(endMs, nowMs + LEADER_GRACE_MS));
			return;
		}
		if (role === 'follower' && transaction.paid.lead === 0n)
			this.#unpaid.add(transaction.partner.trader, nowMs);
		this.fail(transaction);
		if (risk > 0n) this.block(transaction, 'debt');
	}

	complete(transaction: Transaction): void {
		const { engine, nowMs } = this.#context;
		const { reservation } = transaction;
		if (reservation) engine.settle(reservation.id, transferredOf(transaction), nowMs);
		const completed = this.#transactions.save({ ...transaction, status: 'completed', reservation: null });
		this.#deleteLater(completed);
		this.#listener.settled(completed);
		this.#listener.completed(completed);
	}

	/** Ends a transaction with the amounts that were paid. */
	fail(transaction: Transaction, pauseMs = FAILED_PAUSE_MS): void {
		const { engine, nowMs } = this.#context;
		const { reservation } = transaction;
		const { quantity, payment } = transferredOf(transaction);
		if (reservation && quantity === 0n && payment === 0n) {
			engine.release(reservation.id, nowMs, nowMs + pauseMs);
			this.#context.matchAt(transaction.own, nowMs + pauseMs);
		} else if (reservation) engine.settle(reservation.id, { quantity, payment }, nowMs);
		const failed = this.#transactions.save({ ...transaction, status: 'error', reservation: null });
		this.#deleteLater(failed);
		this.#listener.settled(failed);
	}

	/** Blocks a partner that cheated. */
	block(transaction: Transaction, kind: BlockKind): void {
		const current = this.#transactions.get(transaction.id) ?? transaction;
		this.#transactions.save({ ...current, isBlocked: true });
		this.#context.block(transaction.partner.trader, kind);
	}

	/** Ends the block of a debtor that has paid. */
	debtPaid(transaction: Transaction): void {
		const { trader } = transaction.partner;
		const isPaid = transaction.isBlocked && riskOf(transaction) === 0n;
		if (!isPaid || this.#context.isIgnored(trader)) return;
		this.#transactions.save({ ...transaction, isBlocked: false });
		const others = this.#transactions.all().filter(({ partner }) => partner.trader === trader);
		if (!others.some(({ isBlocked }) => isBlocked)) this.#context.unblock(trader);
	}

	/** Fails a transaction with a blocked partner, after its wallet is done. */
	endBlocked(transaction: Transaction): void {
		const { status, isPaying } = transaction;
		if (status === 'pending' && !isPaying) this.fail({ ...transaction, incoming: null });
	}
}

/** Whether a trade failed without a payment. A block stays, so its trade stays as well. */
function isUnpaid({ status, number, isBlocked }: Transaction): boolean {
	return status === 'error' && number === null && !isBlocked;
}
