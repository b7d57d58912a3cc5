import { type Note, noteKey } from '../ledger/note.ts';
import type { Reservation } from '../matching/reservations.ts';
import type { Paid } from '../settlement/rounds.ts';
import { paymentIdRow, sumRow, type TransactionRow, transactionRow } from './saved-rows.ts';
import type { BlockKind, TradingContext } from './trading-context.ts';
import type { SavedRow } from './trading-options.ts';
import { planOf, riskOf, type Transaction } from './transaction.ts';

const isTransaction = ({ key }: SavedRow): boolean => !key.includes(' ');

/** Returns the reservations of saved rows. */
export function savedReservations(rows: readonly SavedRow[]): readonly Reservation[] {
	return rows.filter(isTransaction).flatMap(({ record }) => transactionRow.decode(record).reservation ?? []);
}

/** The agreed trades of this service, and their rows. */
export class Transactions {
	readonly #context: TradingContext;
	readonly #transactions = new Map<string, Transaction>();
	/** Ids of those that are pending, or in which the partner owes a payment. */
	readonly #active = new Set<string>();
	/** Number of transactions by key of the own order. */
	readonly #ofOrder = new Map<string, number>();
	/** Ids in wallets, by key of the note. */
	readonly #paymentIds = new Map<string, string>();
	/** References of payments that this service got, by asset and id in the wallet. */
	readonly #credited = new Map<string, string>();
	#lastNumber = 0;

	constructor(context: TradingContext) {
		this.#context = context;
	}

