import { describe, expect, test } from 'vitest';
import { FileTree, type Folder, type TreeEntry } from '../../source/metainfo/file-tree.ts';
import { type Metainfo, parseTorrent } from '../../source/metainfo/metainfo.ts';
import { torrentOf } from './bencoded.ts';

const metainfo = parseTorrent(
	torrentOf({
		'z.txt': 1,
		'b/two': 2,
		'a/deep/x': 4,
		'a/one': 8,
		'b/ten': 16,
		'a/deep/er/y': 32,
		'a.txt': 64,
	}),
);
const tree = FileTree.of(metainfo);

function nameOf(entry: TreeEntry, of: Metainfo = metainfo): string {
	return typeof entry === 'number' ? (of.files[entry]?.path ?? '') : `${entry.path}/`;
}

function view(open: readonly string[], start = '', size = 100): string[] {
	const from = tree.find(start);
	if (from === undefined) throw new Error(`unknown folder ${start}`);
	return tree.view(from, size, ({ path }: Folder) => open.includes(path)).map((entry) => nameOf(entry));
}

const all = ['a', 'a/deep', 'a/deep/er', 'b'];
const everything = [
	...['a/', 'a/deep/', 'a/deep/er/', 'a/deep/er/y', 'a/deep/x', 'a/one'],
	...['b/', 'b/ten', 'b/two', 'a.txt', 'z.txt'],
];

describe('a view', () => {
	test('has folders before files, sorted by name, and the contents of expanded folders', () => {
		expect(view([])).toEqual(['a/', 'b/', 'a.txt', 'z.txt']);
		expect(view(['a'])).toEqual(['a/', 'a/deep/', 'a/one', 'b/', 'a.txt', 'z.txt']);
		expect(view(all)).toEqual(everything);
	});

	test('a page of any size after any entry continues where the previous one ended', () => {
		for (let size = 1; size <= everything.length; size++) {
			const seen: string[] = [];
			for (let start = ''; ; start = seen.at(-1)?.replace(/\/$/, '') ?? '') {
				const page = view(all, start, size);
				if (page.length === 0) break;
				seen.push(...page);
			}
			expect(seen).toEqual(everything);
		}
	});

	test('after an entry in a collapsed folder continues after that folder', () => {
		expect(view(['a/deep'], 'a/deep/x')).toEqual(['b/', 'a.txt', 'z.txt']);
		expect(view(['a'], 'a/deep/er/y')).toEqual(['a/one', 'b/', 'a.txt', 'z.txt']);
	});
});

test('a folder has its size and its files, and unknown paths are not found', () => {
	const folder = tree.find('a');
	if (folder === undefined || typeof folder === 'number') throw new Error('a is a folder');
	expect(folder.size).toBe(44);
	expect([...tree.filesOf(folder)].map((index) => nameOf(index))).toEqual([
		'a/deep/er/y',
		'a/deep/x',
		'a/one',
	]);
	expect(tree.root.size).toBe(127);
	for (const path of ['c', 'a/', '/a', 'a/deep/x/y', 'a/deep/w', 'z', '..', 'a.txt/'])
		expect([path, tree.find(path)]).toEqual([path, undefined]);
});

test('padding is in no folder', () => {
	const pad = { length: 16_383, path: ['.pad', '16383'], attr: 'p' };
	const files = [{ length: 1, path: ['one'] }, pad, { length: 16_384, path: ['two'] }];
	const padded = parseTorrent(torrentOf({}, { files, pieces: Buffer.alloc(40, 7) }));
	const entries = FileTree.of(padded);
	expect(entries.view(entries.root, 100, () => true).map((entry) => nameOf(entry, padded))).toEqual([
		'one',
		'two',
	]);
	expect(entries.find('.pad')).toBeUndefined();
});

test.each([2_048, 2_049, 10_000])('%d files, or folders, are sorted by name', (count) => {
	const names = Array.from({ length: count }, (_, n) => `${(n * 7919) % 10_007}`);
	const sorted = [...names].sort();
	const treeOf = (files: string[][]) => {
		const list = files.map((path) => ({ length: 1, path }));
		const large = parseTorrent(torrentOf({}, { files: list, pieces: Buffer.alloc(20, 7) }));
		const entries = FileTree.of(large);
		return entries.view(entries.root, count + 1, () => false).map((entry) => nameOf(entry, large));
	};
	expect(treeOf(names.map((name) => [name]))).toEqual(sorted);
	expect(treeOf(names.map((name) => [name, 'file']))).toEqual(sorted.map((name) => `${name}/`));
});
