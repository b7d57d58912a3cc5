import type { Download } from '../../protocol/resources/download.ts';

/** Block size. Small enough to copy when an entry changes, large enough to compare many entries at once. */
export const BLOCK_BYTES = 64 * 1024;

/**
 * Consecutive entries of a list as raw bytes. An entry is an object and the comma and blanks before it. A block of a
 * finished response never changes.
 */
export class Block {
	bytes: Buffer;
	/** For each entry: start and end of its item, and the download. Undefined if it was not requested. */
	readonly begins: number[] = [];
	readonly ends: number[] = [];
	readonly values: (Download | undefined)[] = [];

	constructor(bytes: Buffer) {
		this.bytes = bytes;
	}

	get count(): number {
		return this.ends.length;
	}

	/** Number of bytes of all entries. */
	get used(): number {
		return this.ends.at(-1) ?? 0;
	}

	/** Returns the start offset of an entry. */
	startOf(entry: number): number {
		return entry === 0 ? 0 : (this.ends[entry - 1] ?? 0);
	}

	/** Whether there is a comma before the item of an entry. */
	hasComma(entry: number): boolean {
		return this.bytes.subarray(this.startOf(entry), this.begins[entry]).includes(0x2c);
	}

	/** Whether the bytes from `start` to `end` equal those of `other` from `from` on. */
	equals(start: number, end: number, other: Uint8Array, from: number): boolean {
		return this.bytes.compare(other, from, from + end - start, start, end) === 0;
	}

	/** Returns the first entry between `start` and `end` that differs from `other` from `from` on. */
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

	/** Returns the entry that contains an offset. */
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

	/** Appends entries of another block. Their bytes must fit. */
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
