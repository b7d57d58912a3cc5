import type { Note } from '../ledger/note.ts';
import type { Transaction } from './transaction.ts';

/** Reports of settlement. */
export interface SettlementListener {
	sent(transaction: Transaction, note: Note): void;
	gotten(transaction: Transaction, note: Note): void;
	completed(transaction: Transaction): void;
	/** The reservation of a trade ended. */
	settled(transaction: Transaction): void;
}
