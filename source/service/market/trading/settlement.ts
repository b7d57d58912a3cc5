import type { LedgerResult } from '../ledger/ledger.ts';
import { hasPayerSignature, isSamePayment, type Note, type Signatures } from '../ledger/note.ts';
import { ExpiryQueue } from '../matching/expiry-queue.ts';
import { keyOf } from '../matching/order.ts';
import type { PayResult } from '../wallets/wallet.ts';
import { earliest } from './earliest.ts';
import type { WalletResult, WalletTask } from './effects.ts';
import type { MessageOf } from './messages.ts';
import type { Agreement, Agreements } from './negotiation.ts';
import { hasBalance, mayLead, mayLend, owedTo } from './payment-limits.ts';
import type { TransactionRow } from './saved-rows.ts';
import { SettlementMessages } from './settlement-messages.ts';
import type { TradingContext } from './trading-context.ts';
import type { Verdict } from './trading-options.ts';
import {
	dueOf,
	givenAsset,
	gottenAsset,
	quantityUnderWay,
	riskOf,
	type Transaction,
	transferredOf,
} from './transaction.ts';
import { referenceOf, type Transactions } from './transactions.ts';
import { UnpaidTraders } from './unpaid-traders.ts';

/** Time for payments that are under way at the timeout. The follower waits longer than the leader. */
const LEADER_GRACE_MS = 60_000;
const FOLLOWER_GRACE_MS = 120_000;
/** Time after which a follower gives up a payment that its wallet does not make. */
const MAX_GRACE_MS = 86_400_000;
/** Pause of two orders after a trade without payments failed. */
const FAILED_PAUSE_MS = 300_000;
const WITHDRAWN_PAUSE_MS = 2_000;
/** Trades that are paid at the same time with one partner. */
const MAX_PENDING_PER_PARTNER = 100;

/** Reasons of blocks. */
export const blockText = {
	conflict: 'it signed two payments for the same round',
	debt: 'it owes a payment',
} as const;

/** Reports of settlement. */
export interface SettlementListener {
	sent(transaction: Transaction, note: Note): void;
	gotten(transaction: Transaction, note: Note): void;
	completed(transaction: Transaction): void;
	/** The reservation of a trade ended. */
	settled(transaction: Transaction): void;
}

/**
 * Pays the agreed trades in rounds. The leader pays first in each round, then the follower.
 *
 * `dueOf` derives the payment that is due from the notes in the ledger. The wallet pays an own one. Then its note is
 * signed, stored, and sent until the partner confirms it by a receipt. The note of a payment of the partner is
 * checked. After the wallet confirmed the payment, the note is stored and a receipt is sent. Nothing else drives a
 * transaction, so it continues after any crash.
 *
 * The leader starts no round after the timeout, or if its risk would exceed its credit. The follower pays its part of
 * every round that it accepted. It accepts rounds until a day after the timeout.
 */
export class Settlement implements Agreements {
	readonly #context: TradingContext;
	readonly #signatures: Signatures;
	readonly #transactions: Transactions;
	readonly #listener: SettlementListener;
	readonly #messages: SettlementMessages;
	readonly #deadlines = new ExpiryQueue();
	readonly #unpaid = new UnpaidTraders();

	constructor(
		context: TradingContext,
		signatures: Signatures,
		transactions: Transactions,
		listener: SettlementListener,
	) {
		this.#context = context;
		this.#signatures = signatures;
		this.#transactions = transactions;
		this.#messages = new SettlementMessages(context, transactions);
		this.#listener = listener;
	}

