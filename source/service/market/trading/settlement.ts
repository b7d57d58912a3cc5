import { keyOf, type Order } from '../../../basics/market/order.ts';
import type { Signatures } from '../ledger/note.ts';
import type { Reservation } from '../matching/reservations.ts';
import { earliest } from './earliest.ts';
import { maySendOnCredit } from './payment-limits.ts';
import { Payments } from './payments.ts';
import type { SettlementListener } from './settlement-listener.ts';
import { SettlementMessages } from './settlement-messages.ts';
import type { TradingContext } from './trading-context.ts';
import { TransactionEnds } from './transaction-ends.ts';
import type { Transactions } from './transactions.ts';

/** Pause of two orders after a proposer withdrew their trade. */
const WITHDRAWN_PAUSE_MS = 2_000;
/** Trades that are paid at the same time with one partner. */
const MAX_PENDING_PER_PARTNER = 100;

/** An agreement of two traders. */
interface Agreement {
	/** Id of the proposal. */
	readonly proposal: string;
	readonly role: 'leader' | 'follower';
	readonly own: Order;
	readonly partner: { readonly trader: string; readonly number: number };
	readonly reservation: Reservation;
	readonly rounds: number;
	readonly deadlineMs: number;
	/** Address of the partner's wallet. */
	readonly address: string;
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
export class Settlement {
	readonly #context: TradingContext;
	readonly #transactions: Transactions;
	readonly #messages: SettlementMessages;
	readonly #ends: TransactionEnds;
	readonly payments: Payments;

	constructor(
		context: TradingContext,
		signatures: Signatures,
		transactions: Transactions,
		listener: SettlementListener,
	) {
		this.#context = context;
		this.#transactions = transactions;
		this.#messages = new SettlementMessages(context, transactions);
		this.#ends = new TransactionEnds(context, transactions, listener);
		this.payments = new Payments(context, signatures, transactions, this.#messages, this.#ends, listener);
	}

	get nextMs(): number | undefined {
		return earliest(this.#messages.nextMs, this.#ends.nextMs);
	}

	/** Continues after a restart: repeats messages, and asks the wallets again. */
	resume(): void {
		for (const transaction of this.#transactions.all()) {
			const { id } = transaction;
			this.#ends.restarted(transaction);
			this.payments.confirmIncoming(id);
			this.payments.continue(id, true);
			this.#messages.repeatWhileNeeded(id);
			this.#messages.hasten(id);
		}
	}

	has(partner: string, proposal: string): boolean {
		return this.#transactions.get(this.#idOf(partner, proposal)) !== undefined;
	}

	/** Whether the trade of a proposal was paid and deleted. */
	wasDeleted(partner: string, proposal: string): boolean {
		return this.#transactions.wasDeleted(this.#idOf(partner, proposal));
	}

	/** Whether one more trade with a trader can be paid. */
	hasRoom(partner: string): boolean {
		if (this.#ends.isPaused(partner)) return false;
		const count = this.#transactions.active().filter((one) => one.partner.trader === partner).length;
		return count < MAX_PENDING_PER_PARTNER;
	}

	/** Whether partners may owe one round more of an asset. */
	maySendOnCredit(asset: string, amount: bigint): boolean {
		return maySendOnCredit(this.#context, this.#transactions, asset, amount);
	}

	start({ proposal, role, own, partner, reservation, rounds, deadlineMs, address }: Agreement): void {
		const { quantity, payment } = reservation;
		const transaction = this.#transactions.save({
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
		this.#ends.started(transaction);
		this.payments.continue(transaction.id);
		this.#messages.repeatWhileNeeded(transaction.id);
	}

	/** Sends the agreement to the proposer. */
	sendAgreed(partner: string, proposal: string): void {
		const transaction = this.#transactions.get(this.#idOf(partner, proposal));
		if (transaction) this.#messages.sendAgreed(transaction);
	}

	/** Ends a trade without payments that the partner withdrew. */
	withdrawn(partner: string, proposal: string): void {
		const transaction = this.#transactions.get(this.#idOf(partner, proposal));
		if (transaction?.role !== 'follower' || transaction.status !== 'pending') return;
		if (transaction.paid.lead > 0n || transaction.incoming) return;
		this.#ends.fail(transaction, WITHDRAWN_PAUSE_MS);
		// A partner could fill the disk by proposals that it withdraws.
		this.#messages.stop(transaction.id);
		this.#transactions.delete(transaction.id);
	}

	/** Ends all trades with a trader that is blocked. */
	endTrader(trader: string): void {
		for (const transaction of this.#transactions.all()) {
			if (transaction.partner.trader !== trader) continue;
			this.#ends.endBlocked(transaction);
			// A debtor still gets the notes that it has not confirmed.
			this.#messages.repeatWhileNeeded(transaction.id);
		}
	}

	/** Repeats messages to a trader that connected. */
	connected(trader: string): void {
		for (const { id, partner } of this.#transactions.all()) {
			if (partner.trader === trader) this.#messages.hasten(id);
		}
	}

	advance(): void {
		this.#ends.advance();
		for (const id of this.#messages.due()) {
			this.payments.continue(id);
			this.#messages.repeat(id);
			this.#messages.repeatWhileNeeded(id);
		}
	}

	/** Returns the id of the transaction that follows from a proposal. It is the same for both traders. */
	#idOf(partner: string, proposal: string): string {
		const traders = [this.#context.trader, partner].sort();
		return this.#context.ids.hash(JSON.stringify([proposal, ...traders]));
	}
}
