import type { Download } from '../../protocol/resources/download.ts';
import { BLOCK_BYTES, Block } from './block.ts';
import type { Place } from './places.ts';

/** Free bytes below which no entry is started in a new block. They let entries grow without splitting the block. */
export const BLOCK_RESERVE_BYTES = 4 * 1024;
/** Maximum number of spare block buffers kept for the next response. Some dozens of downloads change between two. */
export const MAX_SPARE_BUFFERS = 32;

/** Consecutive complete entries: start and end of each item, and the download. */
export interface EntryRun {
	readonly begins: number[];
	readonly ends: number[];
	readonly values: (Download | undefined)[];
}

/**
 * Writes the blocks of a response from new entries and entries of the previous response. Reuses a previous block if
 * all of it is unchanged.
 */
export class BlockWriter {
	readonly blocks: Block[] = [];
	/** Buffers to reuse before new ones are allocated. */
	readonly #spare: Buffer[];
	readonly #allocate: (bytes: number) => Buffer;
	/** The last block, if it belongs only to this response. */
	#open: Block | undefined;
	/** Whether the current entry has a position, and its offsets in the block: entry start, item start, end. */
	#placed = false;
	#start = 0;
	#begin = 0;
	#end = 0;

	/** `isFirst`: whether no response came before. */
	constructor(spare: Buffer[], isFirst: boolean) {
		this.#spare = spare;
		this.#allocate = isFirst ? allocateUncounted : Buffer.allocUnsafeSlow;
	}

	/** Copies entries of the previous response, from `from` up to but not including `to`. */
	keepAll(known: readonly Block[], from: Place, to: Place): void {
		for (let number = from.block; number <= to.block; number++) {
			const block = known[number];
			if (!block) return;
			this.#keep(block, number === from.block ? from.entry : 0, number === to.block ? to.entry : block.count);
		}
	}

	#keep(block: Block, from: number, to: number): void {
		if (from >= to) return;
		const length = block.startOf(to) - block.startOf(from);
		const open = this.#roomFor(length);
		if (open) open.append(block, from, to);
		else if (from === 0 && to === block.count) {
			this.blocks.push(block);
			this.#open = undefined;
		} else this.#add(length).append(block, from, to);
	}

	/** Starts an entry. It gets its position with its first bytes, because the list usually ends instead. */
	begin(): void {
		this.#placed = false;
		this.#setPlace(0);
	}

	/** Whether the current entry has bytes. */
	get isPlaced(): boolean {
		return this.#placed;
	}

	/** Appends bytes to the current entry. */
	write(bytes: Uint8Array, from: number, to: number): void {
		const length = to - from;
		if (length === 0) return;
		if (!this.#placed) this.#setPlace((this.#roomFor(BLOCK_RESERVE_BYTES) ?? this.#add(0)).used);
		this.#placed = true;
		let open = this.#open ?? this.#add(length);
		if (this.#end + length > open.bytes.length) open = this.#move(open, length);
		open.bytes.set(from === 0 && to === bytes.length ? bytes : bytes.subarray(from, to), this.#end);
		this.#end += length;
	}

	#setPlace(place: number): void {
		this.#start = place;
		this.#begin = place;
		this.#end = place;
	}

	/** Marks the current position as the start of the item. */
	beginItem(): void {
		this.#begin = this.#end;
	}

	/** The bytes of the current item so far. */
	get item(): { readonly bytes: Buffer; readonly begin: number; readonly end: number } {
		return { bytes: this.#open?.bytes ?? Buffer.alloc(0), begin: this.#begin, end: this.#end };
	}

	/** Completes the current entry. Otherwise the start of the next one discards it. */
	finish(value: Download | undefined): void {
		const open = this.#open;
		if (!open) return;
		// A very long item was given more space than it used.
		if (open.bytes.length > BLOCK_BYTES) open.bytes = Buffer.from(open.bytes.subarray(0, this.#end));
		open.begins.push(this.#begin);
		open.ends.push(this.#end);
		open.values.push(value);
	}

	/** Appends complete entries, of which the first starts at `from`. Copies the bytes of a block at once. */
	append(bytes: Uint8Array, from: number, { begins, ends, values }: EntryRun): void {
		let start = from;
		for (let first = 0; first < ends.length; ) {
			const length = (ends[first] ?? 0) - start;
			const block = this.#roomFor(Math.max(length, BLOCK_RESERVE_BYTES)) ?? this.#add(length);
			const shift = block.used - start;
			let end = start;
			let next = first;
			do {
				block.begins.push((begins[next] ?? 0) + shift);
				end = ends[next] ?? 0;
				block.ends.push(end + shift);
				block.values.push(values[next]);
				next++;
			} while (
				next < ends.length &&
				Math.max(ends[next] ?? 0, end + BLOCK_RESERVE_BYTES) + shift <= BLOCK_BYTES
			);
			block.bytes.set(bytes.subarray(start, end), start + shift);
			start = end;
			first = next;
		}
		this.begin();
	}

	/** Moves the current entry to a block with space for more bytes. */
	#move(open: Block, more: number): Block {
		const length = this.#end - this.#start;
		// Doubling the space lets an item of many megabytes move a few times, not with every chunk.
		const capacity = length + more <= BLOCK_BYTES ? BLOCK_BYTES : 2 * (length + more);
		if (this.#start === 0) this.blocks.pop();
		const next = this.#add(capacity);
		open.bytes.copy(next.bytes, 0, this.#start, this.#end);
		this.#begin -= this.#start;
		this.#end = length;
		this.#start = 0;
		return next;
	}

	/**
	 * Returns the last block if it has space for `length` bytes. A block of the previous response is copied first.
	 * Thus two adjacent blocks always have at least one block of data together.
	 */
	#roomFor(length: number): Block | undefined {
		const last = this.blocks.at(-1);
		if (!last || last.used + length > BLOCK_BYTES) return undefined;
		if (last !== this.#open) {
			this.blocks.pop();
			this.#add(last.used).append(last, 0, last.count);
		}
		return this.#open;
	}

	#add(length: number): Block {
		const usual = length <= BLOCK_BYTES;
		const bytes = (usual && this.#spare.pop()) || this.#allocate(usual ? BLOCK_BYTES : length);
		const block = new Block(bytes);
		this.blocks.push(block);
		this.#open = block;
		return block;
	}
}

/**
 * Allocates memory that V8 does not count when it decides about collecting garbage. It would do so after each start, when
 * the first keys follow, and free nothing. Later blocks replace others, so they are counted.
 */
function allocateUncounted(bytes: number): Buffer {
	return Buffer.from(new SharedArrayBuffer(bytes));
}

/** Returns the buffers for the next response: those of blocks no longer in use. */
export function unusedBuffers(spare: Buffer[], before: readonly Block[], now: readonly Block[]): Buffer[] {
	const used = new Set(now);
	const free = before.filter((block) => !used.has(block) && block.bytes.length === BLOCK_BYTES);
	return [...spare, ...free.map(({ bytes }) => bytes)].slice(0, MAX_SPARE_BUFFERS);
}
