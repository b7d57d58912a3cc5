import fc from 'fast-check';
import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { decode } from '../../source/protocol/decode.ts';
import { valueText } from '../../source/protocol/decode-values.ts';
import { anyText } from '../any-text.ts';

const Thing = Type.Object({
	name: Type.String(),
	size: Type.Integer({ default: 0 }),
	ratio: Type.Number(),
	on: Type.Boolean({ default: false }),
	kind: Type.Optional(Type.Enum(['a', 'b'])),
	tags: Type.Array(Type.String(), { default: [] }),
	note: Type.Optional(Type.String()),
});

const whole = { name: 'n', size: 1, ratio: 0.5, on: true, tags: ['x'] };

describe('a valid value', () => {
	test('is returned unchanged, with unknown fields', () => {
		const value = { ...whole, extra: { deep: [1, null] }, kind: 'b', note: '' };
		expect(decode(Thing, value)).toEqual({ value, deviations: [] });
	});

	test('is not mutated', () => {
		const value = Object.freeze({ name: 'n', ratio: '1', tags: Object.freeze(['x']) });
		expect(decode(Thing, value).value).toMatchObject({ ratio: 1, size: 0 });
		expect(value.ratio).toBe('1');
	});

	test.each([
		[Type.Integer(), '12', 12],
		[Type.Integer(), ' 12 ', 12],
		[Type.Integer(), 1.0, 1],
		[Type.Number(), '-0.5', -0.5],
		[Type.Number(), 1e15, 1e15],
		[Type.Boolean(), 1, true],
		[Type.Boolean(), 0, false],
		[Type.Boolean(), '1', true],
		[Type.Boolean(), 'True', true],
		[Type.Boolean(), 'false', false],
		[Type.Array(Type.Integer()), '3', [3]],
		[Type.Array(Type.Integer()), ['3', 4], [3, 4]],
		[Type.Union([Type.String(), Type.Null()]), null, null],
		[Type.Union([Type.Integer(), Type.String()]), '007', '007'],
		[Type.Union([Type.Integer(), Type.Boolean()]), '7', 7],
		[Type.Union([Type.Literal('up'), Type.Literal('down')]), 'down', 'down'],
		[Type.Record(Type.String(), Type.Integer()), { a: '1', b: 2 }, { a: 1, b: 2 }],
		[Type.Unknown(), { any: ['thing'] }, { any: ['thing'] }],
	])('%j reads %j as %j', (schema, value, result) => {
		expect(decode(schema, value)).toEqual({ value: result, deviations: [] });
	});
});

describe('a missing field', () => {
	test('has its default, is absent if optional, and is otherwise empty and reported', () => {
		const { value, deviations } = decode(Thing, {});
		expect(value).toEqual({ name: '', size: 0, ratio: 0, on: false, tags: [] });
		expect(deviations).toEqual([
			{ path: 'name', problem: 'is missing' },
			{ path: 'ratio', problem: 'is missing' },
		]);
	});

	test('may be sent as null', () => {
		const value = { name: 'n', ratio: 1, size: null, on: null, tags: null, note: null, kind: null };
		expect(decode(Thing, value)).toEqual({
			value: { name: 'n', ratio: 1, size: 0, on: false, tags: [] },
			deviations: [],
		});
		expect(decode(Thing, { ...whole, name: null }).deviations).toEqual([
			{ path: 'name', problem: valueText.expected('text', 'null') },
		]);
	});

	test('stays null where null is a value', () => {
		const schema = Type.Object({
			any: Type.Optional(Type.Unknown()),
			text: Type.Optional(Type.Union([Type.String(), Type.Null()])),
		});
		expect(decode(schema, { any: null, text: null }).value).toEqual({ any: null, text: null });
	});

	test('does not share its default with another response', () => {
		const first = decode(Thing, {}).value;
		first.tags.push('mine');
		expect(decode(Thing, {}).value.tags).toEqual([]);
	});
});

