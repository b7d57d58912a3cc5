import type { Verdict } from '../../../basics/verdict.ts';
import type { LedgerResult } from '../ledger/ledger.ts';
import { hasPayerSignature, isSamePayment, type Note, type Signatures } from '../ledger/note.ts';
import type { PayResult } from '../wallets/wallet.ts';
import type { WalletResult, WalletTask } from './effects.ts';
import type { MessageOf } from './messages.ts';
import { hasBalance, mayLead, owedTo } from './payment-limits.ts';
import type { TransactionRow } from './saved-rows.ts';
import type { SettlementListener } from './settlement-listener.ts';
import type { SettlementMessages } from './settlement-messages.ts';
import type { TradingContext } from './trading-context.ts';
import {
	dueOf,
	givenAsset,
	gottenAsset,
	quantityUnderWay,
	riskOf,
	type Transaction,
	transferredOf,
} from './transaction.ts';
import { MAX_GRACE_MS, type TransactionEnds } from './transaction-ends.ts';
import { referenceOf, type Transactions } from './transactions.ts';

/** The payments of agreed trades: own ones by the wallets, those of partners by their notes. */
export class Payments {
	readonly #context: TradingContext;
	readonly #signatures: Signatures;
	readonly #transactions: Transactions;
	readonly #messages: SettlementMessages;
	readonly #ends: TransactionEnds;
	readonly #listener: SettlementListener;

	constructor(
		context: TradingContext,
		signatures: Signatures,
		transactions: Transactions,
		messages: SettlementMessages,
		ends: TransactionEnds,
		listener: SettlementListener,
	) {
		this.#context = context;
		this.#signatures = signatures;
		this.#transactions = transactions;
		this.#messages = messages;
		this.#ends = ends;
		this.#listener = listener;
	}

	/** Starts the payment that is due, if it is an own one. Ends the transaction after the last. */
	continue(id: string, isRestart = false): void {
		const transaction = this.#transactions.get(id);
		const due = transaction && dueOf(transaction);
		if (!transaction) return;
		if (!due) {
			if (transaction.status === 'pending') this.#ends.complete(transaction);
			return;
		}
		if (this.#context.isBlocked(transaction.partner.trader)) this.#ends.endBlocked(transaction);
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

	/** Asks the wallet whether a payment of the partner arrived. */
	confirmIncoming(id: string): void {
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

	/** A payment of the partner. */
	paid(from: string, { transaction: id, payment, ...body }: MessageOf<'payment'>): Verdict {
		const transaction = this.#transactions.get(id);
		if (transaction?.partner.trader !== from) return this.#unknown(id);
		const { asset, amount, round, timestamp, signature } = body;
		const incoming = { round, asset, amount, timestampMs: timestamp, signature, paymentId: payment };
		const note = this.#noteOf(transaction, incoming);
		if (!hasPayerSignature(this.#signatures, note)) return 'reject';
		const stored = this.#transactions.note(id, from, round);
		const waiting = transaction.incoming?.round === round ? transaction.incoming : undefined;
		const earlier = stored ?? (waiting && this.#noteOf(transaction, waiting));
		if (earlier && !isSamePayment(earlier, note)) {
			this.#ends.block(transaction, 'conflict');
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
		if (this.#transactions.isCredited(asset, payment, referenceOf(id, round))) return 'reject';
		this.#transactions.save({ ...transaction, incoming });
		this.confirmIncoming(id);
		return 'accept';
	}

	/** The partner confirmed an own payment. */
	confirmed(from: string, { transaction: id, round, signature }: MessageOf<'receipt'>): Verdict {
		const { ledger, trader } = this.#context;
		const transaction = this.#transactions.get(id);
		const note = this.#transactions.note(id, trader, round);
		if (transaction?.partner.trader !== from) return this.#unknown(id);
		if (!note) return 'reject';
		const result = ledger.confirm({ ...note, receipt: signature });
		if (result.kind === 'refused') return 'reject';
		this.#append(result);
		this.#messages.repeatWhileNeeded(id);
		this.#ends.confirmed(transaction);
		return 'accept';
	}

	/** Takes the result of a task 'pay' or 'received'. */
	walletDone(task: WalletTask, result: WalletResult): void {
		const transaction = this.#transactions.get(task.reference.split('.')[0] ?? '');
		if (!transaction) this.#context.tasks.end(task);
		else if (result.kind === 'pay') this.#payDone(transaction, task, result.result);
		else if (result.kind === 'received') this.#receivedDone(transaction, task, result.received);
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
			if (isBlocked) this.#ends.endBlocked(unpaid);
			else this.#ends.timeout(id);
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
		this.continue(id);
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
		// Another payment with the same id may have been credited while the wallet was asked.
		const isCredited = this.#transactions.isCredited(task.asset, incoming.paymentId, task.reference);
		const received = isCredited ? undefined : ledger.receive(this.#noteOf(transaction, incoming));
		if (!received || received.kind === 'refused') {
			this.#transactions.save({ ...transaction, incoming: null });
			return;
		}
		this.#append(received);
		const saved = this.#savePayment({ ...transaction, incoming: null }, received.note, incoming.paymentId);
		this.#messages.sendReceipt(saved, received.note);
		this.#listener.gotten(saved, received.note);
		this.#ends.debtPaid(saved);
		this.continue(id);
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
			if (other.id !== saved.id && hasWaited) this.continue(other.id);
		}
	}

	/**
	 * Whether the round of a payment that arrives after the failure is paid. It is for a day after the timeout, until the
	 * order is above its quantity. Otherwise each agreement would be an option without an end. A payment that was under
	 * way is not lost. One round above the quantity is possible. To keep a round reserved for a day is no alternative:
	 * the leader sets the number of rounds, so it could block a whole order without a payment.
	 */
	#mayResume({ own, deadlineMs, role }: Transaction): boolean {
		// The partner pays its debt.
		if (role === 'leader') return true;
		const order = this.#context.engine.order(own);
		if (!order || this.#context.nowMs >= deadlineMs + MAX_GRACE_MS) return false;
		let quantity = order.traded + order.reserved;
		for (const one of this.#transactions.all()) {
			const isResumed = one.status === 'error' && !this.#context.isBlocked(one.partner.trader);
			if (one.own === own && isResumed) quantity += quantityUnderWay(one);
		}
		return quantity <= order.first;
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

	/** A partner may repeat messages of a transaction that was deleted here. */
	#unknown(id: string): Verdict {
		return this.#transactions.wasDeleted(id) ? 'ignore' : 'reject';
	}

	#append(result: LedgerResult): void {
		if (result.kind === 'done' && result.entry) this.#context.effects.append(result.entry);
	}

	#noteOf({ id, partner }: Transaction, incoming: NonNullable<TransactionRow['incoming']>): Note {
		const { paymentId, ...terms } = incoming;
		return { ...terms, payer: partner.trader, payee: this.#context.trader, transaction: id, receipt: null };
	}
}
