import type { StoreCallback } from 'webtorrent';
import { BufferPool } from './buffer-pool.ts';

/** Bytes per read. Peers request a piece block by block, in order. */
const SPAN_BYTES = 256 * 1024;
/** Maximum cached spans of all downloads: 32 MiB. As many peers can request pieces in order without repeated reads. */
const MAX_KEPT = 128;

/**
 * Memory of spans. Collecting the memory of each read takes a third of the processor time of uploads. As much is in
 * transit at 120 MiB/s; slower uploads leave less.
 */
const memory = new BufferPool({
	create: (length) => Buffer.allocUnsafeSlow(length),
	maxBytes: 64 * 1024 * 1024,
});

interface Span {
	readonly owner: ReadAhead;
	readonly data: Buffer<ArrayBuffer>;
	/** Called after the read, with its error; undefined after a successful read. */
	waiting: ((error: Error | null) => void)[] | undefined;
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
type ReadPiece = (index: number, offset: number, data: Uint8Array) => Promise<void>;

/** Reads more than peers request, and serves later blocks from memory. */
export class ReadAhead {
	readonly #read: ReadPiece;
	readonly #number = owners++;

	constructor(read: ReadPiece) {
		this.#read = read;
	}

	/**
	 * Calls `done` with bytes inside a piece of `size` bytes; during this call if they are in memory. `releaseBlock` allows
	 * the reuse of their memory. A promise for each block would take a seventh of the processor time of uploads.
	 */
	get(index: number, size: number, offset: number, length: number, done: StoreCallback): void {
		const number = Math.floor(offset / SPAN_BYTES);
		const from = number * SPAN_BYTES;
		// Blocks of the usual length never span two.
		if (offset + length > from + SPAN_BYTES) {
			const data = Buffer.allocUnsafe(length);
			this.#read(index, offset, data).then(() => done(null, data), done);
			return;
		}
		const span = this.#spanOf(index, number, Math.min(SPAN_BYTES, size - from));
		span.users++;
		const take = (error: Error | null) =>
			error ? done(error) : done(null, span.data.subarray(offset - from, offset - from + length));
		if (span.waiting) span.waiting.push(take);
		else take(null);
	}

	/** Returns a span, the most recently used one afterwards. */
	#spanOf(index: number, number: number, length: number): Span {
		const key = `${this.#number} ${index} ${number}`;
		const span = spans.get(key) ?? this.#readSpan(key, index, number, length);
		spans.delete(key);
		spans.set(key, span);
		uncacheOldest();
		return span;
	}

	/** Discards cached spans. */
	clear(): void {
		for (const [key, span] of spans) if (span.owner === this) uncache(key, span);
	}

	#readSpan(key: string, index: number, number: number, length: number): Span {
		const data = memory.allocate(length);
		const span: Span = { owner: this, data, waiting: [], users: 0, cached: true };
		const end = (error: Error | null) => {
			const waiting = span.waiting ?? [];
			// After a failure, the next request reads again. The memory is not reused.
			if (!error) span.waiting = undefined;
			else if (spans.get(key) === span) {
				spans.delete(key);
				span.cached = false;
			}
			// An exception of one must not keep the others from their blocks.
			for (const take of waiting) void resolved.then(() => take(error));
		};
		spansByMemory.set(data.buffer, span);
		this.#read(index, number * SPAN_BYTES, data).then(() => end(null), end);
		return span;
	}
}

const resolved = Promise.resolve();

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
	const [oldest] = spans.size > MAX_KEPT ? spans : [];
	if (oldest) uncache(...oldest);
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
