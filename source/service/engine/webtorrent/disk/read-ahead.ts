import { BufferPool } from './buffer-pool.ts';

/** Bytes per read. Peers request a piece block by block, in order. */
const SPAN_BYTES = 128 * 1024;
/** Maximum cached spans of all downloads: 16 MiB. */
const MAX_KEPT = 128;

/** Memory of spans. Collecting the memory of each read takes a fifth of the processor time of uploads. */
const memory = new BufferPool({
	create: (length) => Buffer.allocUnsafeSlow(length),
	maxBytes: 8 * 1024 * 1024,
});

interface Span {
	readonly owner: ReadAhead;
	readonly data: Buffer<ArrayBuffer>;
	/** Settles after the read. */
	readonly read: Promise<void>;
	/** Number of returned blocks that are in use. */
	users: number;
	cached: boolean;
}

/** Least recently used first. */
const spans = new Map<string, Span>();
/** Spans of returned blocks. */
const spansByMemory = new WeakMap<ArrayBufferLike, Span>();
let owners = 0;

/** Fills `data` with bytes of a piece, from `offset`. */
export type ReadPiece = (index: number, offset: number, data: Uint8Array) => Promise<void>;

/** Reads more than peers request, and serves later blocks from memory. */
export class ReadAhead {
	readonly #read: ReadPiece;
	readonly #number = owners++;

	constructor(read: ReadPiece) {
		this.#read = read;
	}

	/** Returns bytes inside a piece of `size` bytes. `releaseBlock` allows the reuse of their memory. */
	async get(index: number, size: number, offset: number, length: number): Promise<Uint8Array> {
		const number = Math.floor(offset / SPAN_BYTES);
		const from = number * SPAN_BYTES;
		// Blocks of the usual length never span two.
		if (offset + length > from + SPAN_BYTES) {
			const data = Buffer.allocUnsafe(length);
			await this.#read(index, offset, data);
			return data;
		}
		const key = `${this.#number} ${index} ${number}`;
		const span = spans.get(key) ?? this.#readSpan(index, from, Math.min(SPAN_BYTES, size - from));
		span.users++;
		spans.delete(key);
		spans.set(key, span);
		uncacheOldest();
		try {
			await span.read;
			return span.data.subarray(offset - from, offset - from + length);
		} catch (error) {
			// The next request retries. The memory is not reused.
			if (spans.get(key) === span) spans.delete(key);
			throw error;
		}
	}

	/** Discards cached spans. */
	clear(): void {
		for (const [key, span] of spans) if (span.owner === this) uncache(key, span);
	}

	#readSpan(index: number, from: number, length: number): Span {
		const data = memory.allocate(length);
		const span = { owner: this, data, read: this.#read(index, from, data), users: 0, cached: true };
		spansByMemory.set(data.buffer, span);
		return span;
	}
}

/**
 * Allows the reuse of a block's memory. To be called once at most, when the block is not used any more. Memory of
 * blocks that are not released is left to the garbage collection.
 */
export function releaseBlock(block: Uint8Array): void {
	const span = spansByMemory.get(block.buffer);
	if (!span) return;
	span.users--;
	reuseMemory(span);
}

function uncacheOldest(): void {
	if (spans.size <= MAX_KEPT) return;
	for (const [key, span] of spans) {
		uncache(key, span);
		return;
	}
}

function uncache(key: string, span: Span): void {
	spans.delete(key);
	span.cached = false;
	reuseMemory(span);
}

function reuseMemory({ users, cached, data }: Span): void {
	if (users > 0 || cached) return;
	spansByMemory.delete(data.buffer);
	memory.release(data);
}
