/** Bytes of incomplete pieces in memory beyond which stale ones are discarded, of all downloads together. */
const MAX_BYTES = 256 * 1024 * 1024;
/** A piece that got no block for so long is stale. Pieces that arrive are never discarded, however slow they are. */
const STALE_MS = 10_000;

interface Entry {
	/** As `performance.now` gives it. */
	changedAt: number;
	readonly discard: () => void;
}

/**
 * The incomplete pieces in memory. A peer that withholds a block of each piece, or peers that leave, would otherwise
 * fill the memory with pieces that nobody completes. A discarded piece is requested again.
 */
export class ArrivingPieces {
	/** The one that got a block last comes last. */
	readonly #pieces = new Map<Uint8Array, Entry>();
	readonly #maxBytes: number;
	readonly #staleMs: number;
	#bytes = 0;

	constructor(maxBytes = MAX_BYTES, staleMs = STALE_MS) {
		this.#maxBytes = maxBytes;
		this.#staleMs = staleMs;
	}

	get bytes(): number {
		return this.#bytes;
	}

	/** A piece got its first block, in this memory. `discard` frees the memory. */
	add(data: Uint8Array, discard: () => void): void {
		this.#pieces.set(data, { changedAt: performance.now(), discard });
		this.#bytes += data.length;
		for (const [oldest, entry] of this.#pieces) {
			if (this.#bytes <= this.#maxBytes || performance.now() - entry.changedAt < this.#staleMs) return;
			this.delete(oldest);
			entry.discard();
		}
	}

	/** A piece got another block. */
	touch(data: Uint8Array): void {
		const entry = this.#pieces.get(data);
		if (!entry) return;
		entry.changedAt = performance.now();
		this.#pieces.delete(data);
		this.#pieces.set(data, entry);
	}

	/** The piece is complete, or given up. */
	delete(data: Uint8Array): void {
		if (this.#pieces.delete(data)) this.#bytes -= data.length;
	}
}

/** One for the process, as its memory is. */
export const arrivingPieces = new ArrivingPieces();
