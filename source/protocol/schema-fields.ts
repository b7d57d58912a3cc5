/** Schemas as plain objects of keywords, for decoding. */

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
