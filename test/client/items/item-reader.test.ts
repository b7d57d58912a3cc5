import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ItemReader, listPlaceholder, parseItem } from '../../../source/client/items/item-reader.ts';

/** Reads a list as one chunk. Returns the number of items, and the bytes that were parsed for them. */
function read(items: readonly string[]): { count: number; parsed: number } {
	let parsed = 0;
	const reader = new ItemReader('list', {
		parse: (bytes) => {
			parsed += bytes.length;
			return parseItem(bytes);
		},
	});
	const found = [...reader.items(Buffer.from(`{"list":[${items.join(',')}]}`))];
	return { count: found.length, parsed };
}

const many = 200_000;

// A quadratic search would take minutes.
test.each<[string, readonly string[]]>([
	['have no text between them that is found again', ['{"a":1}', '{"a":1}', ...Array(many).fill('{"b":1}')]],
	['have no fields', Array(many).fill('{}')],
	['are numbers', Array(many).fill('1')],
	['contain the text between them', Array(many).fill('{"a":1,"l":[{"a":1},{"a":2}]}')],
	['begin with a field far away', Array(many).fill(`{"${'x'.repeat(80)}":1}`)],
])('items that %s are read in linear time', (_, items) => {
	const length = items.join('').length;
	const { count, parsed } = read(items);
	expect(count).toBe(items.length);
	expect(parsed).toBeLessThan(2 * length + 1_000);
});

const item = fc.oneof(
	fc.record({ a: fc.nat(), text: fc.string({ unit: 'grapheme' }) }),
	fc.record({ a: fc.nat(3), list: fc.array(fc.record({ a: fc.nat(3) })) }),
	fc.integer(),
	fc.string(),
	fc.constant('},{"a":'),
);

test('the items of a list in chunks, some of which an earlier list has, are those of the list', () => {
	const edits = [
		fc.array(item),
		fc.array(item),
		fc.array(fc.nat(8)),
		fc.nat(3),
		fc.integer({ min: 1, max: 200 }),
	] as const;
	fc.assert(
		fc.property(...edits, (some, others, taken, indent, chunkBytes) => {
			const textOf = (list: unknown) =>
				Buffer.from(JSON.stringify({ before: [], list, after: 1 }, null, indent));
			const before = new ItemReader('list');
			const known = [...before.items(textOf(some))].flatMap((one) =>
				typeof one === 'object' ? [one.value] : [],
			);
			expect(known).toEqual(some);
			const list = [...others, ...taken.flatMap((at) => some.slice(at, at + 5))];
			const text = textOf(list);
			const unused = {
				bytes: Buffer.alloc(100, '}'),
				count: 5,
				bounds: new Uint32Array(10),
			};
			const reader = new ItemReader('list', { earlier: before.text, unused });
			const found: unknown[] = [];
			for (let at = 0; at < text.length; at += chunkBytes) {
				for (const one of reader.items(text.subarray(at, at + chunkBytes))) {
					if (typeof one === 'number') found.push(...some.slice(reader.place - one, reader.place));
					else {
						expect(JSON.parse(one.bytes.toString())).toEqual(one.value);
						found.push(one.value);
						const place = some.findIndex((other) => JSON.stringify(other) === JSON.stringify(one.value));
						reader.place = place < 0 ? reader.place : place + 1;
					}
				}
			}
			expect(reader.complete).toBe(true);
			expect(found).toEqual(list);
			expect(JSON.parse(reader.rest.toString())).toEqual({ before: [], list: listPlaceholder, after: 1 });
		}),
	);
});

test('a number that begins as an earlier one and continues in the next chunk is another one', () => {
	const before = new ItemReader('list');
	expect([...before.items(Buffer.from('{"list":[1,5]}'))]).toHaveLength(2);
	const reader = new ItemReader('list', { earlier: before.text });
	const items = ['{"list":[1', '2,5]}'].flatMap((chunk) => [...reader.items(Buffer.from(chunk))]);
	expect(items).toMatchObject([{ value: 12 }, { value: 5 }]);
});
