import { expect, test } from 'vitest';
import { treeColumns } from '../../source/columns/file-tree.ts';
import { shownName } from '../../source/format/shown-name.ts';

test('shownName marks a name without visible characters', () => {
	expect(['', ' ', '\u3000', 'a', ' b '].map((name) => shownName(name, 100))).toEqual([
		'(no name)',
		'(no name)',
		'(no name)',
		'a',
		' b ',
	]);
});

test('shownName marks a folder without a name, as in a path that begins with a slash', () => {
	const row = { kind: 'collapsed', depth: 0, name: '', index: -1, size: 1, progress: 0 } as const;
	const counts = { selectedBytes: 1, choice: 'all', files: 1, selectedFiles: 1 } as const;
	const rest = { ...counts, priority: undefined, changing: false } as const;
	expect(treeColumns[0]?.value({ ...row, ...rest }, 40)).toBe('[x] ▸ (no name)/');
});
