import type { Download } from '../../protocol/resources/download.ts';
import { ByteBlocks } from './byte-blocks.ts';
import { type Item, type KnownItems, sameBytes } from './known-items.ts';
import { ListStart } from './list-start.ts';
import { parseBatch } from './parse-batch.ts';
import type { Turns } from './turns.ts';
import { isBlank, ValueEnd } from './value-end.ts';

/** Bytes of changed items that are parsed at once. */
const batchSize = 32 * 1024;
/** What stands for the list where the rest of the answer is read. */
export const placeholder = 'read apart';

/** What follows from an item: 'wait' is for more bytes, or at the end. */
type Step = 'go on' | 'wait' | 'decode changed' | 'decode before known';

/** Makes a download of what was parsed; undefined of what is none. `index` is its place in the answer. */
export type DecodeItem = (value: unknown, index: number) => Download | undefined;

/**
 * Reads the answer to GET /downloads while it comes in. Of every item only the bytes are looked at; one that has the
 * bytes of an item known from before is that item, and only the others are parsed and decoded.
 */
export class ListReader {
	readonly items: Item[] = [];
	/** Are the items all those that were known, at their places? */
	unchanged = true;
	/** What is around the items, the placeholder in their place. */
	readonly rest: Uint8Array[] = [];
	readonly #known: KnownItems;
	readonly #decodeItem: DecodeItem;
	readonly #turns: Turns;
	readonly #start = new ListStart();
	readonly #end = new ValueEnd();
	readonly #bytes = new ByteBlocks();
	#part: 'before' | 'list' | 'after' = 'before';
	#expects: 'first' | 'item' | 'separator' | 'rest of item' = 'first';
	/** Where the item or separator in hand begins. */
	#at = 0;
	/** The known item that is likely to come next. */
	#place = 0;
	/** Bytes of the item in hand that are those of the known one; -1 when it is another. */
	#same = 0;
	/** Changed items not parsed yet: they lie one behind the other. Beginnings and ends in turn. */
	#changed: number[] = [];
	#changedPlace = 0;
	#large = false;
	/** Items of the answer, those included that are no downloads. */
	#count = 0;

	constructor(known: KnownItems, decodeItem: DecodeItem, turns: Turns) {
		this.#known = known;
		this.#decodeItem = decodeItem;
		this.#turns = turns;
	}

	/** Is the list behind? Without one, `rest` is the whole answer. */
	get complete(): boolean {
		return this.#part === 'after';
	}

	/** Has the list begun? */
	get found(): boolean {
		return this.#part !== 'before';
	}