	get nextMs(): number | undefined {
		return earliest(this.#messages.nextMs, this.#deadlines.nextMs);
	}

	/** Continues after a restart: repeats messages, and asks the wallets again. */
	resume(): void {
		const { nowMs } = this.#context;
		for (const { id, status, deadlineMs } of this.#transactions.all()) {
			if (status === 'pending') {
				// A payment may have been under way while this service was not running.
				this.#deadlines.set(id, Math.max(deadlineMs, nowMs + LEADER_GRACE_MS));
			}
			this.#confirmIncoming(id);
			this.#continue(id, true);
			this.#messages.repeatWhileNeeded(id);
			this.#messages.hasten(id);
		}
	}

	has(partner: string, proposal: string): boolean {
		return this.#transactions.get(this.#idOf(partner, proposal)) !== undefined;
	}

	hasRoom(partner: string): boolean {
		if (this.#unpaid.isPaused(partner, this.#context.nowMs)) return false;
		const count = this.#transactions.active().filter((one) => one.partner.trader === partner).length;
		return count < MAX_PENDING_PER_PARTNER;
	}

	mayLend(asset: string, amount: bigint): boolean {
		return mayLend(this.#context, this.#transactions, asset, amount);
	}

	start({ proposal, role, own, partner, reservation, rounds, deadlineMs, address }: Agreement): void {
		const { quantity, payment } = reservation;
		const { id } = this.#transactions.save({
			id: this.#idOf(partner.trader, proposal),
			proposal,
			role,
			number: null,
			own: keyOf(own),
			ownNumber: own.number,
			isAsk: own.isAsk,
			partner,
			assets: own.assets,
			quantity,
			payment,
			rounds,
			address,
			createdMs: this.#context.nowMs,
			deadlineMs,
			status: 'pending',
			isBlocked: false,
			reservation: { ...reservation, isAgreed: true },
			isPaying: false,
			incoming: null,
		});
		this.#deadlines.set(id, deadlineMs);
		this.#continue(id);
		this.#messages.repeatWhileNeeded(id);
	}

	sendAgreed(partner: string, proposal: string): void {
		const transaction = this.#transactions.get(this.#idOf(partner, proposal));
		if (transaction) this.#messages.sendAgreed(transaction);
	}

	withdrawn(partner: string, proposal: string): void {
		const transaction = this.#transactions.get(this.#idOf(partner, proposal));
		if (transaction?.role !== 'follower' || transaction.status !== 'pending') return;
		if (transaction.paid.lead > 0n || transaction.incoming) return;
		this.#fail(transaction, WITHDRAWN_PAUSE_MS);
		// A partner could fill the disk by proposals that it withdraws.
		this.#messages.stop(transaction.id);
		this.#transactions.delete(transaction.id);
	}

	/** A payment of the partner. */
	paid(from: string, { transaction: id, payment, ...body }: MessageOf<'payment'>): Verdict {
		const transaction = this.#transactions.get(id);
		if (transaction?.partner.trader !== from) return 'reject';
		const { asset, amount, round, timestamp, signature } = body;
		const incoming = { round, asset, amount, timestampMs: timestamp, signature, paymentId: payment };
		const note = this.#noteOf(transaction, incoming);
		if (!hasPayerSignature(this.#signatures, note)) return 'reject';
		const stored = this.#transactions.note(id, from, round);
		const waiting = transaction.incoming?.round === round ? transaction.incoming : undefined;
		const earlier = stored ?? (waiting && this.#noteOf(transaction, waiting));
		if (earlier && !isSamePayment(earlier, note)) {
			this.#block(transaction, blockText.conflict);
			return 'reject';
		}
		if (stored) this.#messages.sendReceipt(transaction, stored);
		if (earlier) return 'accept';
		const due = dueOf(transaction);
		if (!due || due.isOwn || round < due.round) return 'reject';
		// The note of an earlier round may still arrive.
		if (round > due.round || transaction.incoming) return 'ignore';
		if (transaction.status === 'error' && !this.#mayResume(transaction)) return 'ignore';
		if (due.amount !== amount || asset !== gottenAsset(transaction)) return 'reject';
		this.#transactions.save({ ...transaction, incoming });
		this.#confirmIncoming(id);
		return 'accept';
	}

	/**
	 * Whether the round of a payment that arrives after the failure is paid. It is for a day after the timeout, until the
	 * order is above its quantity. Otherwise each agreement would be an option without an end. A payment that was under
	 * way is not lost. One round above the quantity is possible. To keep a round reserved for a day is no alternative:
	 * the leader sets the number of rounds, so it could block a whole order without a payment.
	 */
	#mayResume({ own, deadlineMs }: Transaction): boolean {
		const order = this.#context.engine.order(own);
		if (!order || this.#context.nowMs >= deadlineMs + MAX_GRACE_MS) return false;
		let quantity = order.traded + order.reserved;
		for (const one of this.#transactions.all()) {
			const isResumed = one.status === 'error' && !this.#context.isBlocked(one.partner.trader);
			if (one.own === own && isResumed) quantity += quantityUnderWay(one);
		}
		return quantity <= order.first;
	}

	/** The partner confirmed an own payment. */
	confirmed(from: string, { transaction: id, round, signature }: MessageOf<'receipt'>): Verdict {
		const { ledger, trader } = this.#context;
		const transaction = this.#transactions.get(id);
		const note = this.#transactions.note(id, trader, round);
		if (transaction?.partner.trader !== from || !note) return 'reject';
		const result = ledger.confirm({ ...note, receipt: signature });
		if (result.kind === 'refused') return 'reject';
		this.#append(result);
		this.#messages.repeatWhileNeeded(id);
		return 'accept';
	}

	/** Takes the result of a task 'pay' or 'received'. */
	walletDone(task: WalletTask, result: WalletResult): void {
		const transaction = this.#transactions.get(task.reference.split('.')[0] ?? '');
		if (!transaction) this.#context.tasks.end(task);
		else if (result.kind === 'pay') this.#payDone(transaction, task, result.result);
		else if (result.kind === 'received') this.#receivedDone(transaction, task, result.received);
	}

	/** Ends all trades with a trader that is blocked. */
	endTrader(trader: string): void {
		for (const transaction of this.#transactions.all()) {
			if (transaction.partner.trader !== trader) continue;
			this.#endBlocked(transaction);
			this.#messages.stop(transaction.id);
		}
	}

	/** Repeats messages to a trader that connected. */
	connected(trader: string): void {
		for (const { id, partner } of this.#transactions.all()) {
			if (partner.trader === trader) this.#messages.hasten(id);
		}
	}

	advance(): void {
		const { nowMs } = this.#context;
		for (const id of this.#deadlines.take(nowMs)) this.#timeout(id);
		for (const id of this.#messages.due()) {
			this.#continue(id);
			this.#messages.repeat(id);
			this.#messages.repeatWhileNeeded(id);
		}
	}

	/** Starts the payment that is due, if it is an own one. Ends the transaction after the last. */
	#continue(id: string, isRestart = false): void {
		const transaction = this.#transactions.get(id);
		const due = transaction && dueOf(transaction);
		if (!transaction) return;
		if (!due) {
			if (transaction.status === 'pending') this.#complete(transaction);
			return;
		}
		if (this.#context.isBlocked(transaction.partner.trader)) this.#endBlocked(transaction);
		if (!due.isOwn || (transaction.isPaying && !isRestart)) return;
		const asset = givenAsset(transaction);
		if (!transaction.isPaying) {
			if (this.#context.isBlocked(transaction.partner.trader)) return;
			if (
				transaction.role === 'leader' &&
				!mayLead(this.#context, this.#transactions, transaction, due.amount)
			)
				return;
			if (!hasBalance(this.#context, this.#transactions, asset, due.amount)) return;
			this.#transactions.save({ ...transaction, isPaying: true });
		}
		const reference = referenceOf(id, due.round);
		this.#context.tasks.start({ kind: 'pay', asset, reference, to: transaction.address, amount: due.amount });
	}

	#payDone(transaction: Transaction, task: WalletTask, result: PayResult): void {
		const { ledger, nowMs, tasks } = this.#context;
		const { id, partner, role, deadlineMs } = transaction;
		const due = dueOf(transaction);
		if (!due?.isOwn || task.reference !== referenceOf(id, due.round)) {
			tasks.end(task);
			return;
		}
		if (result.kind !== 'paid') {
			const isBlocked = this.#context.isBlocked(partner.trader);
			if (!isBlocked && (role === 'follower' || nowMs < deadlineMs)) {
				tasks.again(task, nowMs);
				return;
			}
			tasks.end(task);
			const unpaid = this.#transactions.save({ ...transaction, isPaying: false });
			if (isBlocked) this.#endBlocked(unpaid);
			else this.#timeout(id);
			return;
		}
		const payee = partner.trader;
		const { amount, round } = due;
		const terms = { payee, asset: task.asset, amount, transaction: id, round, timestampMs: nowMs };
		const paid = ledger.pay(terms);
		if (paid.kind === 'refused') {
			tasks.again(task, nowMs);
			return;
		}
		tasks.end(task);
		this.#append(paid);
		const saved = this.#savePayment({ ...transaction, isPaying: false }, paid.note, result.paymentId);
		this.#messages.sendPayment(saved, paid.note);
		this.#listener.sent(saved, paid.note);
		this.#messages.repeatLater(id);
		this.#continue(id);
	}

	#receivedDone(transaction: Transaction, task: WalletTask, isReceived: boolean | undefined): void {
		const { ledger, nowMs, tasks } = this.#context;
		const { id, incoming } = transaction;
		if (!incoming || task.reference !== referenceOf(id, incoming.round)) {
			tasks.end(task);
			return;
		}
		if (!isReceived) {
			tasks.again(task, nowMs);
			return;
		}
		tasks.end(task);
		const received = ledger.receive(this.#noteOf(transaction, incoming));
		if (received.kind === 'refused') {
			this.#transactions.save({ ...transaction, incoming: null });
			return;
		}
		this.#append(received);
		const saved = this.#savePayment({ ...transaction, incoming: null }, received.note, incoming.paymentId);
		this.#messages.sendReceipt(saved, received.note);
		this.#listener.gotten(saved, received.note);
		this.#continue(id);
		this.#messages.repeatWhileNeeded(id);
		this.#continueOthers(saved, riskOf(transaction));
	}

	/** Continues trades that waited for a lower risk, with the partner or with all. */
	#continueOthers(saved: Transaction, before: bigint): void {
		const asset = givenAsset(saved);
		const { credit = 0n, exposure = 0n } = this.#context.assets.get(asset) ?? {};
		const owed = owedTo(this.#transactions, asset) - riskOf(saved) + before;
		const isScarce = owed + credit > exposure;
		for (const other of this.#transactions.active()) {
			const hasWaited = other.partner.trader === saved.partner.trader || isScarce;
			if (other.id !== saved.id && hasWaited) this.#continue(other.id);
		}
	}

	/** Asks the wallet whether a payment of the partner arrived. */
	#confirmIncoming(id: string): void {
		const transaction = this.#transactions.get(id);
		if (!transaction?.incoming) return;
		const { incoming, partner } = transaction;
		const { asset, amount, paymentId, round } = incoming;
		const reference = referenceOf(id, round);
		this.#context.tasks.start({
			kind: 'received',
			asset,
			reference,
			from: partner.trader,
			paymentId,
			amount,
		});
	}

	/** Fails a transaction after its timeout, unless a payment may still be under way. */
	#timeout(id: string): void {
		const { nowMs } = this.#context;
		const transaction = this.#transactions.get(id);
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
		this.#fail(transaction);
		if (risk > 0n) this.#block(transaction, blockText.debt);
	}

	#complete(transaction: Transaction): void {
		const { engine, nowMs } = this.#context;
		const { reservation, id } = transaction;
		if (reservation) engine.settle(reservation.id, transferredOf(transaction), nowMs);
		this.#deadlines.delete(id);
		const completed = this.#transactions.save({ ...transaction, status: 'completed', reservation: null });
		this.#listener.settled(completed);
		this.#listener.completed(completed);
	}

	/** Ends a transaction with the amounts that were paid. */
	#fail(transaction: Transaction, pauseMs = FAILED_PAUSE_MS): void {
		const { engine, nowMs } = this.#context;
		const { reservation, id } = transaction;
		const { quantity, payment } = transferredOf(transaction);
		if (reservation && quantity === 0n && payment === 0n) {
			engine.release(reservation.id, nowMs, nowMs + pauseMs);
			this.#context.matchAt(transaction.own, nowMs + pauseMs);
		} else if (reservation) engine.settle(reservation.id, { quantity, payment }, nowMs);
		this.#deadlines.delete(id);
		this.#listener.settled(this.#transactions.save({ ...transaction, status: 'error', reservation: null }));
	}

	/** Blocks a partner that cheated. */
	#block(transaction: Transaction, reason: string): void {
		const current = this.#transactions.get(transaction.id) ?? transaction;
		this.#transactions.save({ ...current, isBlocked: true });
		this.#context.block(transaction.partner.trader, reason);
	}

	/** Fails a transaction with a blocked partner, after its wallet is done. */
	#endBlocked(transaction: Transaction): void {
		const { status, isPaying } = transaction;
		if (status === 'pending' && !isPaying) this.#fail({ ...transaction, incoming: null });
	}

	/** Saves a payment. One after the end of the transaction still counts for the own order. */
	#savePayment(row: Transaction, note: Note, paymentId: string): Transaction {
		const saved = this.#transactions.savePayment(row, note, paymentId);
		if (row.status !== 'error') return saved;
		const { engine, nowMs } = this.#context;
		const [before, after] = [transferredOf(row), transferredOf(saved)];
		const quantity = after.quantity - before.quantity;
		engine.addTrade(row.own, { quantity, payment: after.payment - before.payment }, nowMs);
		this.#listener.settled(saved);
		return saved;
	}

	#append(result: LedgerResult): void {
		if (result.kind === 'done' && result.entry) this.#context.effects.append(result.entry);
	}

	#noteOf({ id, partner }: Transaction, incoming: NonNullable<TransactionRow['incoming']>): Note {
		const { paymentId, ...terms } = incoming;
		return { ...terms, payer: partner.trader, payee: this.#context.trader, transaction: id, receipt: null };
	}

	/** Returns the id of the transaction that follows from a proposal. It is the same for both traders. */
	#idOf(partner: string, proposal: string): string {
		const traders = [this.#context.trader, partner].sort();
		return this.#context.ids.hash(JSON.stringify([proposal, ...traders]));
	}
}
