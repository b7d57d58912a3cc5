import { expect, test } from 'vitest';
import { ItemReader, parseItem } from '../../../source/client/lists/item-reader.ts';

/** Reads a list as one chunk. Returns the number of items, and the bytes that were parsed for them. */
function read(items: readonly string[]): { count: number; parsed: number } {
	let parsed = 0;
	const reader = new ItemReader('list', (bytes) => {
		parsed += bytes.length;
		return parseItem(bytes);
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