	/** Reads on. Throws a SyntaxError on what is no list of JSON. */
	async take(chunk: Uint8Array): Promise<void> {
		if (this.#turns.over) await this.#turns.next();
		let from = 0;
		if (this.#part === 'before') {
			const start = this.#start.find(chunk, 0);
			if (start < 0) {
				this.rest.push(chunk);
				return;
			}
			this.rest.push(chunk.subarray(0, start), Buffer.from(JSON.stringify(placeholder)));
			this.#part = 'list';
			from = start + 1;
		}
		if (this.#part === 'after') {
			this.rest.push(chunk.subarray(from));
			return;
		}
		this.#at = this.#bytes.add(chunk.subarray(from), this.#at);
		for (let step = this.#takeOne(); step !== 'wait'; step = this.#takeOne()) {
			if (step === 'decode changed') await this.#decodeChanged();
			if (step === 'decode before known') {
				// What was assumed of the place has proved right: the next item is the one known there.
				const place = this.#place;
				await this.#decodeChanged();
				this.#place = place;
			}
			if (this.#turns.over) await this.#turns.next();
		}
		const place = this.#place;
		await this.#decodeChanged();
		// What has come of an item was held against the one known there.
		if (this.#place !== place && this.#same > 0) this.#same = 0;
		if (this.complete) this.rest.push(Buffer.from(this.#bytes.block.subarray(this.#at, this.#bytes.end)));
	}

	/** Takes one item, with the comma before it, as far as it is here. */
	#takeOne(): Step {
		const { block, end } = this.#bytes;
		if (this.complete) return 'wait';
		while (this.#expects !== 'rest of item') {
			while (this.#at < end && isBlank(block[this.#at])) this.#at++;
			if (this.#at === end) return 'wait';
			const byte = block[this.#at];
			if (byte === 0x5d && this.#expects !== 'item') {
				this.#part = 'after';
				this.#at++;
				return 'wait';
			}
			if (this.#expects === 'separator') {
				if (byte !== 0x2c) throw new SyntaxError('Two items without a comma.');
				this.#expects = 'item';
				this.#at++;
			} else {
				this.#expects = 'rest of item';
				this.#same = byte === 0x7b ? 0 : -1;
				this.#end.reset();
			}
		}
		return this.#takeKnown(block, end) ?? this.#takeChanged(block, end);
	}

	/** Takes the item in hand if it is the known one that is likely here; undefined when it is another. */
	#takeKnown(block: Buffer, end: number): Step | undefined {
		const known = this.#same < 0 ? undefined : this.#known.items[this.#place];
		if (!known) return undefined;
		const whole = known.end - known.start;
		const length = Math.min(whole, end - this.#at);
		if (!sameBytes(known, this.#same, length, block, this.#at)) {
			this.#same = -1;
			return undefined;
		}
		this.#same = length;
		// Equal bytes of a whole object are a whole object.
		if (length < whole) return 'wait';
		if (this.#changed.length > 0) return 'decode before known';
		this.#keep(known, this.#place, this.#at);
		this.#place++;
		this.#at += length;
		this.#expects = 'separator';
		return 'go on';
	}

	#takeChanged(block: Buffer, end: number): Step {
		const stop = this.#end.find(block, this.#at, end);
		if (stop < 0) return 'wait';
		if (stop === this.#at) throw new SyntaxError('An item is missing.');
		if (this.#changed.length === 0) this.#changedPlace = this.#place;
		this.#changed.push(this.#at, stop);
		this.#large ||= this.#end.large;
		if (block[this.#at] === 0x7b) this.#place++;
		this.#at = stop;
		this.#expects = 'separator';
		return stop - (this.#changed[0] ?? 0) >= batchSize ? 'decode changed' : 'go on';
	}

	#keep(known: Item, place: number, start: number): void {
		if (place !== this.items.length) this.unchanged = false;
		this.items.push({
			block: this.#bytes.block,
			start,
			end: start + known.end - known.start,
			value: known.value,
		});
		this.#count++;
	}

	/** Parses the changed items and decodes those that are not at another place of what is known. */
	async #decodeChanged(): Promise<void> {
		const changed = this.#changed;
		if (changed.length === 0) return;
		const { block } = this.#bytes;
		const values = parseBatch(block, changed, this.#large);
		this.#changed = [];
		this.#large = false;
		let place = this.#changedPlace;
		for (const [index, value] of values.entries()) {
			if (this.#turns.over) await this.#turns.next();
			const start = changed[index * 2] ?? 0;
			const end = changed[index * 2 + 1] ?? 0;
			const infohash = infohashOf(value);
			if (infohash !== undefined && this.#known.items.length > 0) {
				const expected = this.#known.items[place]?.value.infohash === infohash;
				const found = expected ? place : await this.#known.placeOf(infohash, this.#turns);
				if (found >= 0) place = found + 1;
				const known = this.#known.items[found];
				const length = end - start;
				if (known && known.end - known.start === length && sameBytes(known, 0, length, block, start)) {
					this.#keep(known, found, start);
					continue;
				}
			}
			this.unchanged = false;
			const decoded = this.#decodeItem(value, this.#count);
			this.#count++;
			if (decoded) this.items.push({ block, start, end, value: decoded });
		}
		this.#place = place;
	}
}

/** As it is in the decoded download: services in the field do not agree on upper and lower case. */
function infohashOf(value: unknown): string | undefined {
	if (typeof value !== 'object' || value === null || !('infohash' in value)) return undefined;
	return typeof value.infohash === 'string' ? value.infohash.toLowerCase() : undefined;
}
