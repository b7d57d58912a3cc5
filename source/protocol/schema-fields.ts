/** Schemas as plain objects of keywords, for decoding. */

/** Format of a number whose digits are all kept. */
export const AMOUNT_FORMAT = 'decimal';

/** The keywords that decoding supports. */
export interface SchemaFields {
	readonly type?: string;
	readonly enum?: readonly unknown[];
	readonly const?: unknown;
	readonly anyOf?: readonly SchemaFields[];
	readonly properties?: Readonly<Record<string, SchemaFields>>;
	/** Output of Type.Record: the schema of every field without its own property. */
	readonly patternProperties?: Readonly<Record<string, SchemaFields>>;
	readonly required?: readonly string[];
	readonly items?: SchemaFields;
	readonly maxItems?: number;
	readonly default?: unknown;
	readonly minimum?: number;
	readonly maximum?: number;
	readonly minLength?: number;
	readonly format?: string;
}

/** Returns a new list or object each time, because the caller may change it. */
export function defaultOf(schema: SchemaFields): unknown {
	return typeof schema.default === 'object' ? structuredClone(schema.default) : schema.default;
}

/** Whether null is a value of this schema. For an optional field null otherwise means absent. */
export function acceptsNull(schema: SchemaFields): boolean {
	if ('default' in schema) return true;
	if (schema.enum) return schema.enum.includes(null);
	if ('const' in schema) return schema.const === null;
	if (schema.anyOf) return schema.anyOf.some(acceptsNull);
	return schema.type === undefined || schema.type === 'null';
}

const withAmounts = new WeakMap<object, boolean>();

/** Whether values of a schema contain exact amounts. Their JSON is parsed by `parseExactDecimals`. */
export function holdsAmounts(schema: SchemaFields): boolean {
	const known = withAmounts.get(schema);
	if (known !== undefined) return known;
	const parts = [
		...Object.values(schema.properties ?? {}),
		...Object.values(schema.patternProperties ?? {}),
		...(schema.anyOf ?? []),
		...(schema.items ? [schema.items] : []),
	];
	const holds = schema.format === AMOUNT_FORMAT || parts.some(holdsAmounts);
	withAmounts.set(schema, holds);
	return holds;
}
