import {
	countersign,
	hasPayerSignature,
	hasReceipt,
	isNote,
	isSamePayment,
	type Note,
	type NoteTerms,
	noteKey,
	type Signatures,
	signNote,
} from './note.ts';

/** A row of the stored ledger. Rows are appended and never changed. */
export interface LedgerEntry {
	readonly kind: 'paid' | 'confirmed' | 'received';
	readonly note: Note;
}

type LedgerRefusal =
	| 'invalid'
	| 'not-for-us'
	| 'false-signature'
	| 'unknown-asset'
	| 'insufficient-balance'
	/** Another note with the same payer, transaction and round exists. If its payer signed both, it cheats. */
	| 'conflict'
	| 'unknown-note';

/**
 * `entry` is undefined if the ledger had it already. Otherwise the caller stores the entry before it sends the note to
 * anyone.
 */
export type LedgerResult =
	| { readonly kind: 'done'; readonly note: Note; readonly entry: LedgerEntry | undefined }
	| { readonly kind: 'refused'; readonly reason: LedgerRefusal };

const refuse = (reason: LedgerRefusal): LedgerResult => ({ kind: 'refused', reason });

/**
 * The payments of this service and its balances. It has no input or output. Every method can be repeated: after a
 * restart, the same payment gives the same note.
 */
export class Ledger {
	readonly #signatures: Signatures;
	/** Assets whose wallet alone knows the balance. */
	readonly #external: ReadonlySet<string>;
	readonly #balances: Map<string, bigint>;
	readonly #notes = new Map<string, Note>();
	readonly #ofTransaction = new Map<string, string[]>();
	readonly #deletedSums: Map<string, bigint>;

	/**
	 * `balances` are those of the settings, without any payment. `entries` are all stored rows, and `deletedSums` the
	 * sums of deleted ones. Payments of `external` assets are not limited by a balance.
	 */
	constructor(
		signatures: Signatures,
		balances: ReadonlyMap<string, bigint>,
		entries: readonly LedgerEntry[] = [],
		external: ReadonlySet<string> = new Set(),
		deletedSums: ReadonlyMap<string, bigint> = new Map(),
	) {
		this.#external = external;
		this.#signatures = signatures;
		this.#balances = new Map(balances);
		this.#deletedSums = new Map(deletedSums);
		for (const [asset, sum] of deletedSums) this.#add(asset, sum);
		for (const { note } of entries) this.#store(note);
	}

	/** Balance of an asset: that of the settings, plus received and minus paid notes, confirmed, deleted or not. */
	balance(asset: string): bigint {
		return this.#balances.get(asset) ?? 0n;
	}

	/** Notes of a transaction, in the sequence in which they were stored. */
	notesOf(transaction: string): readonly Note[] {
		return (this.#ofTransaction.get(transaction) ?? []).flatMap((key) => this.#notes.get(key) ?? []);
	}

	/** Sum of the notes of a transaction from one payer. */
	paidBy(transaction: string, payer: string): bigint {
		return this.notesOf(transaction).reduce(
			(sum, note) => (note.payer === payer ? sum + note.amount : sum),
			0n,
		);
	}

	/** Signs a payment. The amount counts as paid at once, because the payee may use the note from then on. */
	pay(terms: Omit<NoteTerms, 'payer'>): LedgerResult {
		const made = { ...terms, payer: this.#signatures.trader };
		if (!isNote(made)) return refuse('invalid');
		const before = this.#notes.get(noteKey(made));
		if (before) {
			// The time of a repeated payment differs. It is not a new payment.
			const isSame = isSamePayment(before, { ...made, timestampMs: before.timestampMs });
			return isSame ? { kind: 'done', note: before, entry: undefined } : refuse('conflict');
		}
		const balance = this.#balances.get(made.asset);
		if (balance === undefined) return refuse('unknown-asset');
		if (balance < made.amount && !this.#external.has(made.asset)) return refuse('insufficient-balance');
		return this.#append('paid', signNote(this.#signatures, terms));
	}

	/** Countersigns a payment to this service. The caller has checked that it expects asset and amount. */
	receive(note: Note): LedgerResult {
		if (!isNote(note)) return refuse('invalid');
		if (note.payee !== this.#signatures.trader) return refuse('not-for-us');
		if (!this.#balances.has(note.asset)) return refuse('unknown-asset');
		if (!hasPayerSignature(this.#signatures, note)) return refuse('false-signature');
		const before = this.#notes.get(noteKey(note));
		if (before) {
			const isSame = isSamePayment(before, note);
			return isSame ? { kind: 'done', note: before, entry: undefined } : refuse('conflict');
		}
		return this.#append('received', countersign(this.#signatures, note));
	}

	/** Stores the countersignature of a payment of this service. */
	confirm(note: Note): LedgerResult {
		if (!isNote(note)) return refuse('invalid');
		const before = this.#notes.get(noteKey(note));
		if (!before || note.payer !== this.#signatures.trader) return refuse('unknown-note');
		if (!isSamePayment(before, note)) return refuse('conflict');
		const confirmed = { ...before, receipt: note.receipt };
		if (!hasReceipt(this.#signatures, confirmed)) return refuse('false-signature');
		if (before.receipt !== null) return { kind: 'done', note: before, entry: undefined };
		return this.#append('confirmed', confirmed);
	}

	/** Deletes the notes of a transaction and returns them. Balances stay. The caller stores the new `deletedSum`. */
	delete(transaction: string): readonly Note[] {
		const notes = this.notesOf(transaction);
		this.#ofTransaction.delete(transaction);
		for (const note of notes) {
			this.#notes.delete(noteKey(note));
			this.#deletedSums.set(note.asset, this.deletedSum(note.asset) + this.#changeOf(note));
		}
		return notes;
	}

	/** Received minus paid deleted notes of an asset. */
	deletedSum(asset: string): bigint {
		return this.#deletedSums.get(asset) ?? 0n;
	}

	#append(kind: LedgerEntry['kind'], note: Note): LedgerResult {
		this.#store(note);
		return { kind: 'done', note, entry: { kind, note } };
	}

	/** Adds a note, or its receipt. Only a new note changes the balance. */
	#store(note: Note): void {
		const key = noteKey(note);
		const isNew = !this.#notes.has(key);
		this.#notes.set(key, note);
		if (!isNew) return;
		const keys = this.#ofTransaction.get(note.transaction);
		if (keys) keys.push(key);
		else this.#ofTransaction.set(note.transaction, [key]);
		this.#add(note.asset, this.#changeOf(note));
	}

	#changeOf({ payer, amount }: Note): bigint {
		return payer === this.#signatures.trader ? -amount : amount;
	}

	#add(asset: string, change: bigint): void {
		this.#balances.set(asset, this.balance(asset) + change);
	}
}
