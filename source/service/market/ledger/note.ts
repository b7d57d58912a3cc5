import { MAX_UNITS } from '../amount.ts';

/** Signs for this service and verifies for all traders. A trader's id is its public key. */
export interface Signatures {
	/** Id of this service's trader. */
	readonly trader: string;
	/** `purpose` is part of the signed content, so that no signature is valid for another purpose. */
	sign(purpose: SignaturePurpose, content: string): string;
	verify(trader: string, purpose: SignaturePurpose, content: string, signature: string): boolean;
}

export type SignaturePurpose = 'note' | 'receipt';

/** A payment of an asset. Payer, transaction and round identify it. */
export interface NoteTerms {
	readonly payer: string;
	readonly payee: string;
	readonly asset: string;
	/** Units of the asset. */
	readonly amount: bigint;
	/** Id of the transaction that both traders agreed on. */
	readonly transaction: string;
	/** Number of the round, from 0. */
	readonly round: number;
	/** Unix time, ms. */
	readonly timestampMs: number;
}

/** A payment that the payer signed. */
export interface Note extends NoteTerms {
	readonly signature: string;
	/** Signature of the payee; null until it confirmed the note. */
	readonly receipt: string | null;
}

/** Maximum lengths of texts in notes, characters. */
const MAX_TEXT = 200;
const MAX_ROUND = 1_000_000;

/** Returns the content that the payer signs. It is the same for equal terms only. */
export function noteContent(terms: NoteTerms): string {
	const { payer, payee, asset, amount, transaction, round, timestampMs } = terms;
	return JSON.stringify([payer, payee, asset, amount.toString(), transaction, round, timestampMs]);
}

/** Returns the content that the payee signs. It includes the signature of the payer. */
function receiptContent(note: NoteTerms & { readonly signature: string }): string {
	return JSON.stringify([noteContent(note), note.signature]);
}

/** Identifies a note in a ledger. */
export function noteKey({ payer, transaction, round }: NoteTerms): string {
	return JSON.stringify([transaction, payer, round]);
}

/** Whether all values are within their limits. Types are checked where notes are decoded. */
export function isNote(terms: NoteTerms): boolean {
	const { payer, payee, asset, amount, transaction, round, timestampMs } = terms;
	const texts = [payer, payee, asset, transaction];
	return (
		payer !== payee &&
		texts.every((text) => text.length > 0 && text.length <= MAX_TEXT) &&
		amount > 0n &&
		amount <= MAX_UNITS &&
		Number.isSafeInteger(round) &&
		round >= 0 &&
		round <= MAX_ROUND &&
		Number.isSafeInteger(timestampMs) &&
		timestampMs >= 0
	);
}

export function signNote(signatures: Signatures, terms: Omit<NoteTerms, 'payer'>): Note {
	const signed = { ...terms, payer: signatures.trader };
	return { ...signed, signature: signatures.sign('note', noteContent(signed)), receipt: null };
}

export function countersign(signatures: Signatures, note: Note): Note {
	return { ...note, receipt: signatures.sign('receipt', receiptContent(note)) };
}

export function hasPayerSignature(signatures: Signatures, note: Note): boolean {
	return signatures.verify(note.payer, 'note', noteContent(note), note.signature);
}

export function hasReceipt(signatures: Signatures, note: Note): boolean {
	if (note.receipt === null) return false;
	return signatures.verify(note.payee, 'receipt', receiptContent(note), note.receipt);
}

/** Whether two notes are the same payment. */
export const isSamePayment = (a: NoteTerms, b: NoteTerms): boolean => noteContent(a) === noteContent(b);
