import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FileWindow } from '../../source/import/reading/file-window.ts';
import {
	type PickleMap,
	type PickleValue,
	pickledItems,
	pickleText,
} from '../../source/import/reading/pickle.ts';
import { makeFolder } from '../fixtures/folder.ts';

const pickle = (...parts: readonly (string | number)[]) =>
	Buffer.concat([
		Buffer.from([0x80, 2]),
		...parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part, 'latin1'))),
	]);

/** Reads a pickle with the classes 'm C' and 'm Item'. */
async function read(bytes: Uint8Array): Promise<{ value: PickleValue; items: PickleMap[] }> {
	const path = join(await makeFolder(), 'pickle');
	await writeFile(path, bytes);
	const file = await FileWindow.open(path);
	try {
		const items: PickleMap[] = [];
		const reading = pickledItems(file, { allowed: ['m C', 'm Item'], item: 'm Item' });
		let next = reading.next();
		for (; !next.done; next = reading.next()) items.push(next.value);
		return { value: next.value, items };
	} finally {
		await file.close();
	}
}

describe('pickledItems', () => {
	test('returns plain data', async () => {
		// {'a': [1, -1, 2.5, True, None, (256,)]}
		const bytes = pickle(
			...['}', 'X\x01\0\0\0a', ']', '('],
			...['K\x01', 'J\xff\xff\xff\xff', 'G\x40\x04\0\0\0\0\0\0', 0x88, 'N', 'M\0\x01', 0x85, 'e', 's', '.'],
		);
		expect((await read(bytes)).value).toEqual(new Map([['a', [1, -1, 2.5, true, null, [256]]]]));
	});

	test('returns an allowed object as its fields', async () => {
		const bytes = pickle('cm\nC\n', ')', 0x81, '}', 'X\x01\0\0\0a', 'K\x05', 's', 'b', '.');
		expect((await read(bytes)).value).toEqual(new Map([['a', 5]]));
	});

	test('returns bytes of Python 3 in protocol 2', async () => {
		const bytes = pickle('c_codecs\nencode\n', 'X\x01\0\0\0a', 'X\x06\0\0\0latin1', 0x86, 'R', '.');
		expect((await read(bytes)).value).toEqual(Buffer.from('a'));
	});

	test.each([
		[
			'a call',
			pickle('cos\nsystem\n', 'X\x02\0\0\0id', 0x85, 'R', '.'),
			pickleText.refusedClass('os system'),
		],
		['an object of another class', pickle('cos\nC\n', ')', 0x81, '.'), pickleText.refusedClass('os C')],
		['a call of an allowed class', pickle('cm\nC\n', ')', 'R', '.'), pickleText.refused(0x52)],
		['parameters of an allowed class', pickle('cm\nC\n', 'N', 0x85, 0x81, '.'), pickleText.malformed],
		['an instance', pickle('(ios\nsystem\n.'), pickleText.refused(0x69)],
		[
			'a class whose name is a list of lists, 2^60 texts long',
			pickle(']', 'X\x01\0\0\0a', 'a', 'q\0h\0\x86'.repeat(60), 'X\x01\0\0\0C', 0x93, '.'),
			pickleText.malformed,
		],
		['an extension', pickle(0x82, 1, '.'), pickleText.refused(0x82)],
		['protocol 0', Buffer.from('(dp0\n.'), pickleText.oldProtocol],
		['an early end', pickle('X\xff\xff\xff\xffa'), pickleText.cutOff],
		['an empty stack', pickle('.'), pickleText.malformed],
		['a list without a mark', pickle(']', 'K\x01', 'e', '.'), pickleText.malformed],
		['an unknown memo', pickle('h\x05', '.'), pickleText.malformed],
		['many dictionaries', pickle('}'.repeat(6_000_000), '.'), pickleText.tooLarge],
		['many numbers', pickle(']', '(', 'K\x01'.repeat(3_000_000), 'e', '.'), pickleText.tooLarge],
		[
			'objects that are stored to be recalled',
			pickle(`cm\nItem\n)\x81q\x01}X\x90\x01\0\0${'a'.repeat(400)}K\x01sb`.repeat(60_000), 'h\x01', '.'),
			pickleText.tooLarge,
		],
	])('refuses %s', async (_, bytes, reason) => {
		await expect(read(bytes)).rejects.toThrow(reason);
	});

	test('yields objects of a class in their order, and forgets them', async () => {
		const item = (text: string) => `cm\nItem\n)\x81}q\x01X\x01\0\0\0${text}q\x02K\x05sb`;
		const bytes = pickle(']q\x03(', item('a'), item('b'), 'h\x02', 'e', '.');
		expect(await read(bytes)).toEqual({
			items: [new Map([['a', 5]]), new Map([['b', 5]])],
			value: [null, null, 'b'],
		});
	});

	test('reads objects that together exceed the memory for values', async () => {
		const item = `cm\nItem\n)\x81}q\x01X\x90\x01\0\0${'a'.repeat(400)}K\x01sb`;
		const { items } = await read(pickle(']', '(', item.repeat(60_000), 'e', '.'));
		expect(items).toHaveLength(60_000);
	});

	test('reads values nested 100,000 deep', async () => {
		const depth = 100_000;
		expect((await read(pickle(']'.repeat(depth), 'a'.repeat(depth - 1), '.'))).value).toHaveLength(1);
	});
});
