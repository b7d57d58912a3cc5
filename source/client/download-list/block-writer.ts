import type { Download } from '../../protocol/resources/download.ts';
import { Block, blockSize } from './block.ts';

/** Bytes from which on no entry is begun in a new block: entries may grow a little without dividing it. */
const full = blockSize - 4 * 1024;

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
	/** Where the entry in hand begins, where its item does, and where its bytes end. */
	#start = 0;
	#begin = 0;
	#end = 0;

	constructor(spare: Buffer[]) {
		this.#spare = spare;
	}

	/** Takes over entries of a block of the previous answer. */
	keep(block: Block, from: number, to: number): void {
		if (from >= to) return;
		const length = block.startOf(to) - block.startOf(from);
		const last = this.blocks.at(-1);
		if (last && last.used + length <= blockSize) {
			if (last !== this.#open) {
				// Two small ones become one.
				this.blocks.pop();
				this.#add(last.used + length).append(last, 0, last.count);
			}
			this.#open?.append(block, from, to);
		} else if (from === 0 && to === block.count) {
			this.blocks.push(block);
			this.#open = undefined;
		} else this.#add(length).append(block, from, to);
	}

	/** Begins an entry. */
	begin(): void {
		const open = this.#open && this.#open.used < full ? this.#open : this.#add(0);
		this.#start = open.used;
		this.#begin = open.used;
		this.#end = open.used;
	}

	/** Adds bytes to the entry in hand. */
	write(bytes: Uint8Array, from: number, to: number): void {
		const length = to - from;
		let open = this.#open ?? this.#add(length);
		if (this.#end + length > open.bytes.length) open = this.#move(open, length);
		open.bytes.set(from === 0 && to === bytes.length ? bytes : bytes.subarray(from, to), this.#end);
		this.#end += length;
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
		const left = this.#end - this.#start;
		// Twice as much: an item of many megabytes moves a few times, not with every portion.
		const wanted = left + more <= blockSize ? blockSize : 2 * (left + more);
		if (this.#start === 0) this.blocks.pop();
		const next = this.#add(wanted);
		open.bytes.copy(next.bytes, 0, this.#start, this.#end);
		this.#begin -= this.#start;
		this.#end = left;
		this.#start = 0;
		return next;
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
