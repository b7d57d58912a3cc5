import { describe, expect, test } from 'vitest';
import { parsePickle, pickleText } from '../../source/import/reading/pickle.ts';

const pickle = (...parts: readonly (string | number)[]) =>
	Buffer.concat([
		Buffer.from([0x80, 2]),
		...parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part, 'latin1'))),
	]);

describe('parsePickle', () => {
	test('returns plain data', () => {
		// {'a': [1, -1, 2.5, True, None, (256,)]}
		const bytes = pickle(
			...['}', 'X\x01\0\0\0a', ']', '('],
			...['K\x01', 'J\xff\xff\xff\xff', 'G\x40\x04\0\0\0\0\0\0', 0x88, 'N', 'M\0\x01', 0x85, 'e', 's', '.'],
		);
		expect(parsePickle(bytes, [])).toEqual(new Map([['a', [1, -1, 2.5, true, null, [256]]]]));
	});

	test('returns an allowed object as its fields', () => {
		const bytes = pickle('cm\nC\n', ')', 0x81, '}', 'X\x01\0\0\0a', 'K\x05', 's', 'b', '.');
		expect(parsePickle(bytes, ['m C'])).toEqual(new Map([['a', 5]]));
	});

	test('returns bytes of Python 3 in protocol 2', () => {
		const bytes = pickle('c_codecs\nencode\n', 'X\x01\0\0\0a', 'X\x06\0\0\0latin1', 0x86, 'R', '.');
		expect(parsePickle(bytes, [])).toEqual(Buffer.from('a'));
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
	])('refuses %s', (_, bytes, reason) => {
		expect(() => parsePickle(bytes, ['m C'])).toThrow(reason);
	});

	test('reads values nested 100,000 deep', () => {
		const depth = 100_000;
		expect(parsePickle(pickle(']'.repeat(depth), 'a'.repeat(depth - 1), '.'), [])).toHaveLength(1);
	});
});
