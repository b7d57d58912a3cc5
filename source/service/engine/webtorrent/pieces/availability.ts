import { hasPiece } from '../../../../metainfo/layout.ts';

/**
 * Returns the distributed copies: copies of the rarest piece plus the share of pieces with more. `complete` is the
 * number of seeds, `partial` the bitfields of others, including ours in either.
 */
export function availability(pieceCount: number, complete: number, partial: readonly Uint8Array[]): number {
	if (pieceCount === 0 || partial.length === 0) return complete;
	let rarest = partial.length;
	let atRarest = 0;
	for (let index = 0; index < pieceCount; index++) {
		let copies = 0;
		for (const bitfield of partial) if (hasPiece(bitfield, index)) copies++;
		if (copies < rarest) {
			rarest = copies;
			atRarest = 1;
		} else if (copies === rarest) atRarest++;
	}
	return complete + rarest + (pieceCount - atRarest) / pieceCount;
}

/** Pieces of all peers, including ours. */
interface Copies {
	/** Number of seeds. */
	readonly complete: number;
	/** Bitfields of others. */
	readonly partial: readonly Uint8Array[];
}

/** Counts distributed copies. Counting costs pieces times peers, so it takes at most a fiftieth of the time. */
export class CopyCounter {
	#count = 0;
	/** Unix ms. */
	#validUntil = 0;

	count(pieceCount: number, copies: () => Copies): number {
		if (this.#validUntil > Date.now()) return this.#count;
		const { complete, partial } = copies();
		const began = performance.now();
		this.#count = availability(pieceCount, complete, partial);
		this.#validUntil = Date.now() + (performance.now() - began) * 50;
		return this.#count;
	}
}
