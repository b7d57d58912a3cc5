import type Type from 'typebox';
import {
	bigInteger,
	boolean,
	type Decoder,
	enumerated,
	expected,
	nothing,
	numeric,
	type Path,
	string,
} from './decode-values.ts';
import { acceptsNull, defaultOf, type SchemaFields } from './schema-fields.ts';

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
	/** How often it was met, where one stands for all of its kind. */
	readonly count?: number;
}

const compiled = new WeakMap<object, Decoder>();

/**
 * Decodes `value` by `schema`. Numbers and booleans may stand as text ('1', 'true') and booleans as 0 and 1, as
 * form bodies and generation A have them. Unknown fields are kept; what is as it should be stays the same object, and
 * `value` is never changed. The result always has the schema's shape: a value that cannot be used counts as missing, and
 * a required field is empty then. Items of a list that cannot be used are left out of it. Limits (minimum, minLength)
 * are reported, not enforced; a list with too many entries (maxItems) is left empty.
 * A schema of a kind that cannot be decoded here (an intersection, a tuple) is a programming error and throws.
 */
export function decode<Schema extends Type.TSchema>(
	schema: Schema,
	value: unknown,
): { value: Type.Static<Schema>; deviations: Deviation[] } {
	const decoder = decoderOf(schema as SchemaFields);
	let deviates = false;
	let decoded = decoder(value, undefined, () => {
		deviates = true;
	});
	const deviations: Deviation[] = [];
	// Nearly nothing deviates: only what does is read again, to tell where.
	if (deviates) decoded = decoder(value, '', (path = '', problem) => deviations.push({ path, problem }));
	if (decoded === undefined) decoded = empty(schema as SchemaFields);
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
		(value === undefined || value === null ? undefined : decoder(value, path, report)) ?? defaultOf(schema);
}

function compile(schema: SchemaFields): Decoder {
	for (const keyword of ['allOf', 'oneOf', 'not', '$ref', 'prefixItems']) {
		if (keyword in schema) throw new TypeError(`A schema with ${keyword} cannot be decoded.`);
	}
	if (Array.isArray(schema.items)) throw new TypeError('A schema of a tuple cannot be decoded.');
	if (schema.enum) return enumerated(schema.enum);
	if ('const' in schema) return enumerated([schema.const]);
	if (schema.anyOf) return either(schema.anyOf);
	switch (schema.type) {
		case 'object':
			return object(schema);
		case 'array':
			return array(schema);
		case 'integer':
			return schema.format === 'int64' ? bigInteger : numeric(schema, true);
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
	if ('default' in schema) return defaultOf(schema);
	if (schema.enum) return schema.enum[0];
	if ('const' in schema) return schema.const;
	if (schema.anyOf) return schema.anyOf[0] ? empty(schema.anyOf[0]) : undefined;
	switch (schema.type) {
		case 'object':
			return decoderOf(schema)({}, '', () => {});
		case 'array':
			return [];
		case 'integer':
			return schema.format === 'int64' ? 0n : 0;
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
		mayBeNull: acceptsNull(field),
	}));
	const names = new Set(fields.map(({ name }) => name));
	const others = Object.values(schema.patternProperties ?? {})[0];
	const decodeOther = others && decoderOf(others);
	return (value, path, report) => {
		const source = isFields(value) ? value : {};
		if (source !== value) report(path, expected('an object', value));
		// What is as it should be stays the object it is.
		let result = source;
		// JSON can hold a field of this name. It is none of any service's, and copying it by hand changes the prototype.
		if (Object.hasOwn(source, '__proto__')) {
			result = { ...source };
			Reflect.deleteProperty(result, '__proto__');
		}
		for (const { name, field, decode, mustBeThere, hasDefault, mayBeNull } of fields) {
			// Not what every object inherits: a field may be called 'constructor'.
			const given = Object.hasOwn(source, name) ? source[name] : undefined;
			let decoded: unknown;
			if (given === undefined) {
				if (hasDefault) decoded = defaultOf(field);
				else if (mustBeThere) {
					if (source === value) report(fieldOf(path, name), 'is missing');
					decoded = empty(field);
				} else continue;
			} else if (given === null && !mustBeThere && !mayBeNull) {
				decoded = undefined;
			} else {
				decoded = decode(given, path === undefined ? undefined : fieldOf(path, name), report);
				if (decoded === undefined && mustBeThere) decoded = empty(field);
			}
			if (decoded === given) continue;
			if (result === source) result = { ...source };
			if (decoded === undefined) Reflect.deleteProperty(result, name);
			else result[name] = decoded;
		}
		if (!decodeOther) return result;
		for (const name of Object.keys(result)) {
			if (names.has(name)) continue;
			const decoded = decodeOther(result[name], fieldOf(path, name), report);
			if (decoded === result[name]) continue;
			if (result === source) result = { ...source };
			if (decoded === undefined) Reflect.deleteProperty(result, name);
			else result[name] = decoded;
		}
		return result;
	};
}

function fieldOf(path: Path, name: string): Path {
	if (path === undefined) return undefined;
	return path === '' ? name : `${path}.${name}`;
}

function array(schema: SchemaFields): Decoder {
	const decodeItem = schema.items ? decoderOf(schema.items) : (value: unknown) => value;
	const ofObjects = schema.items?.type === 'object';
	const maxItems = schema.maxItems ?? Number.POSITIVE_INFINITY;
	return (value, path, report) => {
		// A form has a list of one as a single value; objects it has none.
		const items = Array.isArray(value) ? value : isPlain(value) && !ofObjects ? [value] : undefined;
		if (!items) {
			report(path, expected('a list', value));
			return undefined;
		}
		if (items.length > maxItems) {
			report(path, `has more than ${maxItems} entries`);
			return [];
		}
		let decoded = items;
		for (let index = 0; index < items.length; index++) {
			const item: unknown = items[index];
			const itemPath = path === undefined ? undefined : `${path}[${index}]`;
			// An object made of defaults would be a thing that nobody sent.
			const isThing = !ofObjects || isFields(item);
			if (!isThing) report(itemPath, expected('an object', item));
			const one = isThing ? decodeItem(item, itemPath, report) : undefined;
			if (decoded === items) {
				if (isThing && one === item) continue;
				decoded = items.slice(0, index);
			}
			if (one !== undefined) decoded.push(one);
		}
		return decoded;
	};
}

/** The first alternative that has the value as it is, else that can read it; else the first, with what it reports. */
function either(alternatives: readonly SchemaFields[]): Decoder {
	const decoders = alternatives.map(decoderOf);
	return (value, path, report) => {
		let readable: { readonly decoded: unknown } | undefined;
		for (const decoder of decoders) {
			const deviations: true[] = [];
			const decoded = decoder(value, path, () => deviations.push(true));
			if (deviations.length > 0) continue;
			// Text must not become a number because that alternative comes first.
			if (typeof decoded === typeof value) return decoded;
			readable ??= { decoded };
		}
		return readable ? readable.decoded : decoders[0]?.(value, path, report);
	};
}

function isFields(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isPlain(value: unknown): boolean {
	return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
