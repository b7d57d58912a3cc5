import type { Download } from '../../protocol/resources/download.ts';
import type { Block } from './block.ts';
import { BlockWriter, type EntryRun } from './block-writer.ts';
import { ListStart } from './list-start.ts';
import { parseItem } from './parse-item.ts';
import { type Place, PlaceIndex } from './places.ts';
import { type ReadObject, SimilarObjects } from './similar-objects.ts';
import type { TimeSlice } from './time-slice.ts';
import { isBlank, ValueEnd } from './value-end.ts';

/** Replaces the list in `rest`. */
export const listPlaceholder = 'read apart';

/** Rows that are read without a look at the clock, which takes a thirtieth of their time. */
const ROWS_BETWEEN_CLOCKS = 8;

/** Decodes a parsed item. Returns undefined if it is not a download. `index` is its index in the response. */
export type DecodeItem = (value: unknown, index: number) => Download | undefined;

/**
 * Reads the response to GET /downloads while it arrives. Bytes equal to the previous response are only compared.
 * Otherwise the entry around the difference is parsed and decoded.
 */
export class ListReader {
	/** The bytes around the list, with the placeholder in its place. */
	readonly rest: Uint8Array[] = [];
	readonly #known: readonly Block[];
	readonly #writer: BlockWriter;
	readonly #places: PlaceIndex;
	readonly #decodeItem: DecodeItem;
	readonly #slice: TimeSlice;
	readonly #start = new ListStart('downloads');
	readonly #end = new ValueEnd();
	readonly #similar = new SimilarObjects();
	#part: 'before' | 'known' | 'gap' | 'item' | 'decision' | 'after' = 'before';
	/** Tokens allowed in the current gap. */
	#expects: 'first' | 'separator' | 'item' = 'first';
	/** The known entry expected next, and the number of bytes of its block already received. */
	#place: Place = { block: 0, entry: 0 };
	#same = 0;
	/** The first received known entry that is not written yet. The last one precedes #place. */
	#keptFrom: Place = { block: 0, entry: 0 };
	/** The parsed current item while the index of places is prepared. */
	#parsed: unknown;
	/** Number of items in the response, including invalid ones. */
	#count = 0;

	constructor(known: readonly Block[], spare: Buffer[], decodeItem: DecodeItem, slice: TimeSlice) {
		this.#known = known;
		this.#writer = new BlockWriter(spare, known.length === 0);
		this.#places = new PlaceIndex(known);
		this.#decodeItem = decodeItem;
		this.#slice = slice;
	}

	/** Whether the list is complete. If it was not found, `rest` is the whole response. */
	get complete(): boolean {
		return this.#part === 'after';
	}

	/** Whether the list has begun. */
	get found(): boolean {
		return this.#part !== 'before';
	}

	/** The blocks of the complete list. Unchanged blocks are the known ones. */
	get blocks(): readonly Block[] {
		return this.#writer.blocks.filter(({ count }) => count > 0);
	}

