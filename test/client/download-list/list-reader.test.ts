import { expect, test } from 'vitest';
import { itemOf, testChangedLists } from './list-reader-cases.ts';
import { Reading } from './reading.ts';

testChangedLists(20);

test('list reader decodes only the changed items of thousands', async () => {
	const reading = new Reading();
	const listed = (changed: ReadonlySet<number>) =>
		Buffer.from(
			`{"downloads":[${Array.from({ length: 5_000 }, (_, n) => itemOf(n, changed.has(n) ? 1 : 0, 100)).join(', ')}]}`,
		);
	await reading.read(listed(new Set()));
	expect(reading.decoded).toBe(5_000);
	await reading.read(listed(new Set()));
	expect(reading.decoded).toBe(0);
	await reading.read(listed(new Set([0, 17, 18, 2_500, 4_999])));
	expect(reading.decoded).toBe(5);
});

test('list reader decodes no other item when one is removed or inserted', async () => {
	const reading = new Reading();
	const items = Array.from({ length: 2_000 }, (_, n) => itemOf(n, 0, 100));
	const readItems = (list: readonly string[]) =>
		reading.read(Buffer.from(`{"downloads":[${list.join(',')}]}`));
	const first = await readItems(items);
	const removed = await readItems(items.toSpliced(700, 3));
	expect(reading.decoded).toBe(0);
	expect(removed).toEqual(first.toSpliced(700, 3));
	const added = await readItems(items.toSpliced(700, 3).toSpliced(0, 0, itemOf(9_999, 0, 7)));
	expect(reading.decoded).toBe(1);
	expect(added.slice(1)).toEqual(removed);
	expect(added[1]).toBe(first[0]);
});

test.each([
	['[null,{A}]', '[,{A}]'],
	['[{A}]', '[null{A}]'],
	['[{A},{B}]', '[{A}{B}]'],
	['[{A},{B}]', '[{A},{B},]'],
	['[{A},{B}]', '[{A},'],
	['[{A}]', '[{A},,{A}]'],
])('list reader after %s rejects a list with %s', async (good, bad) => {
	const answer = (text: string) =>
		Buffer.from(`{"downloads":${text.replace('{A}', itemOf(1, 0, 1)).replace('{B}', itemOf(2, 0, 1))}}`);
	const reading = new Reading();
	await reading.read(answer(good));
	await expect(reading.read(answer(bad))).rejects.toThrow(SyntaxError);
});
