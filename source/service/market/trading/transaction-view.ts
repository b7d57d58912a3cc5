import { lowerBound } from '../../../basics/sorted.ts';
import { exactAmount } from '../../../protocol/exact-amount.ts';
import type { Note } from '../ledger/note.ts';
import type { PaymentFields, TransactionFields } from '../order-fields.ts';
import type { TradingContext } from './trading-context.ts';
import { givenAsset, type Transaction, transferredOf } from './transaction.ts';
import type { Transactions } from './transactions.ts';

/** A part of the transactions. Both fields together read all, page by page, from the newest. */
export interface TransactionPage {
	/** Only those with a lower number. */
	readonly before?: number | undefined;
	/** Only the newest of them, at most this many. */
	readonly limit?: number | undefined;
}

/** Transactions and payments as the interface shows them. */
export class TransactionView {
	readonly #context: TradingContext;
	readonly #transactions: Transactions;

	constructor(context: TradingContext, transactions: Transactions) {
		this.#context = context;
		this.#transactions = transactions;
	}

	/** Those with a payment, by number. */
	all({ before, limit }: TransactionPage = {}): readonly TransactionFields[] {
		const numbered = this.#numbered();
		const end =
			before === undefined ? numbered.length : lowerBound(numbered, ({ number }) => (number ?? 0) - before);
		const start = limit === undefined ? 0 : Math.max(0, end - limit);
		return numbered.slice(start, end).map((transaction) => this.transaction(transaction));
	}

	transaction(transaction: Transaction): TransactionFields {
		const { ownNumber, partner, number, quantity, payment, createdMs, status } = transaction;
		const transferred = transferredOf(transaction);
		return {
			trader_id: this.#context.trader,
			order_number: ownNumber,
			partner_trader_id: partner.trader,
			partner_order_number: partner.number,
			transaction_number: number ?? 0,
			assets: this.#pair(transaction, quantity, payment),
			transferred: this.#pair(transaction, transferred.quantity, transferred.payment),
			timestamp: createdMs / 1000,
			payment_complete: transferred.quantity === quantity && transferred.payment === payment,
			status,
		};
	}

	/** Payments of a transaction, oldest first. */
	paymentsOf(number: number): readonly PaymentFields[] | undefined {
		const transaction = this.#numbered().find((one) => one.number === number);
		if (!transaction) return undefined;
		const notes = this.#context.ledger.notesOf(transaction.id);
		return notes.map((note) => this.payment(transaction, note));
	}

	/**
	 * The price of a payment is the amount that the other side gives for it. The prices of all payments of an asset add
	 * up to the whole.
	 */
	payment(transaction: Transaction, note: Note): PaymentFields {
		const { trader, ids } = this.#context;
		const { assets, quantity, payment, number } = transaction;
		const isFirst = note.asset === assets.first;
		const [whole, other] = isFirst ? [quantity, payment] : [payment, quantity];
		const after = this.#paidUpTo(note);
		const before = after - note.amount;
		const price = (other * after) / whole - (other * before) / whole;
		const amount = this.#amount(note.amount, note.asset);
		const otherAsset = isFirst ? assets.second : assets.first;
		const isOwn = note.payer === trader;
		const own = this.#context.assets.get(note.asset)?.address ?? trader;
		return {
			trader_id: trader,
			transaction_number: number ?? 0,
			price: this.#amount(price, otherAsset),
			price_type: otherAsset,
			quantity: amount,
			quantity_type: note.asset,
			transferred_quantity: this.#amount(after, note.asset),
			payment_id: this.#transactions.paymentId(note) ?? ids.hash(note.signature),
			address_from: isOwn ? own : note.payer,
			address_to: isOwn && givenAsset(transaction) === note.asset ? transaction.address : own,
			timestamp: note.timestampMs / 1000,
			transferred: { amount, type: note.asset },
			success: note.receipt !== null,
		};
	}

	#numbered(): readonly Transaction[] {
		const numbered = this.#transactions.all().filter(({ number }) => number !== null);
		return numbered.sort((a, b) => (a.number ?? 0) - (b.number ?? 0));
	}

	/** Sum of the payer's notes, up to this one. */
	#paidUpTo({ transaction, payer, round }: Note): bigint {
		return this.#context.ledger
			.notesOf(transaction)
			.reduce((sum, note) => (note.payer === payer && note.round <= round ? sum + note.amount : sum), 0n);
	}

	#pair({ assets }: Transaction, first: bigint, second: bigint) {
		return {
			first: { amount: this.#amount(first, assets.first), type: assets.first },
			second: { amount: this.#amount(second, assets.second), type: assets.second },
		};
	}

	#amount(units: bigint, asset: string) {
		return exactAmount(units, this.#context.assets.precisionOf(asset));
	}
}
