/** Bytes of incomplete pieces of all downloads, above which stale ones are discarded. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Time without a block after which a piece is stale. Pieces that get blocks are never discarded, however slow. */
const STALE_MS = 10_000;

interface Entry {
	/** `performance.now()`. */
	changedAt: number;
	readonly discard: () => void;
}

/**
 * Incomplete pieces in memory. Otherwise peers that withhold a block of each piece, or leave, would fill the
 * memory. A discarded piece is requested again.
 */
export class ArrivingPieces {
	/** In the order of their last block. */
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

	/** Adds a piece after its first block. `discard` frees the memory. */
	add(data: Uint8Array, discard: () => void): void {
		this.#pieces.set(data, { changedAt: performance.now(), discard });
		this.#bytes += data.length;
		for (const [oldest, entry] of this.#pieces) {
			if (this.#bytes <= this.#maxBytes || performance.now() - entry.changedAt < this.#staleMs) return;
			this.delete(oldest);
			entry.discard();
		}
	}

	/** Registers another block of a piece. */
	touch(data: Uint8Array): void {
		const entry = this.#pieces.get(data);
		if (!entry) return;
		entry.changedAt = performance.now();
		this.#pieces.delete(data);
		this.#pieces.set(data, entry);
	}

	/** Removes a complete or abandoned piece. */
	delete(data: Uint8Array): void {
		if (this.#pieces.delete(data)) this.#bytes -= data.length;
	}
}

/** One per process, because memory is shared. */
export const arrivingPieces = new ArrivingPieces();