describe('an invalid field', () => {
	test.each([
		[Type.Integer(), 1.5, 1, valueText.expected('an integer', '1.5')],
		[Type.Integer(), 'many', 0, valueText.expected('an integer', '"many"')],
		[Type.Integer(), '', 0, valueText.expected('an integer', '""')],
		[Type.Integer(), true, 0, valueText.expected('an integer', 'true')],
		[Type.Number(), 'Infinity', 0, valueText.expected('a number', '"Infinity"')],
		[Type.Number(), Number.NaN, 0, valueText.expected('a number', 'NaN')],
		[Type.Number(), [1], 0, valueText.expected('a number', 'a list')],
		[Type.Integer({ minimum: 0 }), -1, -1, valueText.tooSmall(0, -1)],
		[Type.Integer({ maximum: 9 }), '10', 10, valueText.tooLarge(9, 10)],
		[Type.Boolean(), 'yes', false, valueText.expected('a boolean', '"yes"')],
		[Type.Boolean(), 2, false, valueText.expected('a boolean', '2')],
		[Type.String(), 7, '7', valueText.expected('text', '7')],
		[Type.String(), { a: 1 }, '', valueText.expected('text', 'an object')],
		[Type.String({ minLength: 1 }), '', '', valueText.empty],
		[Type.Enum(['resume', 'stop']), 'go', 'resume', valueText.expected('one of resume, stop', '"go"')],
		[Type.Literal('only'), 'other', 'only', valueText.expected('only', '"other"')],
		[Type.Array(Type.String()), { 0: 'a' }, [], valueText.expected('a list', 'an object')],
		[Type.Array(Type.Object({})), 'text', [], valueText.expected('a list', '"text"')],
		[Type.Object({}), 'text', {}, valueText.expected('an object', '"text"')],
		[Type.Object({}), [1], {}, valueText.expected('an object', 'a list')],
		[Type.Null(), 1, null, valueText.expected('null', '1')],
		[Type.Union([Type.Integer(), Type.Null()]), 'x', 0, valueText.expected('an integer', '"x"')],
	])('is decoded by %j from %j to %j', (schema, value, result, problem) => {
		expect(decode(schema, value)).toEqual({ value: result, deviations: [{ path: '', problem }] });
	});

	test('is absent if it is optional, and has its default if there is one', () => {
		const odd = { ...whole, size: 'big', on: 'perhaps', tags: {}, note: {}, kind: 'c' };
		const { value, deviations } = decode(Thing, odd);
		expect(value).toEqual({ name: 'n', size: 0, ratio: 0.5, on: false, tags: [] });
		expect(deviations.map(({ path }) => path)).toEqual(['size', 'on', 'tags', 'note', 'kind']);
	});

	test.each(['half', 'NaN', Number.NaN, null, {}, [0.5], true])(
		'is unknown for the optional number %j',
		(progress) => {
			expect(decode(Type.Object({ progress: Type.Optional(Type.Number()) }), { progress }).value).toEqual({});
		},
	);

	test('is removed with its item from a list', () => {
		expect(decode(Type.Array(Type.String()), ['a', null, {}, 'b']).value).toEqual(['a', 'b']);
	});

	test('is reported with its place', () => {
		const schema = Type.Object({ things: Type.Array(Thing), by: Type.Record(Type.String(), Thing) });
		const { deviations } = decode(schema, {
			things: [whole, { ...whole, tags: ['x', 2] }],
			by: { k: { ...whole, size: 'big' } },
		});
		expect(deviations.map(({ path }) => path)).toEqual(['things[1].tags[1]', 'by.k.size']);
	});

	test('a value other than an object is removed from a list of objects', () => {
		const { value, deviations } = decode(Type.Array(Thing), [whole, null, 'x', whole]);
		expect(value).toEqual([whole, whole]);
		expect(deviations.map(({ path }) => path)).toEqual(['[1]', '[2]']);
	});

	test('an object of another kind is reported once', () => {
		expect(decode(Thing, 'nonsense').deviations).toEqual([
			{ path: '', problem: valueText.expected('an object', '"nonsense"') },
		]);
	});

	test('is quoted briefly and sanitized', () => {
		const problem = (value: unknown) => decode(Type.Integer(), value).deviations[0]?.problem ?? '';
		expect(problem('x'.repeat(5_000_000))).toBe(valueText.expected('an integer', `"${'x'.repeat(60)}…"`));
		expect(problem('a\u001b[2J\u202e\ud800\u2028')).toMatch(/^[\x20-\x7e]+$/);
		fc.assert(
			fc.property(anyText(), (text) => {
				expect(decode(Type.Boolean(), text).deviations[0]?.problem ?? '').not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
			}),
		);
	});
});

describe('hostile values', () => {
	test.each([
		'{"__proto__": {"name": "evil", "polluted": 1}, "ratio": 1}',
		'{"constructor": {"prototype": {"polluted": 1}}, "ratio": 1}',
	])('%s changes no prototype', (text) => {
		const { value } = decode(Thing, JSON.parse(text));
		expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
		expect(Object.hasOwn(value, '__proto__')).toBe(false);
		expect(value.name).toBe('');
		expect('polluted' in Object.assign({}, value)).toBe(false);
		expect('polluted' in {}).toBe(false);
	});

	test('records have no such field either', () => {
		const record = decode(Type.Record(Type.String(), Type.Unknown()), JSON.parse('{"__proto__": {"a": 1}}'));
		expect(Object.getPrototypeOf(record.value)).toBe(Object.prototype);
		expect(Object.keys(record.value)).toEqual([]);
	});

	test('a field may have the name of a method of every object', () => {
		const schema = Type.Object({ constructor: Type.Optional(Type.String()), toString: Type.String() });
		expect(decode(schema, {}).value).toEqual({ toString: '' });
	});

	test('the result has the declared shape for any input', () => {
		fc.assert(
			fc.property(fc.oneof(fc.jsonValue(), fc.object()), (junk) => {
				const { value } = decode(Type.Object({ thing: Thing, list: Type.Array(Thing) }), {
					thing: junk,
					list: [junk],
				});
				expect(decode(Type.Object({ thing: Thing, list: Type.Array(Thing) }), value).deviations).toEqual([]);
			}),
		);
	});
});

test.each([
	[Type.Intersect([Type.Object({}), Type.Object({})])],
	[Type.Tuple([Type.Integer()])],
	[Type.Array(Type.Intersect([]))],
])('a schema that cannot be decoded is a programming error: %j', (schema) => {
	expect(() => decode(schema, {})).toThrow(TypeError);
});

describe('decoding', () => {
	const Item = Type.Object({
		name: Type.String(),
		parts: Type.Array(Type.Object({ n: Type.Integer({ default: 7 }) })),
	});

	test('keeps a valid object identical, and copies an invalid one without mutation', () => {
		const good = { name: 'a', parts: [{ n: 1 }, { n: 2 }], more: {} };
		expect(decode(Item, good).value).toBe(good);
		const odd = { name: 'a', parts: [{ n: 1 }, {}, { n: '3' }], more: {} };
		const copy = structuredClone(odd);
		const { value } = decode(Item, odd);
		expect(odd).toEqual(copy);
		expect(value).toEqual({ name: 'a', parts: [{ n: 1 }, { n: 7 }, { n: 3 }], more: {} });
		expect(value.parts[0]).toBe(odd.parts[0]);
	});
});
