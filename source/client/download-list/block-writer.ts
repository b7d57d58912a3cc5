import type { Download } from '../../protocol/resources/download.ts';
import { Block, blockSize } from './block.ts';
import type { Place } from './places.ts';

/** Bytes that a new block has left when no more entries are begun in it: some may grow without dividing it. */
export const left = 4 * 1024;
/** Buffers of a block each that are kept for the next answer: some dozens of its downloads will have changed. */
export const mostSpare = 32;

/**
 * Writes the blocks of an answer: entries that are new, and entries of the previous answer, whose blocks are taken as
 * they are where all of them stays.
 */
export class BlockWriter {
	readonly blocks: Block[] = [];
	/** Buffers to write into before new ones are made. */
	readonly #spare: Buffer[];
	/** The last block, if it is of this answer alone. */
	#open: Block | undefined;
	/** Has the entry in hand a place? Where it begins there, where its item does, and where its bytes end. */
	#placed = false;
	#start = 0;
	#begin = 0;
	#end = 0;

	constructor(spare: Buffer[]) {
		this.#spare = spare;
	}

	/** Takes over entries of the previous answer, from the one at a place to the one before another. */
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

	/** Begins an entry: mostly none comes behind the last one, so that it gets a place with its first bytes. */
	begin(): void {
		this.#placed = false;
		this.#setPlace(0);
	}

	/** Adds bytes to the entry in hand. */
	write(bytes: Uint8Array, from: number, to: number): void {
		const length = to - from;
		if (length === 0) return;
		if (!this.#placed) this.#setPlace((this.#roomFor(left) ?? this.#add(0)).used);
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

	/** What follows is the item. */
	beginItem(): void {
		this.#begin = this.#end;
	}

	/** The bytes that are there of the item in hand. */
	get item(): { readonly bytes: Buffer; readonly begin: number; readonly end: number } {
		return { bytes: this.#open?.bytes ?? Buffer.alloc(0), begin: this.#begin, end: this.#end };
	}

	/** The entry in hand is complete. Without this, it is dropped when the next one begins. */
	finish(value: Download | undefined): void {
		const open = this.#open;
		if (!open) return;
		// A very long item was given more room than it took.
		if (open.bytes.length > blockSize) open.bytes = Buffer.from(open.bytes.subarray(0, this.#end));
		open.begins.push(this.#begin);
		open.ends.push(this.#end);
		open.values.push(value);
	}

	/** Moves the entry in hand to a place with room for more bytes. */
	#move(open: Block, more: number): Block {
		const length = this.#end - this.#start;
		// Twice as much: an item of many megabytes moves a few times, not with every portion.
		const wanted = length + more <= blockSize ? blockSize : 2 * (length + more);
		if (this.#start === 0) this.blocks.pop();
		const next = this.#add(wanted);
		open.bytes.copy(next.bytes, 0, this.#start, this.#end);
		this.#begin -= this.#start;
		this.#end = length;
		this.#start = 0;
		return next;
	}

	/**
	 * The last block, made one of this answer alone, if it has room for so many bytes more. So two neighbours
	 * together are always about one block at least, however long entries come and go.
	 */
	#roomFor(length: number): Block | undefined {
		const last = this.blocks.at(-1);
		if (!last || last.used + length > blockSize) return undefined;
		if (last !== this.#open) {
			this.blocks.pop();
			this.#add(last.used).append(last, 0, last.count);
		}
		return this.#open;
	}

	#add(length: number): Block {
		const usual = length <= blockSize;
		const bytes = (usual && this.#spare.pop()) || Buffer.allocUnsafeSlow(usual ? blockSize : length);
		const block = new Block(bytes);
		this.blocks.push(block);
		this.#open = block;
		return block;
	}
}

/** Buffers that the next answer can be written to: those of blocks that are in use no more. */
export function leftOver(spare: Buffer[], before: readonly Block[], now: readonly Block[]): Buffer[] {
	const used = new Set(now);
	const free = before.filter((block) => !used.has(block) && block.bytes.length === blockSize);
	return [...spare, ...free.map(({ bytes }) => bytes)].slice(0, mostSpare);
}
