import { describe, expect, test } from 'vitest';
import { noSuchFile } from '../../../source/metainfo/selection.ts';
import { priorityText, withPriorities } from '../../../source/service/downloads/file-priorities.ts';

const before = new Map([
	[0, 'high'],
	[2, 'low'],
] as const);

describe('priorities of files', () => {
	test('change for the named files, and normal ones are not stored', () => {
		const after = withPriorities(before, { normal: [0], high: [1, 1], low: [] }, 3);
		expect([...after].sort()).toEqual([
			[1, 'high'],
			[2, 'low'],
		]);
		expect(before.get(0)).toBe('high');
	});

	test.each([
		['without a list', {}, priorityText.nothing],
		['of a file that does not exist', { low: [3] }, noSuchFile(3, 3)],
		['of a negative file', { low: [-1] }, noSuchFile(-1, 3)],
		['twice for one file', { high: [1], normal: [1] }, priorityText.twice(1)],
	])('are refused %s', (_, change, message) => {
		expect(() => withPriorities(before, change, 3)).toThrow(
			expect.objectContaining({ status: 400, message }),
		);
	});
});
