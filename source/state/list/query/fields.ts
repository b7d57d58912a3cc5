/** A field of a row that filters can test. Names are lower-case letters. */
export type Field<Row> = TextField<Row> | ChoiceField<Row> | NumberField<Row>;

interface AnyField {
	readonly name: string;
	/** Other names that mean the same. */
	readonly aliases?: readonly string[];
	/** Meaning, in a few words. */
	readonly about: string;
}

export interface TextField<Row> extends AnyField {
	readonly kind: 'text';
	readonly read: (row: Row) => string | readonly string[];
	/** Whether the name alone is a condition: the text is not empty. */
	readonly bare?: boolean;
	/** Whether many rows share a text, so that results are cached by text. */
	readonly shared?: boolean;
}

/** One of some values. */
export interface ChoiceField<Row> extends AnyField {
	readonly kind: 'choice';
	/** The values known here, lower case, and what each means, where it does not say so itself. */
	readonly values: Readonly<Record<string, string>>;
	/** Other words for values: what they mean. */
	readonly synonyms?: Readonly<Record<string, string>>;
	/** Whether rows may have unknown values. */
	readonly open?: boolean;
	/** Returns whether a row has a value. Called for known values, and for any value of an open field. */
	readonly has: (row: Row, value: string) => boolean;
	/** Whether a row has enough data to test this value; always true if omitted. */
	readonly isKnown?: (row: Row, value: string) => boolean;
	/** The row's own value, lower case: of an open field, what the beginning of a value is held against. */
	readonly read?: (row: Row) => string;
}

/** 'age': the row has a moment, in seconds since 1970, and is asked how long that is ago. Percent are 0 to 100. */
export type Unit = 'bytes' | 'rate' | 'percent' | 'number' | 'duration' | 'age';

export interface NumberField<Row> extends AnyField {
	readonly kind: 'number';
	readonly unit: Unit;
	/** In bytes, bytes a second, percent, or seconds. NaN where it is not known: then no comparison holds. */
	readonly read: (row: Row) => number;
}

export function fieldCalled<Row>(fields: readonly Field<Row>[], name: string): Field<Row> | undefined {
	const lower = name.toLowerCase();
	return fields.find((field) => field.name === lower || field.aliases?.includes(lower));
}