	restore(rows: readonly SavedRow[]): void {
		for (const row of rows) {
			if (isTransaction(row)) this.#put(this.#withSums(transactionRow.decode(row.record)));
			else {
				const { noteKey: key, paymentId } = paymentIdRow.decode(row.record);
				this.#paymentIds.set(key, paymentId);
			}
		}
		for (const { id } of this.#transactions.values()) {
			for (const note of this.#context.ledger.notesOf(id)) this.#credit(note, this.paymentId(note));
		}
	}

	get(id: string): Transaction | undefined {
		return this.#transactions.get(id);
	}

	/** In the sequence of their agreement. */
	all(): readonly Transaction[] {
		return [...this.#transactions.values()];
	}

	/** Those that are pending, or in which the partner owes a payment. */
	active(): readonly Transaction[] {
		return [...this.#active].flatMap((id) => this.#transactions.get(id) ?? []);
	}

	/** Writes a transaction. Its sums are those of the ledger. */
	save(row: TransactionRow): Transaction {
		const transaction = this.#withSums(row);
		this.#put(transaction);
		this.#context.effects.write('transactions', row.id, transactionRow.encode(row));
		return transaction;
	}

	/** Traders with a trade in which they cheated, or did not pay yet. */
	blocked(): ReadonlyMap<string, BlockKind> {
		const blocked = new Map<string, BlockKind>();
		for (const one of this.#transactions.values()) {
			const { trader } = one.partner;
			if (!one.isBlocked || blocked.get(trader) === 'conflict') continue;
			blocked.set(trader, one.role === 'leader' && riskOf(one) > 0n ? 'debt' : 'conflict');
		}
		return blocked;
	}

	/** Ends the blocks of a trader. Its debts stay. */
	unblock(trader: string): void {
		for (const { plan: _plan, paid: _paid, ...row } of this.#transactions.values()) {
			if (row.partner.trader === trader && row.isBlocked) this.save({ ...row, isBlocked: false });
		}
	}

	/** Deletes a transaction. If it has payments, its id and theirs stay recorded, so none of them counts again. */
	delete(id: string): void {
		const { ledger, effects, ids } = this.#context;
		const transaction = this.#transactions.get(id);
		if (!transaction) return;
		this.#transactions.delete(id);
		this.#active.delete(id);
		this.#countOf(transaction.own, -1);
		effects.write('transactions', id, null);
		const notes = ledger.delete(id);
		if (notes.length === 0) return;
		const used = [id];
		for (const note of notes) {
			const key = noteKey(note);
			const paymentId = this.paymentId(note);
			// The asset may be missing in the present settings.
			const isGotten = note.payer === transaction.partner.trader && paymentId !== undefined;
			const credited = isGotten ? creditKey(note.asset, paymentId) : this.#creditKeyOf(note, paymentId);
			if (credited !== undefined) {
				this.#credited.delete(credited);
				used.push(ids.hash(credited));
			}
			if (this.#paymentIds.delete(key)) effects.write('transactions', `${id} ${key}`, null);
			effects.write('sums', note.asset, sumRow.encode({ units: ledger.deletedSum(note.asset) }));
		}
		effects.delete({ notes: notes.map(noteKey), used });
	}

	/** Whether a transaction with payments was deleted. */
	wasDeleted(id: string): boolean {
		return this.#context.isUsed(id);
	}

	/** Whether an own order has transactions. */
	hasOrder(key: string): boolean {
		return this.#ofOrder.has(key);
	}

	/** Whether it has the highest number. Later numbers continue from it. */
	isNewest({ number }: Transaction): boolean {
		return number === this.#lastNumber;
	}

	/** Writes a transaction after a payment. The first one gives it a number. */
	savePayment(row: TransactionRow, note: Note, paymentId: string): Transaction {
		const key = noteKey(note);
		if (paymentId !== referenceOf(row.id, note.round)) {
			this.#paymentIds.set(key, paymentId);
			const record = paymentIdRow.encode({ noteKey: key, paymentId });
			this.#context.effects.write('transactions', `${row.id} ${key}`, record);
		}
		this.#credit(note, paymentId);
		return this.save({ ...row, number: row.number ?? this.#lastNumber + 1 });
	}

	/** Returns the note of a payment in the ledger. */
	note(transaction: string, payer: string, round: number): Note | undefined {
		return this.#context.ledger
			.notesOf(transaction)
			.find((note) => note.payer === payer && note.round === round);
	}

	/** Id of a payment in the wallet of its payer; undefined if the wallet has none of its own. */
	paymentId(note: Note): string | undefined {
		return this.#paymentIds.get(noteKey(note));
	}

	/** Whether the payment with this id in a wallet was credited for another reference. Ledger wallets pay by notes only. */
	isCredited(asset: string, paymentId: string, reference: string): boolean {
		const key = creditKey(asset, paymentId);
		const credited = this.#credited.get(key);
		if (credited !== undefined) return credited !== reference;
		const { assets, ids, isUsed } = this.#context;
		return assets.get(asset)?.isExternal === true && isUsed(ids.hash(key));
	}

	#credit(note: Note, paymentId: string | undefined): void {
		const key = this.#creditKeyOf(note, paymentId);
		if (key !== undefined) this.#credited.set(key, referenceOf(note.transaction, note.round));
	}

	/** Undefined for an own payment, and for one that only its note proves. */
	#creditKeyOf(
		{ payer, asset, transaction, round }: Note,
		paymentId: string | undefined,
	): string | undefined {
		const { trader, assets } = this.#context;
		if (payer === trader || !assets.get(asset)?.isExternal) return undefined;
		return creditKey(asset, paymentId ?? referenceOf(transaction, round));
	}

	#put(transaction: Transaction): void {
		const { id, own, number, status } = transaction;
		if (!this.#transactions.has(id)) this.#countOf(own, 1);
		this.#transactions.set(id, transaction);
		this.#lastNumber = Math.max(this.#lastNumber, number ?? 0);
		const isExposed = transaction.role === 'leader' && riskOf(transaction) > 0n;
		if (status === 'pending' || isExposed) this.#active.add(id);
		else this.#active.delete(id);
	}

	#countOf(order: string, change: number): void {
		const count = (this.#ofOrder.get(order) ?? 0) + change;
		if (count > 0) this.#ofOrder.set(order, count);
		else this.#ofOrder.delete(order);
	}

	#withSums(row: TransactionRow): Transaction {
		return { ...row, plan: planOf(row), paid: this.#paidOf(row) };
	}

	#paidOf({ id, role, partner }: TransactionRow): Paid {
		const { ledger, trader } = this.#context;
		const [own, other] = [ledger.paidBy(id, trader), ledger.paidBy(id, partner.trader)];
		return role === 'leader' ? { lead: own, follow: other } : { lead: other, follow: own };
	}
}

/** Ids are often hexadecimal digits, which wallets accept in both cases. */
const creditKey = (asset: string, paymentId: string): string => `${asset} ${paymentId.toLowerCase()}`;

/** Identifies a payment in a wallet. */
export const referenceOf = (transaction: string, round: number): string => `${transaction}.${round}`;
