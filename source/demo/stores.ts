import type { ChunkStore, StoreCallback } from 'webtorrent';
import { contentBytes } from './content.ts';

/** Interval at which waiting blocks are sent, ms. A longer one would be visible as pauses. */
const INTERVAL_MS = 250;

/** A store that keeps nothing, for a peer that only fetches. */
export class EmptyStore implements ChunkStore {
	readonly chunkLength: number;

	constructor(chunkLength: number) {
		this.chunkLength = chunkLength;
	}

	get(_index: number, _options: { offset?: number; length?: number } | null, callback: StoreCallback): void {
		queueMicrotask(() => callback(new Error('nothing is kept')));
	}

	put(_index: number, _data: Uint8Array, callback: (error: Error | null) => void): void {
		queueMicrotask(() => callback(null));
	}

	close(callback: (error: Error | null) => void): void {
		queueMicrotask(() => callback(null));
	}

	destroy(callback: (error: Error | null) => void): void {
		this.close(callback);
	}
}

/** The content of a torrent with a single file, computed on request. */
interface VirtualContent {
	readonly name: string;
	/** Bytes. */
	readonly pieceLength: number;
	/** Number of its first pieces that exist. */
	readonly pieces: number;
}

interface Request {
	readonly index: number;
	readonly offset: number;
	readonly length: number;
	readonly callback: StoreCallback;
}

/** A store without files that answers at a rate. So one peer can seed each torrent at another rate. */
export class PacedStore extends EmptyStore {
	readonly #content: VirtualContent;
	readonly #rate: (now: number) => number;
	#waiting: Request[] = [];
	/** Bytes that may be sent now. */
	#budget = 0;
	#timer: NodeJS.Timeout | undefined;
	#lastRead = Number.NEGATIVE_INFINITY;

	/** `rate` returns bytes per second at a time in ms. */
	constructor(content: VirtualContent, rate: (now: number) => number) {
		super(content.pieceLength);
		this.#content = content;
		this.#rate = rate;
	}

	/** Time of the last request, as of performance.now(). It is now while requests wait. */
	get lastRead(): number {
		return this.#waiting.length > 0 ? performance.now() : this.#lastRead;
	}

	override get(
		index: number,
		options: { offset?: number; length?: number } | null,
		callback: StoreCallback,
	): void {
		if (index >= this.#content.pieces) {
			queueMicrotask(() => callback(new Error('no such piece')));
			return;
		}
		this.#lastRead = performance.now();
		const { offset = 0, length = this.chunkLength - offset } = options ?? {};
		this.#waiting.push({ index, offset, length, callback });
		this.#timer ??= setInterval(() => this.#send(), INTERVAL_MS);
	}

	override close(callback: (error: Error | null) => void): void {
		clearInterval(this.#timer);
		this.#waiting = [];
		super.close(callback);
	}

	#send(): void {
		this.#budget += (this.#rate(performance.now()) * INTERVAL_MS) / 1000;
		for (let next = this.#waiting[0]; next && this.#budget > 0; next = this.#waiting[0]) {
			this.#waiting.shift();
			this.#budget -= next.length;
			next.callback(null, this.#bytes(next));
		}
		if (this.#waiting.length > 0) return;
		// An idle store collects no budget.
		this.#budget = Math.min(0, this.#budget);
		clearInterval(this.#timer);
		this.#timer = undefined;
	}

	#bytes({ index, offset, length }: Request): Buffer {
		return contentBytes(this.#content.name, length, index * this.chunkLength + offset);
	}
}
