import { expect, test } from 'vitest';
import {
	canonicalPath,
	repairTree,
	rootOfTree,
	spellTreePath,
	treeBeginning,
} from '../../source/protocol/repair/file-tree.ts';

const view = (...names: string[]) => names.map((name) => ({ name }));

test('a tree with canonical paths has no root; a tree that begins all paths with the torrent has one', () => {
	expect(rootOfTree(view('a', 'readme.txt'))).toBe('');
	expect(rootOfTree(view('nested/a', 'nested/readme.txt'))).toBe('nested/');
	expect(rootOfTree(view())).toBe('');
});

test('a folder with the name of the torrent that contains all files is no root', () => {
	// The torrent 'a' with the one folder 'a', collapsed and expanded.
	expect(rootOfTree(view('a'))).toBe('');
	expect(rootOfTree(view('a', 'a/one', 'a/two'))).toBe('');
	expect(rootOfTree(view('a/a'))).toBe('a/');
	expect(repairTree(view('a/a', 'a/a/one'), 'a/')).toEqual(view('a', 'a/one'));
});

test('a path is unchanged after a round trip', () => {
	for (const root of ['', 'nested/']) {
		for (const path of ['a', 'a/deep/two.bin', 'nested/x']) {
			expect(canonicalPath(spellTreePath(path, root), root)).toBe(path);
		}
		expect(spellTreePath(treeBeginning, root)).toBe(treeBeginning);
	}
});
