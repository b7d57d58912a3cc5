import { expect, test } from 'vitest';
import { withChange } from '../../../source/state/files/choice.ts';
import { sumFiles, updateSums } from '../../../source/state/files/figures.ts';
import { filterTree } from '../../../source/state/files/filter.ts';
import { matchPattern } from '../../../source/state/files/pattern.ts';
import {
	type FileTree,
	filesBelow,
	findNode,
	foldersAbove,
	isFolder,
	pathOf,
} from '../../../source/state/files/tree.ts';
import { indexOfVisible, visibleNodes } from '../../../source/state/files/visible.ts';
import { makeTree } from '../../fixtures/make-tree.ts';
import { seeded } from '../../screens/random.ts';
import { allFolders, foldersOf, randomFiles } from './random-files.ts';

const seeds = [1, 2, 3, 4, 5, 6, 7, 8];
const file = (name: string, index: number, size = 1) => ({ index, name, size, included: true, progress: 0 });
const all = (tree: FileTree) => new Uint8Array(tree.parents.length).fill(1);
const paths = (tree: FileTree, nodes: Iterable<number>) => Array.from(nodes, (node) => pathOf(tree, node));

test('a folder has unknown progress while one of its files has', () => {
	const tree = makeTree([file('a/one', 0, 100), file('a/two', 1, 100), file('three', 2, 50)]);
	const node = (path: string) => findNode(tree, path) ?? -1;
	const progress = new Float64Array(tree.parents.length).fill(0.5);
	progress[node('a/two')] = Number.NaN;
	const before = sumFiles(tree, all(tree), progress);
	expect(before.downloadedBytes[node('a')]).toBeNaN();
	expect(before.downloadedBytes[node('three')]).toBe(25);
	progress[node('a/two')] = 1;
	expect(updateSums(tree, before, [node('a/two')], all(tree), progress).downloadedBytes[node('a')]).toBe(150);
});

test.each(seeds)(
	'folders come first, each before its contents, sorted by name; every path is found (%i)',
	(seed) => {
		const files = randomFiles(seeded(seed), 200);
		const tree = makeTree(files);
		const shown = paths(tree, tree.parents.keys());
		expect([...shown].sort()).toEqual([...files.map(({ name }) => name), ...allFolders(files)].sort());
		for (const [node, path] of shown.entries()) {
			expect(findNode(tree, path)).toBe(node);
			expect(paths(tree, foldersAbove(tree, node))).toEqual(foldersOf(path));
			expect(tree.depths[node]).toBe(foldersOf(path).length);
			const before = tree.parents[node] ?? -1;
			const siblings = shown.filter((_, other) => (tree.parents[other] ?? -1) === before);
			const isDirectory = (path: string) => isFolder(tree, findNode(tree, path) ?? -1);
			const expected = [...siblings].sort((one, other) => {
				if (isDirectory(one) !== isDirectory(other)) return isDirectory(one) ? -1 : 1;
				return one < other ? -1 : 1;
			});
			expect(siblings).toEqual(expected);
		}
		for (const { index, name } of files) expect(pathOf(tree, tree.nodes.get(index) ?? -1)).toBe(name);
	},
);

test.each(seeds)('size, progress and selection of folders are the sums of their files (%i)', (seed) => {
	const random = seeded(seed);
	const files = randomFiles(random, 150);
	const tree = makeTree(files);
	let selected: Uint8Array = new Uint8Array(tree.parents.length);
	const progress = new Float64Array(tree.parents.length);
	for (const { index, included, progress: done } of files) {
		const node = tree.nodes.get(index) ?? -1;
		selected[node] = included ? 1 : 0;
		progress[node] = done;
	}
	const chosen = new Map(files.map(({ name, included }) => [name, included]));
	let figures = sumFiles(tree, selected, progress);
	for (let round = 0; round < 10; round++) {
		for (const node of tree.parents.keys()) {
			const path = pathOf(tree, node);
			const below = files.filter(({ name }) => name === path || name.startsWith(`${path}/`));
			const sum = (amount: (one: (typeof files)[number]) => number) =>
				below.reduce((total, one) => total + amount(one), 0);
			const isSelected = (name: string) => (chosen.get(name) ? 1 : 0);
			expect(tree.files[node]).toBe(below.length);
			expect(tree.sizes[node]).toBe(sum(({ size }) => size));
			expect(figures.selectedFiles[node]).toBe(sum(({ name }) => isSelected(name)));
			expect(figures.selectedBytes[node]).toBe(sum(({ name, size }) => isSelected(name) * size));
			expect(figures.downloadedBytes[node]).toBe(sum(({ size, progress: done }) => Math.floor(size * done)));
		}
		expect(figures.all.selectedFiles).toBe([...chosen.values()].filter(Boolean).length);
		// Any file or folder is selected.
		const node = random.between(0, tree.parents.length - 1);
		const included = random.between(0, 1) === 0;
		const nodes = filesBelow(tree, node);
		selected = withChange(selected, { included, nodes });
		for (const path of paths(tree, nodes)) chosen.set(path, included);
		// One file has progressed.
		const file = files[random.between(0, files.length - 1)];
		const further = tree.nodes.get(file?.index ?? -1) ?? -1;
		if (file) progress[further] = file.progress = random.between(0, 7) / 7;
		figures = updateSums(tree, figures, [...nodes, further], selected, progress);
	}
});

