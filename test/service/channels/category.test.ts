import { expect, test } from 'vitest';
import { categoryOf, isAdult } from '../../../source/service/channels/category.ts';

test.each([
	[
		'a',
		[
			['x.mkv', 100],
			['x.txt', 10],
		],
		'Video',
	],
	[
		'a',
		[
			['x.flac', 10],
			['y.FLAC', 10],
			['x.jpg', 15],
		],
		'Audio',
	],
	['a.pdf', [], 'Documents'],
	['a', [['x.tar.gz', 1]], 'Compressed'],
	['a', [['x', 1]], 'Other'],
	['a', [], 'Other'],
	['Some.XXX.1080p', [['x.mkv', 1]], 'xxx'],
] as const)('categoryOf %s with %j', (name, files, category) => {
	expect(
		categoryOf(
			name,
			files.map(([file, size]) => ({ name: file, size })),
		),
	).toBe(category);
});

test('isAdult compares whole words', () => {
	expect(isAdult({ name: 'Essex and Sussex', category: 'Video' })).toBe(false);
	expect(isAdult({ name: 'popcorn', category: 'Video' })).toBe(false);
	expect(isAdult({ name: 'a', category: 'XXX' })).toBe(true);
	expect(isAdult({ name: '[NSFW] thing' })).toBe(true);
});
