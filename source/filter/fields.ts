/** A field of a row that filters can test. Names are lower-case letters. */
export type Field<Row> = TextField<Row> | ChoiceField<Row> | NumberField<Row>;

interface AnyField {
	readonly name: string;
	/** Synonyms of the name. */
	readonly aliases?: readonly string[];
	/** Short description. */
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

export interface ChoiceField<Row> extends AnyField {
	readonly kind: 'choice';
	/** Known values, lower case, with their meanings; '' if obvious. */
	readonly values: Readonly<Record<string, string>>;
	/** Values by synonym. */
	readonly synonyms?: Readonly<Record<string, string>>;
	/** Whether rows may have unknown values. */
	readonly open?: boolean;
	/** Returns whether a row has a value. Called for known values, and for any value of an open field. */
	readonly has: (row: Row, value: string) => boolean;
	/** Whether a row has enough data to test this value; always true if omitted. */
	readonly isKnown?: (row: Row, value: string) => boolean;
	/** Returns the row's value of an open field, lower case, for matching by its beginning. */
	readonly read?: (row: Row) => string;
}

/** 'age': time since a moment, which is in Unix seconds. 'percent': 0 to 100. */
export type Unit = 'bytes' | 'rate' | 'percent' | 'number' | 'duration' | 'age';

export interface NumberField<Row> extends AnyField {
	readonly kind: 'number';
	readonly unit: Unit;
	/** Bytes, bytes per second, percent, or seconds. NaN if unknown, which matches no comparison. */
	readonly read: (row: Row) => number;
}

export function findField<Row>(fields: readonly Field<Row>[], name: string): Field<Row> | undefined {
	const lower = name.toLowerCase();
	return fields.find((field) => field.name === lower || field.aliases?.includes(lower));
}
