import type Type from 'typebox';

/**
 * Turns what came over the wire into the shape a schema declares, and says where it did not fit.
 *
 * One reader serves both sides: the client takes the value and records the deviations (a missing or odd field
 * never makes the rest unusable), the service refuses a request that has any.
 */

/** A place where a value was not what its schema says. */
export interface Deviation {
	/** Where: 'downloads[3].size'. Empty for the whole. */
	readonly path: string;
	/** What was there, in words for people: 'is missing', 'must be an integer'. */
	readonly problem: string;
}

type Report = (path: string, problem: string) => void;
type Decoder = (value: unknown, path: string, report: Report) => unknown;

interface SchemaFields {
	readonly type?: string;
	readonly enum?: readonly unknown[];
	readonly anyOf?: readonly SchemaFields[];
	readonly properties?: Readonly<Record<string, SchemaFields>>;
	readonly required?: readonly string[];
	readonly items?: SchemaFields;
	readonly default?: unknown;
	readonly minimum?: number;
	readonly minLength?: number;
}

const compiled = new WeakMap<object, Decoder>();

/**
 * Decodes `value` by `schema`. Numbers and booleans may stand as text ('1', 'true') and booleans as 0 and 1, as
 * form bodies and generation A have them. Unknown fields are kept. The result always has the schema's shape.
 */
export function decode<Schema extends Type.TSchema>(
	schema: Schema,
	value: unknown,
): { value: Type.Static<Schema>; deviations: Deviation[] } {
	const deviations: Deviation[] = [];
	const decoded = decoderOf(schema as SchemaFields)(value, '', (path, problem) =>
		deviations.push({ path, problem }),
	);
	// Every decoder below returns a value of its schema whatever comes in; this is the one place that says so.
	return { value: decoded as Type.Static<Schema>, deviations };
}

function decoderOf(schema: SchemaFields): Decoder {
	const known = compiled.get(schema);
	if (known) return known;
	const decoder = withDefault(schema, compile(schema));
	compiled.set(schema, decoder);
	return decoder;
}

function withDefault(schema: SchemaFields, decoder: Decoder): Decoder {
	if (!('default' in schema)) return decoder;
	// Services in the field send null where they mean 'none' (vod_mode, ratio).
	return (value, path, report) =>
		value === undefined || value === null ? schema.default : decoder(value, path, report);
}

function compile(schema: SchemaFields): Decoder {
	if (schema.enum) return enumerated(schema.enum);
	if (schema.anyOf) return either(schema.anyOf);
	switch (schema.type) {
		case 'object':
			return object(schema);
		case 'array':
			return array(schema);
		case 'integer':
			return numeric(schema, true);
		case 'number':
			return numeric(schema, false);
		case 'boolean':
			return boolean;
		case 'string':
			return string(schema);
		case 'null':
			return nothing;
		default:
			return (value) => value;
	}
}

/** What stands in for a value that cannot be used, so that the whole keeps its shape. */
function empty(schema: SchemaFields): unknown {
	if ('default' in schema) return schema.default;
	if (schema.enum) return schema.enum[0];
	if (schema.anyOf) return schema.anyOf[0] ? empty(schema.anyOf[0]) : undefined;
	switch (schema.type) {
		case 'object':
			return decoderOf(schema)({}, '', () => {});
		case 'array':
			return [];
		case 'integer':
		case 'number':
			return 0;
		case 'boolean':
			return false;
		case 'string':
			return '';
		default:
			return null;
	}
}

function object(schema: SchemaFields): Decoder {
	const required = new Set(schema.required ?? []);
	const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => ({
		name,
		field,
		decode: decoderOf(field),
		mustBeThere: required.has(name),
		hasDefault: 'default' in field,
	}));
	return (value, path, report) => {
		const source = isFields(value) ? value : {};
		if (source !== value) report(path, expected('an object', value));
		const prefix = path === '' ? '' : `${path}.`;
		const result: Record<string, unknown> = { ...source };
		for (const { name, field, decode, mustBeThere, hasDefault } of fields) {
			const given = source[name];
			if (given === undefined) {
				if (hasDefault) result[name] = field.default;
				else if (mustBeThere) {
					if (source === value) report(prefix + name, 'is missing');
					result[name] = empty(field);
				}
			} else if (given === null && !mustBeThere && !acceptsNull(field)) {
				delete result[name];
			} else {
				const decoded = decode(given, prefix + name, report);
				if (decoded !== given) result[name] = decoded;
			}
		}
		return result;
	};
}

function array(schema: SchemaFields): Decoder {
	const decodeItem = schema.items ? decoderOf(schema.items) : (value: unknown) => value;
	return (value, path, report) => {
		// A form has a list of one as a single value.
		const items = Array.isArray(value) ? value : isPlain(value) ? [value] : undefined;
		if (!items) {
			report(path, expected('a list', value));
			return [];
		}
		return items.map((item, index) => decodeItem(item, `${path}[${index}]`, report));
	};
}

function numeric(schema: SchemaFields, whole: boolean): Decoder {
	return (value, path, report) => {
		const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
		if (typeof number !== 'number' || !Number.isFinite(number)) {
			report(path, expected(whole ? 'an integer' : 'a number', value));
			return 0;
		}
		if (whole && !Number.isInteger(number)) {
			report(path, expected('an integer', value));
			return Math.trunc(number);
		}
		if (schema.minimum !== undefined && number < schema.minimum) {
			report(path, `must be ${schema.minimum} or more, not ${number}`);
		}
		return number;
	};
}

const truths: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
	[true, true],
	[1, true],
	['1', true],
	['true', true],
	['True', true],
	[false, false],
	[0, false],
	['0', false],
	['false', false],
	['False', false],
]);

const boolean: Decoder = (value, path, report) => {
	const truth = truths.get(value);
	if (truth === undefined) report(path, expected('a boolean', value));
	return truth ?? false;
};

function string(schema: SchemaFields): Decoder {
	return (value, path, report) => {
		if (typeof value === 'string') {
			if (value.length < (schema.minLength ?? 0)) report(path, 'must not be empty');
			return value;
		}
		report(path, expected('text', value));
		return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
	};
}

const nothing: Decoder = (value, path, report) => {
	if (value !== null) report(path, expected('null', value));
	return null;
};

function enumerated(choices: readonly unknown[]): Decoder {
	return (value, path, report) => {
		if (choices.includes(value)) return value;
		report(path, `must be one of ${choices.join(', ')}, not ${inWords(value)}`);
		return choices[0];
	};
}

/** The first alternative that fits as it is; else the first, with what it reports. */
function either(alternatives: readonly SchemaFields[]): Decoder {
	const decoders = alternatives.map(decoderOf);
	return (value, path, report) => {
		for (const decoder of decoders) {
			let fits = true;
			const decoded = decoder(value, path, () => {
				fits = false;
			});
			if (fits) return decoded;
		}
		return decoders[0]?.(value, path, report);
	};
}

function acceptsNull(schema: SchemaFields): boolean {
	return schema.type === 'null' || 'default' in schema || (schema.anyOf?.some(acceptsNull) ?? false);
}

function isFields(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isPlain(value: unknown): boolean {
	return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function expected(what: string, value: unknown): string {
	return `must be ${what}, not ${inWords(value)}`;
}

/** A short, harmless rendering of a value for an error message. */
function inWords(value: unknown): string {
	if (value === undefined) return 'nothing';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object' && value !== null) return 'an object';
	const text = JSON.stringify(value) ?? String(value);
	return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
