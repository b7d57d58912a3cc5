import type Type from 'typebox';
import { isFields } from '../basics/fields.ts';
import {
	bigInteger,
	boolean,
	type Decoder,
	enumerated,
	exactAmountValue,
	expectation,
	nullValue,
	numeric,
	type Path,
	string,
} from './decode-values.ts';
import { NO_AMOUNT } from './exact-amount.ts';
import { AMOUNT_FORMAT, acceptsNull, defaultOf, type SchemaFields } from './schema-fields.ts';

/**
 * Decodes a received value into the shape of its schema and reports deviations. Both sides use it. The client uses
 * the value and records the deviations, so that a wrong field does not make the rest unusable. The service refuses a
 * request with a deviation.
 */

/** A place where a value did not match its schema. */
export interface Deviation {
	/** Path: 'downloads[3].size'. Empty for the whole. */
	readonly path: string;
	/** The problem as text: 'is missing', 'must be an integer'. */
	readonly problem: string;
	/** Number of occurrences, if it represents all of its kind. */
	readonly count?: number;
}

const compiled = new WeakMap<object, Decoder>();

/**
 * Decodes `value` by `schema`. Numbers and booleans may be text ('1', 'true') and booleans 0 and 1, as in form
 * bodies and generation A. Unknown fields are kept. Valid values stay the same object, and `value` is never changed.
 * The result always has the schema's shape. An unusable value counts as missing, and a missing required field is
 * empty. Unusable items of a list are removed. Limits (minimum, minLength) are reported, not enforced. A list with
 * too many entries (maxItems) becomes empty. Throws if the schema's kind is not supported (an intersection, a
 * tuple), which is a programming error.
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
	// Deviations are rare, so paths are built only in a second pass.
	if (deviates) decoded = decoder(value, '', (path = '', problem) => deviations.push({ path, problem }));
	if (decoded === undefined) decoded = empty(schema as SchemaFields);
	// Every decoder below returns a value of its schema. Only this place asserts it.
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
	// Services in the field send null for 'none' (vod_mode, ratio).
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
	if (schema.anyOf) return alternativesDecoder(schema.anyOf);
	switch (schema.type) {
		case 'object':
			return object(schema);
		case 'array':
			return array(schema);
		case 'integer':
			return schema.format === 'int64' ? bigInteger : numeric(schema, true);
		case 'number':
			return schema.format === AMOUNT_FORMAT ? exactAmountValue : numeric(schema, false);
		case 'boolean':
			return boolean;
		case 'string':
			return string(schema);
		case 'null':
			return nullValue;
		default:
			return (value) => value;
	}
}

/** Returns the replacement for an unusable value, so that the whole keeps its shape. */
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
			return schema.format === AMOUNT_FORMAT ? NO_AMOUNT : 0;
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
	const fields = new Map(
		Object.entries(schema.properties ?? {}).map(([name, field]) => {
			const mustBeThere = required.has(name);
			const isNeeded = mustBeThere || 'default' in field;
			const isAbsentIfNull = !mustBeThere && !acceptsNull(field);
			return [name, { field, decode: decoderOf(field), mustBeThere, isNeeded, isAbsentIfNull }];
		}),
	);
	const needed = [...fields].filter(([, { isNeeded }]) => isNeeded);
	const others = Object.values(schema.patternProperties ?? {})[0];
	const decodeOther = others && decoderOf(others);
	return (value, path, report) => {
		const source = isFields(value) ? value : {};
		if (source !== value) report(path, expectation('an object', value));
		// A valid object stays the same object.
		let result: Record<string, unknown> = source;
		let found = 0;
		for (const name in source) {
			const ownValue = source[name];
			if (ownValue === undefined) continue;
			let decoded: unknown = ownValue;
			const known = fields.get(name);
			if (known) {
				if (known.isNeeded) found++;
				if (ownValue === null && known.isAbsentIfNull) decoded = undefined;
				else decoded = known.decode(ownValue, fieldOf(path, name), report);
				if (decoded === undefined && known.mustBeThere) decoded = empty(known.field);
			} else if (name === '__proto__') {
				// JSON can contain this field, but no service has it. Copying it by assignment would change the prototype.
				decoded = undefined;
			} else if (decodeOther) decoded = decodeOther(ownValue, fieldOf(path, name), report);
			if (decoded === ownValue) continue;
			if (result === source) result = { ...source };
			if (decoded === undefined) Reflect.deleteProperty(result, name);
			else result[name] = decoded;
		}
		if (found === needed.length) return result;
		for (const [name, { field }] of needed) {
			// Ignore inherited properties: a field may be called 'constructor'.
			if (Object.hasOwn(source, name) && source[name] !== undefined) continue;
			if (result === source) result = { ...source };
			if (!('default' in field) && source === value) report(fieldOf(path, name), 'is missing');
			result[name] = empty(field);
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
		// A form sends a list of one item as a single value. Forms have no objects.
		const items = Array.isArray(value) ? value : isPlain(value) && !ofObjects ? [value] : undefined;
		if (!items) {
			report(path, expectation('a list', value));
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
			// Decoding other values would invent an object made only of defaults.
			const isItem = !ofObjects || isFields(item);
			if (!isItem) report(itemPath, expectation('an object', item));
			const one = isItem ? decodeItem(item, itemPath, report) : undefined;
			if (decoded === items) {
				if (isItem && one === item) continue;
				decoded = items.slice(0, index);
			}
			if (one !== undefined) decoded.push(one);
		}
		return decoded;
	};
}

/**
 * Decodes by the first alternative that keeps the value's type, or else by the first without deviations. Otherwise
 * uses the first alternative and its reports.
 */
function alternativesDecoder(alternatives: readonly SchemaFields[]): Decoder {
	const decoders = alternatives.map(decoderOf);
	return (value, path, report) => {
		let decodable: { readonly decoded: unknown } | undefined;
		for (const decoder of decoders) {
			const deviations: true[] = [];
			const decoded = decoder(value, path, () => deviations.push(true));
			if (deviations.length > 0) continue;
			// Text must not become a number only because that alternative comes first.
			if (typeof decoded === typeof value) return decoded;
			decodable ??= { decoded };
		}
		return decodable ? decodable.decoded : decoders[0]?.(value, path, report);
	};
}

function isPlain(value: unknown): boolean {
	return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
