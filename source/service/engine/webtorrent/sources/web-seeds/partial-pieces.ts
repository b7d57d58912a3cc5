import type TorrentPiece from 'torrent-piece';

/** Maximum bytes of incomplete pieces that web seeds leave in memory, of all downloads. */
const MAX_PARTIAL_BYTES = 64 * 1024 * 1024;

/**
 * Pieces that web seeds started and did not complete. Beyond the limit the oldest are discarded and fetched again.
 * Otherwise a web seed could fill the memory.
 */
export class PartialPieces {
	/** Discard callbacks, oldest first. */
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

	/** Removes a piece that is fetched again, or whose download has ended. */
	delete(piece: TorrentPiece): void {
		if (this.#pieces.delete(piece)) this.#bytes -= piece.length;
	}
}

/** One per process, because memory is shared. */
export const partialPieces = new PartialPieces();
