import type TorrentPiece from 'torrent-piece';

/** Bytes of incomplete pieces that web seeds may leave in memory, of all downloads together. */
const MAX_PARTIAL_BYTES = 64 * 1024 * 1024;

/**
 * Pieces that web seeds began and did not complete. They stay in memory, so there is a limit: beyond it the oldest
 * ones are discarded and fetched again. A web seed could otherwise fill the memory with parts of pieces.
 */
export class PartialPieces {
	/** Discards a piece, the oldest one first. */
	readonly #pieces = new Map<TorrentPiece, () => void>();
	readonly #maxBytes: number;
	#bytes = 0;

	constructor(maxBytes = MAX_PARTIAL_BYTES) {
		this.#maxBytes = maxBytes;
	}

	get bytes(): number {
		return this.#bytes;
	}

	add(piece: TorrentPiece, discard: () => void): void {
		this.delete(piece);
		this.#pieces.set(piece, discard);
		this.#bytes += piece.length;
		if (this.#bytes <= this.#maxBytes) return;
		// Peers may have completed some of them.
		for (const one of this.#pieces.keys()) if (one._flushed) this.delete(one);
		for (const [oldest, discardOldest] of this.#pieces) {
			if (this.#bytes <= this.#maxBytes) return;
			this.delete(oldest);
			discardOldest();
		}
	}

	/** The piece is fetched again, or its download has ended. */
	delete(piece: TorrentPiece): void {
		if (this.#pieces.delete(piece)) this.#bytes -= piece.length;
	}
}

/** One for the process, as its memory is. */
export const partialPieces = new PartialPieces();