	/**
	 * Reads the next bytes. The caller must wait for a returned promise before the next call. The bytes are copied
	 * first. Throws or rejects with a SyntaxError if the list is not valid JSON.
	 */
	take(chunk: Uint8Array): Promise<void> | undefined {
		this.#slice.begin();
		const at = this.#read(chunk, 0);
		this.#slice.end();
		if (at === chunk.length && this.#part !== 'decision') return undefined;
		return this.#continueLater(Buffer.from(chunk.subarray(at)));
	}

	async #continueLater(chunk: Uint8Array): Promise<void> {
		let at = 0;
		do {
			await this.#slice.next();
			if (this.#part === 'decision') await this.#places.prepare(this.#slice);
			at = this.#read(chunk, at);
		} while (at < chunk.length || this.#part === 'decision');
	}

	/** Reads until the end of the bytes or of the time slice, or until the places must be prepared. */
	#read(chunk: Uint8Array, from: number): number {
		let at = from;
		if (this.#part === 'decision') this.#settle(this.#parsed);
		while (at < chunk.length) {
			switch (this.#part) {
				case 'before':
					at = this.#readBefore(chunk);
					break;
				case 'known':
					at = this.#readKnown(chunk, at);
					break;
				case 'gap': {
					const next = this.#readRun(chunk, at);
					if (next > at && this.#slice.over) return next;
					at = this.#readGap(chunk, next, chunk.length);
					break;
				}
				case 'item':
					at = this.#readItem(chunk, at, chunk.length);
					if (this.#slice.over) return at;
					break;
				case 'after':
					this.rest.push(Buffer.from(chunk.subarray(at)));
					return chunk.length;
				case 'decision':
					return at;
			}
		}
		return at;
	}

	#readBefore(chunk: Uint8Array): number {
		const start = this.#start.find(chunk, 0);
		if (start < 0) {
			this.rest.push(Buffer.from(chunk));
			return chunk.length;
		}
		this.rest.push(Buffer.from(chunk.subarray(0, start)), Buffer.from(JSON.stringify(listPlaceholder)));
		this.#expect({ block: 0, entry: 0 });
		return start + 1;
	}

	/** Expects the known entries from this one on. */
	#expect(place: Place): void {
		this.#part = 'known';
		this.#place = place;
		this.#keptFrom = place;
		this.#same = this.#known[place.block]?.startOf(place.entry) ?? 0;
		// Only the first item has no comma before it. Invalid items are not among the known entries.
		const first = place.block === 0 && place.entry === 0 ? this.#known[0] : undefined;
		if (first && first.hasComma(0) !== this.#count > 0) this.#beginEntry();
	}

	/** Skips bytes equal to the known block. */
	#readKnown(chunk: Uint8Array, at: number): number {
		const { block: number, entry } = this.#place;
		const block = this.#known[number];
		if (!block) {
			this.#beginEntry();
			return at;
		}
		const stop = Math.min(block.used, this.#same + chunk.length - at);
		if (block.equals(this.#same, stop, chunk, at)) {
			const next = at + stop - this.#same;
			this.#same = stop;
			if (stop === block.used) {
				this.#count += block.count - entry;
				this.#place = { block: number + 1, entry: 0 };
				this.#same = 0;
			}
			return next;
		}
		const other = block.firstOther(this.#same, stop, chunk, at);
		const start = block.startOf(other);
		const received = Math.max(this.#same, start);
		const next = at + received - this.#same;
		this.#count += other - entry;
		this.#place = { block: number, entry: other };
		this.#beginEntry();
		// Parse the bytes of the entry already received from the known block.
		const item = this.#readGap(block.bytes, start, received);
		if (item < received) this.#readItem(block.bytes, item, received);
		return next;
	}

	/** Starts an entry that differs from the expected one, or the end of the list. */
	#beginEntry(): void {
		this.#writer.keepAll(this.#known, this.#keptFrom, this.#place);
		this.#keptFrom = this.#place;
		this.#writer.begin();
		this.#part = 'gap';
		this.#expects = this.#count === 0 ? 'first' : 'separator';
	}

	/**
	 * Reads complete objects of a first response, without the steps that others need. Returns the offset after them.
	 * Everything else is left to #readGap and #readItem: the end of the list, other values, objects in part.
	 */
	#readRun(chunk: Uint8Array, from: number): number {
		if (this.#known.length > 0 || this.#expects === 'item' || this.#writer.isPlaced) return from;
		const run: EntryRun = { begins: [], ends: [], values: [] };
		const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
		let at = from;
		do {
			const begin = startOfObject(bytes, at, this.#count > 0);
			if (begin < 0) break;
			const item = this.#similar.read(bytes, begin) ?? this.#readObject(bytes, at, begin);
			if (!item) break;
			run.begins.push(begin);
			run.ends.push(item.end);
			run.values.push(this.#decodeItem(item.value, this.#count));
			this.#count++;
			at = item.end;
		} while (run.ends.length % ROWS_BETWEEN_CLOCKS > 0 || !this.#slice.over);
		if (at === from) return from;
		this.#writer.append(bytes, from, run);
		this.#expects = 'separator';
		return at;
	}

	/** Reads a complete object at `begin`. `before` is the end of the object before it. */
	#readObject(bytes: Buffer, before: number, begin: number): ReadObject | undefined {
		this.#end.reset();
		const end = this.#end.find(bytes, begin, bytes.length);
		if (end < 0) return undefined;
		this.#similar.learn(bytes, before, begin);
		return { end, value: parseItem(bytes, begin, end) };
	}

	#readGap(bytes: Uint8Array, from: number, end: number): number {
		let at = from;
		for (; at < end; at++) {
			const byte = bytes[at];
			if (isBlank(byte)) continue;
			if (byte === 0x5d && this.#expects !== 'item') {
				this.#part = 'after';
				return at + 1;
			}
			if (this.#expects === 'separator') {
				if (byte !== 0x2c) throw new SyntaxError('Two items without a comma.');
				this.#expects = 'item';
				continue;
			}
			this.#writer.write(bytes, from, at);
			this.#writer.beginItem();
			this.#end.reset();
			this.#part = 'item';
			return at;
		}
		this.#writer.write(bytes, from, end);
		return end;
	}

	#readItem(bytes: Uint8Array, from: number, end: number): number {
		const stop = this.#end.find(bytes, from, end);
		this.#writer.write(bytes, from, stop < 0 ? end : stop);
		if (stop < 0) return end;
		const item = this.#writer.item;
		if (item.begin === item.end) throw new SyntaxError('An item is missing.');
		this.#settle(parseItem(item.bytes, item.begin, item.end));
		return stop;
	}

	/** Finds the place of an item among the known ones. */
	#settle(value: unknown): void {
		const infohash = infohashOf(value);
		let place = infohash === undefined ? undefined : this.#places.findNear(infohash, this.#place);
		if (infohash !== undefined && !place) {
			if (!this.#places.ready) {
				this.#parsed = value;
				this.#part = 'decision';
				return;
			}
			place = this.#places.find(infohash);
		}
		this.#parsed = undefined;
		const { bytes, begin, end } = this.#writer.item;
		const known = place && this.#places.downloadAt(place, bytes, begin, end);
		const download = known ?? this.#decodeItem(value, this.#count);
		this.#count++;
		// Only an object has an unambiguous end.
		if (isObject(value)) this.#writer.finish(download);
		this.#expect(place ? { block: place.block, entry: place.entry + 1 } : this.#place);
	}
}

/** Returns the offset of the '{' after blanks, and after a comma if one is expected. Returns -1 for anything else. */
function startOfObject(bytes: Uint8Array, from: number, hasComma: boolean): number {
	let expectsComma = hasComma;
	// Reading beyond the end would make V8 discard the compiled code.
	for (let at = from; at < bytes.length; at++) {
		const byte = bytes[at];
		if (isBlank(byte)) continue;
		if (!expectsComma) return byte === 0x7b ? at : -1;
		if (byte !== 0x2c) return -1;
		expectsComma = false;
	}
	return -1;
}

function isObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the infohash in lower case as in the decoded download. Services in the field use both cases. */
function infohashOf(value: unknown): string | undefined {
	if (!isObject(value) || !('infohash' in value)) return undefined;
	return typeof value.infohash === 'string' ? value.infohash.toLowerCase() : undefined;
}
