import { BencodeReader, type Span } from '../../metainfo/bencode.ts';
import { MetainfoError } from '../../metainfo/error.ts';
import { MAX_FILES } from '../../metainfo/files.ts';

export const savedValuesText = {
	malformed: (detail: string) => `its saved state is damaged: ${detail}`,
	noDictionary: 'it is not a list of names and values',
};

/** Maximum number of items read of a list. The longest have one for each file. */
const MAX_ITEMS = MAX_FILES;

/** Values that a client saved as a bencoded dictionary. A value of another type is undefined. */
export class SavedValues {
	readonly #reader: BencodeReader;
	readonly #entries: ReadonlyMap<string, Span>;

	/** Parses `bytes`. Throws an Error with the reason if they are no bencoded dictionary. */
	static parse(bytes: Uint8Array): SavedValues {
		return explained(() => {
			const reader = new BencodeReader(bytes);
			const top = reader.valueAt(0);
			if (!reader.isDictionary(top)) throw new MetainfoError(savedValuesText.noDictionary);
			return new SavedValues(reader, reader.dictionary(top));
		});
	}

	private constructor(reader: BencodeReader, entries: ReadonlyMap<string, Span>) {
		this.#reader = reader;
		this.#entries = entries;
	}

	has(name: string): boolean {
		return this.#entries.has(name);
	}

	bytes(name: string): Uint8Array | undefined {
		return this.#reader.string(this.#entries.get(name));
	}

	text(name: string): string | undefined {
		const bytes = this.bytes(name);
		return bytes && textOf(bytes);
	}

	integer(name: string): number | undefined {
		return this.#reader.integer(this.#entries.get(name));
	}

	dictionary(name: string): SavedValues | undefined {
		const span = this.#entries.get(name);
		if (!span || !this.#reader.isDictionary(span)) return undefined;
		return explained(() => new SavedValues(this.#reader, this.#reader.dictionary(span)));
	}

	/** Returns the numbers of a list; undefined for items of another type. */
	integers(name: string): (number | undefined)[] | undefined {
		return this.#list(name, (item) => this.#reader.integer(item));
	}

	/** Returns the texts of a list; undefined for items of another type. */
	texts(name: string): (string | undefined)[] | undefined {
		return this.#list(name, (item) => textOf(this.#reader.string(item)));
	}

	/** Returns a number of each dictionary in a list; undefined for items without one. */
	integersWithin(name: string, key: string): (number | undefined)[] | undefined {
		return this.#list(name, (item) =>
			this.#reader.isDictionary(item)
				? explained(() => this.#reader.integer(this.#reader.dictionary(item).get(key)))
				: undefined,
		);
	}

	/** Returns all texts of a list of lists in order, as of the tiers of trackers. */
	nestedTexts(name: string): string[] | undefined {
		const texts: string[] = [];
		const add = (item: Span): void => {
			const text = texts.length < MAX_ITEMS ? textOf(this.#reader.string(item)) : undefined;
			if (text !== undefined) texts.push(text);
		};
		const tiers = this.#list(name, (tier) => {
			if (this.#reader.isList(tier)) for (const item of this.#reader.list(tier)) add(item);
			else add(tier);
		});
		return tiers && texts;
	}

	/** Returns the names of all values. */
	get names(): readonly string[] {
		return [...this.#entries.keys()].map((name) => textOf(Buffer.from(name, 'latin1')));
	}

	/** Reads the first items of a list. */
	#list<Item>(name: string, read: (item: Span) => Item): Item[] | undefined {
		const span = this.#entries.get(name);
		if (!span || !this.#reader.isList(span)) return undefined;
		const items: Item[] = [];
		for (const item of this.#reader.list(span)) {
			if (items.length === MAX_ITEMS) break;
			items.push(read(item));
		}
		return items;
	}
}

function explained<Result>(read: () => Result): Result {
	try {
		return read();
	} catch (error) {
		if (!(error instanceof MetainfoError)) throw error;
		throw new Error(savedValuesText.malformed(error.message.replace(/^[^:]*: /, '')));
	}
}

function textOf(bytes: Uint8Array): string;
function textOf(bytes: Uint8Array | undefined): string | undefined;
function textOf(bytes: Uint8Array | undefined): string | undefined {
	return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
