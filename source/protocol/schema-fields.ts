/** Schemas as decoding sees them: plain objects whose keywords say what a value is. */

/** The keywords that decoding knows. */
export interface SchemaFields {
	readonly type?: string;
	readonly enum?: readonly unknown[];
	readonly const?: unknown;
	readonly anyOf?: readonly SchemaFields[];
	readonly properties?: Readonly<Record<string, SchemaFields>>;
	/** What Type.Record makes: the schema of every field that has no property of its own. */
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

/** A list or object of its own each time: who gets one may change it. */
export function defaultOf(schema: SchemaFields): unknown {
	return typeof schema.default === 'object' ? structuredClone(schema.default) : schema.default;
}

/** Is null a value of this schema? For an optional field it otherwise means that the field is absent. */
export function acceptsNull(schema: SchemaFields): boolean {
	if ('default' in schema) return true;
	if (schema.enum) return schema.enum.includes(null);
	if ('const' in schema) return schema.const === null;
	if (schema.anyOf) return schema.anyOf.some(acceptsNull);
	return schema.type === undefined || schema.type === 'null';
}
