import type { Note } from '../../../../source/service/market/ledger/note.ts';

/** Makes the note of a round, with an amount beyond doubles. */
export function noteOf(round: number): Note {
	return {
		payer: 'a'.repeat(64),
		payee: 'b'.repeat(64),
		asset: 'MB',
		amount: 10n ** 29n + BigInt(round),
		transaction: 't',
		round,
		timestampMs: 1000 + round,
		signature: 's',
		receipt: null,
	};
}
