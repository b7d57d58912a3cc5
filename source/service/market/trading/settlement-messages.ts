import type { Note } from '../ledger/note.ts';
import { type DirectMessage, directCodec } from './messages.ts';
import { Retries } from './retries.ts';
import type { TradingContext } from './trading-context.ts';
import { dueOf, gottenAsset, type Transaction } from './transaction.ts';
import { referenceOf, type Transactions } from './transactions.ts';

/** Pause between repeated messages, ms. */
const REPEAT_MS = 2_000;
const MAX_REPEAT_MS = 30_000;

/** Sends the messages of settlement, and repeats them as long as the partner has not confirmed them. */
export class SettlementMessages {
	readonly #context: TradingContext;
	readonly #transactions: Transactions;
	readonly #repeats = new Retries(REPEAT_MS, MAX_REPEAT_MS);

	constructor(context: TradingContext, transactions: Transactions) {
		this.#context = context;
		this.#transactions = transactions;
	}

	get nextMs(): number | undefined {
		return this.#repeats.nextMs;
	}

	/** Returns the ids of the transactions to repeat now. */
	due(): readonly string[] {
		return this.#repeats.take(this.#context.nowMs);
	}

	repeatLater(id: string): void {
		this.#repeats.start(id, this.#context.nowMs);
	}

	hasten(id: string): void {
		this.#repeats.hasten(id, this.#context.nowMs);
	}

	stop(id: string): void {
		this.#repeats.stop(id);
	}

	/** Keeps repeating as long as a message is not confirmed, or an own payment waits for credit or balance. */
	repeatWhileNeeded(id: string): void {
		const transaction = this.#transactions.get(id);
		const isNeeded = transaction !== undefined && this.#isNeeded(transaction);
		if (!isNeeded) this.stop(id);
		else if (!this.#repeats.has(id)) this.repeatLater(id);
	}

	repeat(id: string): void {
		const transaction = this.#transactions.get(id);
		if (!transaction) return;
		if (isAgreedOnly(transaction)) this.sendAgreed(transaction);
		for (const note of this.#unconfirmed(transaction)) this.sendPayment(transaction, note);
	}

	sendAgreed(transaction: Transaction): void {
		const address = this.#context.assets.get(gottenAsset(transaction))?.address ?? '';
		this.#send(transaction, { v: 1, kind: 'agreed', id: transaction.proposal, address });
	}

	sendPayment(transaction: Transaction, note: Note): void {
		const { round, asset, amount, timestampMs: timestamp, signature } = note;
		const payment = this.#transactions.paymentId(note) ?? referenceOf(transaction.id, round);
		const body = { round, asset, amount, timestamp, signature, payment };
		this.#send(transaction, { v: 1, kind: 'payment', transaction: transaction.id, ...body });
	}

	sendReceipt(transaction: Transaction, { round, receipt: signature }: Note): void {
		if (signature === null) return;
		this.#send(transaction, { v: 1, kind: 'receipt', transaction: transaction.id, round, signature });
	}

	#isNeeded(transaction: Transaction): boolean {
		if (this.#context.isIgnored(transaction.partner.trader)) return false;
		const isWaiting = transaction.status === 'pending' && dueOf(transaction)?.isOwn === true;
		return isWaiting || isAgreedOnly(transaction) || this.#unconfirmed(transaction).length > 0;
	}

	#unconfirmed({ id }: Transaction): readonly Note[] {
		const { ledger, trader } = this.#context;
		return ledger.notesOf(id).filter((note) => note.payer === trader && note.receipt === null);
	}

	#send({ partner }: Transaction, message: DirectMessage): void {
		this.#context.effects.send(partner.trader, directCodec.encode(message));
	}
}

/** Whether the proposer may not know that this service agreed. */
function isAgreedOnly({ role, status, paid, incoming }: Transaction): boolean {
	return role === 'follower' && status === 'pending' && paid.lead === 0n && !incoming;
}
