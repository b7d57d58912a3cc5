import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ListReader } from '../../../source/client/download-list/list-reader.ts';
import { SimilarObjects } from '../../../source/client/download-list/similar-objects.ts';
import { TimeSlice } from '../../../source/client/download-list/time-slice.ts';
import { parseExact } from '../../../source/protocol/exact-json.ts';

/** Returns the values of a first list as the reader parses them. */
async function parsed(text: string, chunkBytes: number): Promise<unknown[]> {
	const values: unknown[] = [];
	const take = (value: unknown) => {
		values.push(value);
		return undefined;
	};
	const reader = new ListReader([], [], take, new TimeSlice());
	const bytes = Buffer.from(`{"downloads":${text}}`);
	for (let at = 0; at < bytes.length; at += chunkBytes)
		await reader.take(bytes.subarray(at, at + chunkBytes));
	expect(reader.complete).toBe(true);
	return values;
}

const number = fc.oneof(
	fc.integer().map(String),
	fc.constantFrom(
		'9007199254740993',
		'-12345678901234567890',
		'0.12345678901234567',
		'1e1234567890123456',
		'1e400',
	),
);
const word = fc.oneof(
	fc.string(),
	fc.constantFrom('é', '日本', '},{"a":', '\\', '"', '7'.repeat(40), ' 1234567890123456'),
);
/** Objects with few names, so that the text between two of them also occurs within one. */
const { object } = fc.letrec((tie) => ({
	value: fc.oneof(
		{ maxDepth: 3 },
		number,
		word.map((text) => JSON.stringify(text)),
		tie('object'),
		fc.array(tie('object'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
	),
	object: fc
		.array(fc.tuple(fc.constantFrom('a', 'b', '__proto__'), tie('value')), { maxLength: 3 })
		.map((fields) => `{${fields.map(([name, value]) => `"${name}":${value}`).join(',')}}`),
}));

test('a first list is parsed like any JSON, with exact integers', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(object, { maxLength: 20 }),
			fc.constantFrom(',', ', ', ' ,\n'),
			fc.integer({ min: 1, max: 400 }),
			async (objects, comma, chunkBytes) => {
				const text = `[${objects.join(comma)}]`;
				expect(await parsed(text, chunkBytes)).toEqual(parseExact(text));
			},
		),
		{ numRuns: 500 },
	);
});

test('the end of a similar object is found, unless it is within the object', () => {
	const similar = new SimilarObjects();
	const bytes = Buffer.from('{"a":1}, {"a":2}, {"a":3}, {"a":[{"a":4}, {"a":5}]}, {"a":6}');
	expect(similar.read(bytes, 9)).toBeUndefined();
	similar.learn(bytes, 7, 9);
	expect(similar.read(bytes, 9)).toEqual({ end: 16, value: { a: 2 } });
	expect(similar.read(bytes, 18)).toEqual({ end: 25, value: { a: 3 } });
	expect(similar.read(bytes, 27)).toBeUndefined();
});

test('a list is not searched again and again if most of its objects are not similar', () => {
	const similar = new SimilarObjects();
	const text = `{"a":1},{"a":2},{"b":${'1'.repeat(60_000)}}`;
	const bytes = Buffer.from(text);
	similar.learn(bytes, 7, 8);
	const isFound = () => similar.read(bytes, 0) !== undefined;
	const isSearched = () => {
		similar.read(bytes, 16);
		return isFound();
	};
	expect(Array.from({ length: 20 }, isSearched)).toEqual([...Array(8).fill(true), ...Array(12).fill(false)]);
});
