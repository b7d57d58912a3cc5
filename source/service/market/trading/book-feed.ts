import { lowerBound } from '../../../basics/sorted.ts';

/** Maximum length of the envelopes of a reply, characters. A message of the overlay has at most 12,000 bytes. */
const MAX_PAGE = 10_000;

/** Statements of a reply to a request of the book. */
interface BookPage {
	readonly epoch: string;
	/** Number of the last change in it. */
	readonly upTo: number;
	readonly more: boolean;
	readonly envelopes: readonly string[];
}

interface Entry {
	/** Number of the change. */
	readonly change: number;
	readonly envelope: string;
}

/**
 * The published statements that this service knows, in the sequence of their arrival. A peer requests those after the
 * last one that it got, page by page. The numbers are valid until a restart, which begins another epoch.
 */
export class BookFeed {
	readonly #epoch: string;
	/** By key of the order. */
	readonly #byKey = new Map<string, Entry>();
	readonly #envelopes = new Set<string>();
	/** By number of the change, ascending. */
	readonly #entries: Entry[] = [];
	#changes = 0;

	constructor(epoch: string) {
		this.#epoch = epoch;
	}

	has(envelope: string): boolean {
		return this.#envelopes.has(envelope);
	}

	set(key: string, envelope: string): void {
		this.delete(key);
		const entry = { change: ++this.#changes, envelope };
		this.#byKey.set(key, entry);
		this.#envelopes.add(envelope);
		this.#entries.push(entry);
	}

	delete(key: string): void {
		const entry = this.#byKey.get(key);
		if (!entry) return;
		this.#byKey.delete(key);
		this.#envelopes.delete(entry.envelope);
		this.#entries.splice(this.#indexOf(entry.change), 1);
	}

	/** Returns the statements after a change. Those of another epoch start again. */
	page(epoch: string, after: number): BookPage {
		const from = epoch === this.#epoch ? after : 0;
		const envelopes: string[] = [];
		let upTo = from;
		let length = 0;
		for (const { change, envelope } of this.#entries.slice(this.#indexOf(from + 1))) {
			length += envelope.length + 3;
			if (length > MAX_PAGE && envelopes.length > 0) {
				return { epoch: this.#epoch, upTo, more: true, envelopes };
			}
			envelopes.push(envelope);
			upTo = change;
		}
		return { epoch: this.#epoch, upTo, more: false, envelopes };
	}

	/** Returns the index of the first entry with this change or a later one. */
	#indexOf(change: number): number {
		return lowerBound(this.#entries, (entry) => entry.change - change);
	}
}
