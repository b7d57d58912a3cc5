import type Type from 'typebox';
import { type Deviation, decode } from './decode.ts';
import type { SchemaFields } from './schema-fields.ts';

/** A fast path of `decode` for parsed values that belong to the caller. Most rows of a long list take it. */

const noDeviations: Deviation[] = [];

/** Decodes as `decode`. `value` must belong to the caller: defaults may be set in it. */
export function decodeOwned<Schema extends Type.TSchema>(
	schema: Schema,
	value: unknown,
): { readonly value: Type.Static<Schema>; readonly deviations: readonly Deviation[] } {
	// The check returns true only if `decode` would return a value equal to this one, without deviations.
	if (checkOf(schema as SchemaFields)(value))
		return { value: value as Type.Static<Schema>, deviations: noDeviations };
	return decode(schema, value);
}

/**
 * Whether a value is valid, and decoding changes nothing but missing defaults, which are set in it. False if that
 * is unknown: the value, with some defaults set, must then be decoded.
 */
type Check = (value: unknown) => boolean;

const compiled = new WeakMap<object, Check>();

function checkOf(schema: SchemaFields): Check {
	const known = compiled.get(schema);
	if (known) return known;
	const check = compile(schema);
	compiled.set(schema, check);
	return check;
}

const never: Check = () => false;
const primitiveTypes: readonly unknown[] = ['integer', 'number', 'boolean', 'string', 'null'];

function compile(schema: SchemaFields): Check {
	const { minimum, maximum, minLength = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
	if (schema.enum) return isOneOf(schema.enum);
	if ('const' in schema) return isOneOf([schema.const]);
	if (schema.anyOf) return alternatives(schema.anyOf);
	// Formats have values of other types: bigint, exact amounts.
	if (schema.format !== undefined && schema.type !== 'string') return never;
	switch (schema.type) {
		case 'object':
			return object(schema);
		case 'array':
			return array(schema.items, maxItems);
		case 'integer':
		case 'number': {
			const isNumber = schema.type === 'integer' ? Number.isInteger : Number.isFinite;
			if (minimum === undefined && maximum === undefined) return isNumber;
			const [least, most] = [minimum ?? Number.NEGATIVE_INFINITY, maximum ?? Number.POSITIVE_INFINITY];
			return (value) => typeof value === 'number' && isNumber(value) && value >= least && value <= most;
		}
		case 'boolean':
			return (value) => value === true || value === false;
		case 'string':
			return (value) => typeof value === 'string' && value.length >= minLength;
		case 'null':
			return (value) => value === null;
		default:
			return never;
	}
}

function isOneOf(choices: readonly unknown[]): Check {
	return (value) => choices.includes(value);
}

/** Other alternatives may change a value that a later one would keep. */
function alternatives(schemas: readonly SchemaFields[]): Check {
	if (!schemas.every(({ type, format }) => primitiveTypes.includes(type) && format === undefined))
		return never;
	const checks = schemas.map(checkOf);
	return (value) => checks.some((check) => check(value));
}

function array(items: SchemaFields | undefined, maxItems: number): Check {
	const check = items ? checkOf(items) : never;
	return (value) => {
		if (!Array.isArray(value) || value.length > maxItems) return false;
		for (let index = 0; index < value.length; index++) if (!check(value[index])) return false;
		return true;
	};
}

/** Maximum number of remembered layouts of a schema. */
const MAX_LAYOUTS = 16;
/** Maximum number of fields of a layout. Objects with more are decoded as usual. */
const MAX_LAYOUT_FIELDS = 200;

interface Field {
	readonly name: string;
	readonly check: Check;
	readonly isRequired: boolean;
	/** Undefined for none. */
	readonly fallback: unknown;
}

/** The fields of an object in their order. Nearly all objects of a list have the same few layouts. */
interface Layout {
	/** Undefined for a field that the schema does not have. */
	readonly fields: readonly (Field | undefined)[];
	readonly names: readonly string[];
	/** Missing fields that are required or have a default. */
	readonly missing: readonly Field[];
}

function object(schema: SchemaFields): Check {
	const required = new Set(schema.required ?? []);
	const fields = new Map(
		Object.entries(schema.properties ?? {}).map(([name, field]): [string, Field] => [
			name,
			{ name, check: checkOf(field), isRequired: required.has(name), fallback: field.default },
		]),
	);
	const needed = [...fields.values()].filter(
		({ isRequired, fallback }) => isRequired || fallback !== undefined,
	);
	// A default that is an object must be a new one each time.
	if (schema.patternProperties || needed.some(({ fallback }) => typeof fallback === 'object')) return never;
	const layouts: Layout[] = [];
	let last = layoutOf(fields, needed, []);
	const findLayout = (value: object): Layout | undefined => {
		const known = layouts.find(({ names }) => hasNames(value, names));
		if (known) return known;
		const names = Object.keys(value);
		// Decoding removes this field. Layouts of untrusted size are not kept.
		if (names.length > MAX_LAYOUT_FIELDS || names.includes('__proto__')) return undefined;
		const layout = layoutOf(fields, needed, names);
		if (layouts.length >= MAX_LAYOUTS) layouts.shift();
		layouts.push(layout);
		return layout;
	};

	return (value) => {
		if (!isFields(value)) return false;
		const isValid = checkFields(value, last);
		if (isValid !== undefined) return isValid;
		const layout = findLayout(value);
		if (!layout) return false;
		last = layout;
		return checkFields(value, layout) === true;
	};
}

/**
 * Checks the fields of an object, and sets missing defaults. Returns undefined if it has another layout. One loop over
 * the names, without a list of them, is the fastest: a list of downloads has a million fields.
 */
function checkFields(
	value: Record<string, unknown>,
	{ names, fields, missing }: Layout,
): boolean | undefined {
	let index = 0;
	for (const name in value) {
		if (name !== names[index]) return undefined;
		const field = fields[index++];
		if (!field) continue;
		const own = value[name];
		if (field.check(own)) continue;
		if (own !== null || field.fallback === undefined) return false;
		value[name] = field.fallback;
	}
	if (index !== names.length) return undefined;
	for (const { name, fallback } of missing) {
		if (fallback === undefined) return false;
		value[name] = fallback;
	}
	return true;
}

function layoutOf(
	all: ReadonlyMap<string, Field>,
	needed: readonly Field[],
	names: readonly string[],
): Layout {
	const missing = needed.filter(({ name }) => !names.includes(name));
	return { names, fields: names.map((name) => all.get(name)), missing };
}

/** Whether an object has exactly these fields in this order. */
function hasNames(value: object, names: readonly string[]): boolean {
	let index = 0;
	for (const name in value) if (name !== names[index++]) return false;
	return index === names.length;
}

function isFields(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
