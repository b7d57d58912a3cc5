import { BencodeReader, type Span } from '../../metainfo/bencode.ts';
import { MetainfoError } from '../../metainfo/error.ts';

export const savedValuesText = {
	malformed: (detail: string) => `its saved state is damaged: ${detail}`,
	noDictionary: 'it is not a list of names and values',
};

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
		return this.#list(name)?.map((item) => this.#reader.integer(item));
	}

	/** Returns the texts of a list; undefined for items of another type. */
	texts(name: string): (string | undefined)[] | undefined {
		return this.#list(name)?.map((item) => textOf(this.#reader.string(item)));
	}

	/** Returns the dictionaries of a list; undefined for items of another type. */
	dictionaries(name: string): (SavedValues | undefined)[] | undefined {
		return this.#list(name)?.map((item) =>
			this.#reader.isDictionary(item)
				? explained(() => new SavedValues(this.#reader, this.#reader.dictionary(item)))
				: undefined,
		);
	}

	/** Returns all texts of a list of lists in order, as of the tiers of trackers. */
	nestedTexts(name: string): string[] | undefined {
		return this.#list(name)?.flatMap((tier) =>
			(this.#reader.isList(tier) ? [...this.#reader.list(tier)] : [tier]).flatMap(
				(item) => textOf(this.#reader.string(item)) ?? [],
			),
		);
	}

	/** Returns the names of all values. */
	get names(): readonly string[] {
		return [...this.#entries.keys()].map((name) => textOf(Buffer.from(name, 'latin1')));
	}

	#list(name: string): Span[] | undefined {
		const span = this.#entries.get(name);
		return span && this.#reader.isList(span) ? [...this.#reader.list(span)] : undefined;
	}
}

/** Yields the texts of a bencoded dictionary of any size, by name. Throws an Error if the bytes are no dictionary. */
export function* textEntries(bytes: Uint8Array): Generator<readonly [name: string, value: Uint8Array]> {
	const reader = new BencodeReader(bytes);
	const top = explained(() => reader.valueAt(0));
	if (!reader.isDictionary(top)) throw new Error(savedValuesText.malformed(savedValuesText.noDictionary));
	for (const [key, span] of reader.entries(top)) {
		const value = reader.string(span);
		if (value) yield [textOf(key), value];
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
