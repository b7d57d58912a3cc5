import { isFields } from '../../../basics/fields.ts';

/** Converts values of a type to JSON and back. Decoding is strict: it checks every field and its limits. */
export interface Codec<Value> {
	encode(value: Value): Json;
	/** Throws `InvalidJson`. */
	decode(json: unknown): Value;
	/** Value of a field that older rows lack. Undefined if the field must exist. */
	readonly absent?: Value;
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

export type ValueOf<C> = C extends Codec<infer Value> ? Value : never;

export class InvalidJson extends Error {
	override readonly name = 'InvalidJson';
}

/** Returns the decoded value, or undefined if it is invalid. */
export function tryDecode<Value>(codec: Codec<Value>, json: unknown): Value | undefined {
	try {
		return codec.decode(json);
	} catch (error) {
		if (error instanceof InvalidJson) return undefined;
		throw error;
	}
}

/** An amount in smallest units, as decimal digits. */
export function units(maximum: bigint, minimum = 0n): Codec<bigint> {
	const maxDigits = maximum.toString().length;
	return {
		encode: (value) => value.toString(),
		decode(json) {
			if (typeof json !== 'string' || json.length > maxDigits + 1 || !/^(0|-?[1-9]\d*)$/.test(json)) {
				throw new InvalidJson('An amount must be digits.');
			}
			const value = BigInt(json);
			if (value > maximum || value < minimum) throw new InvalidJson('An amount is out of range.');
			return value;
		},
	};
}

export function text(maxLength: number, pattern?: RegExp): Codec<string> {
	return {
		encode: (value) => value,
		decode(json) {
			if (typeof json !== 'string' || json.length > maxLength || pattern?.test(json) === false) {
				throw new InvalidJson('A text is too long or has the wrong form.');
			}
			return json;
		},
	};
}

export function integer(minimum: number, maximum: number): Codec<number> {
	return {
		encode: (value) => value,
		decode(json) {
			if (typeof json !== 'number' || !Number.isSafeInteger(json) || json < minimum || json > maximum) {
				throw new InvalidJson('A number is not an integer or out of range.');
			}
			return json;
		},
	};
}

export const flag: Codec<boolean> = {
	encode: (value) => value,
	decode(json) {
		if (typeof json !== 'boolean') throw new InvalidJson('A value must be true or false.');
		return json;
	},
};

export function choice<const Choice extends string | number>(...choices: readonly Choice[]): Codec<Choice> {
	return {
		encode: (value) => value,
		decode(json) {
			const found = choices.find((one) => one === json);
			if (found === undefined) throw new InvalidJson('A value is none of the choices.');
			return found;
		},
	};
}

export function nullable<Value>(codec: Codec<Value>): Codec<Value | null> {
	return {
		encode: (value) => (value === null ? null : codec.encode(value)),
		decode: (json) => (json === null ? null : codec.decode(json)),
	};
}

export function list<Value>(item: Codec<Value>, maxLength: number): Codec<readonly Value[]> {
	return {
		encode: (values) => values.map((value) => item.encode(value)),
		decode(json) {
			if (!Array.isArray(json) || json.length > maxLength) {
				throw new InvalidJson('A list is missing or too long.');
			}
			return json.map((one) => item.decode(one));
		},
	};
}

type Fieldwise<Shape> = { readonly [Name in keyof Shape]: ValueOf<Shape[Name]> };

/** Unknown fields are ignored, so that later versions can add some. */
export function object<const Shape extends { readonly [Name in keyof Shape]: Codec<ValueOf<Shape[Name]>> }>(
	shape: Shape,
): Codec<Fieldwise<Shape>> {
	const names = Object.keys(shape).filter((name): name is keyof Shape & string => name in shape);
	return {
		encode: (value) => Object.fromEntries(names.map((name) => [name, shape[name].encode(value[name])])),
		decode(json) {
			if (!isFields(json)) throw new InvalidJson('A value must be an object.');
			const value: Partial<Record<keyof Shape, unknown>> = {};
			for (const name of names) {
				const { absent } = shape[name];
				if (Object.hasOwn(json, name)) value[name] = shape[name].decode(json[name]);
				else if (absent !== undefined) value[name] = absent;
				else throw new InvalidJson(`The field ${name} is missing.`);
			}
			// Each field was decoded by its codec. Only this place asserts it.
			return value as Fieldwise<Shape>;
		},
	};
}

type Shapes = { readonly [Kind: string]: { readonly [Name: string]: Codec<unknown> } };
type Message<Common, Kinds> = {
	[Kind in keyof Kinds]: Fieldwise<Common & { readonly kind: Codec<Kind> } & Kinds[Kind]>;
}[keyof Kinds];

/** An object of one of several kinds, each with its own fields after the common ones and its `kind`. */
export function messages<const Common extends Shapes[string], const Kinds extends Shapes>(
	common: Common,
	kinds: Kinds,
): Codec<Message<Common, Kinds>> {
	const byKind = new Map<unknown, Codec<Message<Common, Kinds>>>();
	for (const [kind, fields] of Object.entries(kinds)) {
		const shape: Shapes[string] = { ...common, kind: choice(kind), ...fields };
		// `Message` has the same fields. Only this place asserts it.
		byKind.set(kind, object(shape) as Codec<Message<Common, Kinds>>);
	}
	const of = (kind: unknown): Codec<Message<Common, Kinds>> => {
		const codec = byKind.get(kind);
		if (!codec) throw new InvalidJson('The kind is unknown.');
		return codec;
	};
	return {
		encode: (value) => of(value.kind).encode(value),
		decode: (json) => of(isFields(json) ? json.kind : undefined).decode(json),
	};
}
