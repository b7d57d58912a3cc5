import fc from 'fast-check';
import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { decode } from '../../source/protocol/decode.ts';
import { decodeOwned } from '../../source/protocol/decode-owned.ts';
import { parseExact, stringifyExact } from '../../source/protocol/exact-json.ts';
import { Download } from '../../source/protocol/resources/download.ts';
import { benchDownload } from '../bench/big-list.ts';
import { runs } from '../runs.ts';

const Odd = Type.Object({
	name: Type.String({ minLength: 2 }),
	kind: Type.Optional(Type.Enum(['a', 1])),
	one: Type.Optional(Type.Literal(7)),
	share: Type.Number({ minimum: 0, maximum: 1, default: 0.5 }),
	large: Type.Optional(Type.Integer({ format: 'int64' })),
	amount: Type.Optional(Type.Number({ format: 'decimal' })),
	either: Type.Optional(Type.Union([Type.Boolean(), Type.Integer(), Type.Null()])),
	deep: Type.Optional(Type.Union([Type.Object({ name: Type.String() }), Type.String()])),
	tags: Type.Array(Type.String(), { default: [] }),
	few: Type.Optional(Type.Array(Type.Boolean(), { maxItems: 2 })),
	inner: Type.Optional(Type.Object({ on: Type.Boolean({ default: true }), text: Type.String() })),
	counts: Type.Optional(Type.Record(Type.String(), Type.Integer())),
	any: Type.Optional(Type.Unknown()),
	constructor: Type.Optional(Type.String()),
});

const hostile: fc.Arbitrary<unknown> = fc.oneof(
	fc.jsonValue({ maxDepth: 2 }),
	fc.bigInt(),
	fc.constantFrom(
		null,
		'',
		'a',
		'1',
		'true',
		'x1',
		-1,
		0,
		0.5,
		1,
		7,
		1.5,
		1e300,
		Infinity,
		-0,
		2 ** 53,
		12345678901234567890n,
	),
	fc.constantFrom(
		[],
		['a'],
		[true],
		[true, false, true],
		[1],
		[null],
		{},
		{ name: 'n' },
		{ text: 't', on: null },
	),
	fc.array(
		fc.record({ url: fc.constant('u'), peers: fc.constantFrom(1, -1, null, '1'), status: fc.constant('') }),
	),
);

const edits = (names: readonly string[]) =>
	fc.array(fc.tuple(fc.constantFrom(...names, 'unknown', '__proto__', '0', 'toString'), hostile), {
		maxLength: 3,
	});

/** Returns the JSON of an object with some fields replaced or appended, as a service may send it. */
function textOf(fields: Readonly<Record<string, unknown>>, changes: readonly (readonly [string, unknown])[]) {
	const all = [...Object.entries(fields), ...changes];
	return `{${all.map(([name, value]) => `${JSON.stringify(name)}:${stringifyExact(value)}`).join(',')}}`;
}

/** Expects both to return the same of values that are parsed alike, also the order of fields. */
function expectAgreement(schema: Type.TSchema, text: string) {
	const value = parseExact(text);
	const slow = decode(schema, value);
	const fast = decodeOwned(schema, parseExact(text));
	expect(fast).toEqual(slow);
	expect(stringifyExact(fast.value)).toBe(stringifyExact(slow.value));
	// Decoding a second time starts with the defaults that the first one may have set.
	expect(decodeOwned(schema, parseExact(text))).toEqual(slow);
}

describe('decodeOwned', () => {
	const odd = { name: 'name', share: 1, tags: ['x'], inner: { text: 't' } };

	test('agrees with decode about any download', () => {
		fc.assert(
			fc.property(
				fc.nat(20),
				fc.subarray(Object.keys(benchDownload(0))),
				edits(Object.keys(Download.properties)),
				(n, kept, changes) => {
					const all = Object.entries(benchDownload(n)).filter(([name]) => n < 10 || kept.includes(name));
					expectAgreement(Download, textOf(Object.fromEntries(all), changes));
				},
			),
			{ numRuns: runs(250) },
		);
	});

	test('agrees with decode about any schema', () => {
		fc.assert(
			fc.property(edits(Object.keys(Odd.properties)), fc.boolean(), (changes, isWhole) => {
				expectAgreement(Odd, textOf(isWhole ? odd : {}, changes));
			}),
			{ numRuns: runs(375) },
		);
		for (const schema of Object.values(Odd.properties)) {
			fc.assert(fc.property(hostile, (value) => expectAgreement(schema, stringifyExact(value))));
		}
	});

	test('returns a valid download itself, and sets its defaults', () => {
		const value = parseExact(stringifyExact(benchDownload(1)));
		expect(decodeOwned(Download, value).value).toBe(value);
		expect(value).toMatchObject({ vod_mode: false });
		const bare = { name: 'n', infohash: 'ab', status: 'STOPPED' };
		expect(decodeOwned(Download, bare).value).toBe(bare);
		expect(bare).toEqual({ ...bare, destination: '', vod_mode: false, error: '' });
	});

	test('agrees with decode about more layouts than it remembers', () => {
		const schema = Type.Object({ a: Type.Integer(), b: Type.Boolean({ default: true }) });
		for (const round of [1, '2', null]) {
			for (let n = 0; n < 40; n++) {
				expectAgreement(schema, `{"a":${n},"x${n}":${JSON.stringify(round)}}`);
				expectAgreement(schema, `{"x${n}":1,"b":null,"a":${JSON.stringify(round)}}`);
			}
		}
	});

	test('does not share a default list between values', () => {
		const [one, other] = [{ name: 'aa' }, { name: 'bb' }].map((value) => decodeOwned(Odd, value).value);
		expect(one?.tags).toEqual([]);
		expect(one?.tags).not.toBe(other?.tags);
	});
});
