import { lowerBound } from '../../../shared/sorted.ts';

/** Maximum length of the envelopes of a reply, characters. A message of the overlay has at most 12,000 bytes. */
const MAX_PAGE = 10_000;
/** Changes of a block. */
const BLOCK_SIZE = 64;

/** Statements of a reply to a request of the book. */
interface BookPage {
	readonly epoch: string;
	/** Number of the last change in it. */
	readonly upTo: number;
	readonly more: boolean;
	readonly envelopes: readonly string[];
}

/** Statements whose changes have successive numbers. It is never empty. */
interface Block {
	readonly number: number;
	/** By number of the change, ascending. */
	readonly envelopes: Map<number, string>;
}

/**
 * The published statements that this service knows, in the sequence of their arrival. A peer requests those after the
 * last one that it got, page by page. The numbers are valid until a restart, which begins another epoch.
 */
export class BookFeed {
	readonly #epoch: string;
	/** By key of the order. */
	readonly #entries = new Map<string, { readonly change: number; readonly envelope: string }>();
	readonly #envelopes = new Set<string>();
	/** The entries by number, ascending. A page reads its own blocks only. */
	readonly #blocks: Block[] = [];
	#changes = 0;

	constructor(epoch: string) {
		this.#epoch = epoch;
	}

	has(envelope: string): boolean {
		return this.#envelopes.has(envelope);
	}

	set(key: string, envelope: string): void {
		this.delete(key);
		const change = ++this.#changes;
		this.#entries.set(key, { change, envelope });
		this.#envelopes.add(envelope);
		const last = this.#blocks.at(-1);
		if (last?.number === blockOf(change)) last.envelopes.set(change, envelope);
		else this.#blocks.push({ number: blockOf(change), envelopes: new Map([[change, envelope]]) });
	}

	delete(key: string): void {
		const entry = this.#entries.get(key);
		if (!entry) return;
		this.#entries.delete(key);
		this.#envelopes.delete(entry.envelope);
		const index = this.#indexOf(entry.change);
		const envelopes = this.#blocks[index]?.envelopes;
		envelopes?.delete(entry.change);
		if (envelopes?.size === 0) this.#blocks.splice(index, 1);
	}

	/** Returns the statements after a change. Those of another epoch start again. */
	page(epoch: string, after: number): BookPage {
		const from = epoch === this.#epoch ? after : 0;
		const envelopes: string[] = [];
		let upTo = from;
		let length = 0;
		for (let index = this.#indexOf(from + 1); index < this.#blocks.length; index++) {
			for (const [change, envelope] of this.#blocks[index]?.envelopes ?? []) {
				if (change <= from) continue;
				length += envelope.length + 3;
				if (length > MAX_PAGE && envelopes.length > 0) {
					return { epoch: this.#epoch, upTo, more: true, envelopes };
				}
				envelopes.push(envelope);
				upTo = change;
			}
		}
		return { epoch: this.#epoch, upTo, more: false, envelopes };
	}

	/** Returns the index of the first block that may have a change or a later one. */
	#indexOf(change: number): number {
		return lowerBound(this.#blocks, ({ number }) => number - blockOf(change));
	}
}

const blockOf = (change: number): number => Math.floor(change / BLOCK_SIZE);
