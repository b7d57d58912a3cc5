import type { Download } from '../../protocol/resources/download.ts';

/** Bytes of a block: few are copied when one of its entries changes, and many are compared at once. */
export const blockSize = 64 * 1024;

/**
 * Entries of a list, one behind the other in the bytes they came as. An entry is an item, an object always, and what
 * stood before it: a comma, blanks. Once it is part of an answer, a block is never changed.
 */
export class Block {
	bytes: Buffer;
	/** For each entry: where its item begins, where it ends, and the download; undefined when it was not asked for. */
	readonly begins: number[] = [];
	readonly ends: number[] = [];
	readonly values: (Download | undefined)[] = [];

	constructor(bytes: Buffer) {
		this.bytes = bytes;
	}

	get count(): number {
		return this.ends.length;
	}

	/** Bytes of all entries. */
	get used(): number {
		return this.ends.at(-1) ?? 0;
	}

	/** Where an entry begins. */
	startOf(entry: number): number {
		return entry === 0 ? 0 : (this.ends[entry - 1] ?? 0);
	}

	/** Is there a comma before the item of an entry? */
	hasComma(entry: number): boolean {
		return this.bytes.subarray(this.startOf(entry), this.begins[entry]).includes(0x2c);
	}

	/** Are these bytes, from `start` to `end`, those of `other` from `from` on? */
	equals(start: number, end: number, other: Uint8Array, from: number): boolean {
		return this.bytes.compare(other, from, from + end - start, start, end) === 0;
	}

	/** The first entry whose bytes, from `start` to `end` of the block, are not all those of `other` from `from` on. */
	firstOther(start: number, end: number, other: Uint8Array, from: number): number {
		let low = this.entryAt(start);
		let high = this.entryAt(end - 1);
		let same = start;
		while (low < high) {
			const middle = (low + high) >> 1;
			const stop = Math.min(this.ends[middle] ?? end, end);
			if (this.equals(same, stop, other, from + same - start)) {
				low = middle + 1;
				same = stop;
			} else high = middle;
		}
		return low;
	}

	/** The entry that a byte belongs to. */
	entryAt(place: number): number {
		let low = 0;
		let high = this.count - 1;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((this.ends[middle] ?? 0) > place) high = middle;
			else low = middle + 1;
		}
		return low;
	}

	/** Takes over entries of another block, whose bytes must have room here. */
	append(other: Block, from: number, to: number): void {
		const start = other.startOf(from);
		const shift = this.used - start;
		other.bytes.copy(this.bytes, this.used, start, other.startOf(to));
		for (let entry = from; entry < to; entry++) {
			this.begins.push((other.begins[entry] ?? 0) + shift);
			this.ends.push((other.ends[entry] ?? 0) + shift);
			this.values.push(other.values[entry]);
		}
	}
}