test.each(seeds)('visible lines are those in expanded folders (%i)', (seed) => {
	const random = seeded(seed);
	const files = randomFiles(random, 150);
	const tree = makeTree(files);
	for (let round = 0; round < 10; round++) {
		const open = new Set(allFolders(files).filter(() => random.between(0, 2) > 0));
		const expanded = new Uint8Array(tree.parents.length);
		for (const folder of open) expanded[findNode(tree, folder) ?? -1] = 1;
		const visible = visibleNodes(tree, expanded, undefined);
		const expected = paths(tree, tree.parents.keys()).filter((path) =>
			foldersOf(path).every((folder) => open.has(folder)),
		);
		expect(paths(tree, visible)).toEqual(expected);
		// Every node has its own line, or that of the outermost collapsed folder around it.
		for (const node of tree.parents.keys()) {
			const around = [...paths(tree, foldersAbove(tree, node)), pathOf(tree, node)];
			const hiding = around.find((path) => !open.has(path)) ?? around.at(-1);
			expect(pathOf(tree, visible[indexOfVisible(tree, visible, node)] ?? -1)).toBe(hiding);
		}
	}
});

test.each(seeds)('a filter shows the files with all words in their paths, and their folders (%i)', (seed) => {
	const random = seeded(seed);
	const files = randomFiles(random, 150);
	const tree = makeTree(files);
	for (const filter of ['DÉJÀ', 'b 日本', 'mkv', 'a.d 1', 'absent from all', ' ']) {
		const words = filter.toLowerCase().trim().split(/\s+/).filter(Boolean);
		const filtered = filterTree(tree, filter);
		const passing = files.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
		if (!filtered) {
			expect(words).toEqual([]);
			continue;
		}
		expect(filtered.files).toBe(passing.length);
		const shown = paths(tree, visibleNodes(tree, all(tree), filtered));
		const expected = new Set(passing.flatMap(({ name }) => [...foldersOf(name), name]));
		expect([...shown].sort()).toEqual([...expected].sort());
		// Matches are visible without expanding folders.
		const folded = visibleNodes(tree, new Uint8Array(tree.parents.length), filtered);
		for (const { index } of passing)
			expect(indexOfVisible(tree, folded, tree.nodes.get(index) ?? -1)).not.toBe(-1);
	}
});

test.each([
	['*.mkv', ['a/one.mkv', 'a/deep/two.MKV', 'three.mkv']],
	['*.{mkv,srt}', ['a/deep/two.MKV', 'a/deep/two.srt', 'a/one.mkv', 'three.mkv']],
	['deep', ['a/deep/two.MKV', 'a/deep/two.srt']],
	['a/*.mkv', ['a/one.mkv']],
	['/*.mkv', ['three.mkv']],
	['a/**', ['a/deep/two.MKV', 'a/deep/two.srt', 'a/one.mkv']],
	['a/**/*.mkv', ['a/deep/two.MKV', 'a/one.mkv']],
	['**/two.*', ['a/deep/two.MKV', 'a/deep/two.srt']],
	['t?o.*', ['a/deep/two.MKV', 'a/deep/two.srt']],
	['*e*o*t*', ['zeroto']],
	['中?', ['中😀']],
	['*?.mkv', ['a/one.mkv', 'a/deep/two.MKV', 'three.mkv']],
	['two', []],
	['', []],
	['*', ['a/deep/two.MKV', 'a/deep/two.srt', 'a/one.mkv', 'three.mkv', 'zeroto', '中😀']],
])('the pattern %s matches these files', (pattern, expected) => {
	const names = ['a/one.mkv', 'a/deep/two.MKV', 'a/deep/two.srt', 'three.mkv', 'zeroto', '中😀'];
	const tree = makeTree(names.map((name, index) => file(name, index)));
	expect(paths(tree, matchPattern(tree, pattern)).sort()).toEqual([...expected].sort());
});

test('a pathological pattern takes no time, and excessive braces are limited', () => {
	const tree = makeTree([file('a'.repeat(60_000), 0), file(`${'a/'.repeat(2_000)}a`, 1)]);
	expect(matchPattern(tree, `${'*a'.repeat(5_000)}b`).length).toBe(0);
	expect(matchPattern(tree, `${'**/a/'.repeat(200)}b`).length).toBe(0);
	expect(matchPattern(tree, `${'{a,b}'.repeat(50)}`).length).toBe(0);
});

test('padding is left out; a file may have the name of a folder, and a path may occur twice', () => {
	const tree = makeTree([
		file('a', 0),
		file('a/b', 1),
		file('a', 2),
		file('.pad/123', 3),
		file('.pad/mine.txt', 4),
	]);
	expect(paths(tree, tree.parents.keys())).toEqual(['.pad', '.pad/mine.txt', 'a', 'a/b', 'a', 'a']);
	expect(tree.nodes.size).toBe(4);
});
