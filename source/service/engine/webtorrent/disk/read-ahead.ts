/** Bytes per read. Peers request a piece block by block, in order. */
const SPAN_BYTES = 128 * 1024;
/** Maximum cached spans of all downloads: 16 MiB. */
const MAX_KEPT = 128;

/** Least recently used first, with their owner. */
const spans = new Map<string, { readonly owner: ReadAhead; readonly bytes: Promise<Uint8Array> }>();
let owners = 0;

/** Reads `length` bytes from `offset` of a piece. */
export type ReadPiece = (index: number, offset: number, length: number) => Promise<Uint8Array>;

/** Reads more than peers request, and serves later blocks from memory. */
export class ReadAhead {
	readonly #read: ReadPiece;
	readonly #number = owners++;

	constructor(read: ReadPiece) {
		this.#read = read;
	}

	/** Returns bytes inside a piece of `size` bytes. */
	async get(index: number, size: number, offset: number, length: number): Promise<Uint8Array> {
		const number = Math.floor(offset / SPAN_BYTES);
		const from = number * SPAN_BYTES;
		// Blocks of the usual length never span two.
		if (offset + length > from + SPAN_BYTES) return this.#read(index, offset, length);
		const key = `${this.#number} ${index} ${number}`;
		const span = spans.get(key) ?? {
			owner: this,
			bytes: this.#read(index, from, Math.min(SPAN_BYTES, size - from)),
		};
		spans.delete(key);
		spans.set(key, span);
		forgetOldest();
		try {
			const bytes = await span.bytes;
			return bytes.subarray(offset - from, offset - from + length);
		} catch (error) {
			// The next request retries.
			if (spans.get(key) === span) spans.delete(key);
			throw error;
		}
	}

	/** Discards cached spans. */
	clear(): void {
		for (const [key, { owner }] of spans) if (owner === this) spans.delete(key);
	}
}

function forgetOldest(): void {
	if (spans.size <= MAX_KEPT) return;
	const [oldest] = spans.keys();
	if (oldest !== undefined) spans.delete(oldest);
}
