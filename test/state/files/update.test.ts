import { expect, test } from 'vitest';
import type { File } from '../../../source/protocol/resources/file.ts';
import { findFiles } from '../../../source/state/adding/files-dialogs.ts';
import { nextFor, type UndoStep } from '../../../source/state/batch/undo-stack.ts';
import { type FilesSlice, nodeUnderCursor, noFiles } from '../../../source/state/files/files.ts';
import type { FilesMessage } from '../../../source/state/files/message.ts';
import { priorityBit } from '../../../source/state/files/priorities.ts';
import { treeRows } from '../../../source/state/files/rows.ts';
import { filesBelow, findNode, pathOf } from '../../../source/state/files/tree.ts';
import { moveInFiles, updateFiles } from '../../../source/state/files/update.ts';
import { filesQueryOf } from '../../../source/state/files/window.ts';
import { makeTree } from '../../fixtures/make-tree.ts';

const of = 'of this';
const file = (name: string, index: number, included = true, progress = 0): File => ({
	name,
	index,
	size: 100,
	included,
	progress,
});
const files = [file('a/deep/one', 0), file('a/two', 1), file('b/three', 2), file('four', 3)];
const tree = makeTree(files);

function allOf(list: readonly File[], version = 0, way: 'tree' | 'list' = 'tree'): FilesMessage {
	const selected = new Uint8Array(tree.parents.length);
	const progress = new Float64Array(tree.parents.length);
	for (const { index, included, progress: done } of list) {
		selected[tree.nodes.get(index) ?? -1] = included ? 1 : 0;
		progress[tree.nodes.get(index) ?? -1] = done ?? Number.NaN;
	}
	const priorities = new Uint8Array(tree.parents.length);
	for (const one of list) priorities[tree.nodes.get(one.index) ?? -1] = priorityBit(one);
	return { type: 'all', of, way, tree, selected, progress, priorities, version, at: 100_000 };
}

const after = (slice: FilesSlice, ...messages: FilesMessage[]) =>
	messages.reduce((before, message) => updateFiles(before, message, of), slice);
const shown = (slice: FilesSlice) =>
	treeRows(slice, 0, 100).map(
		({ name, choice }) => `${{ none: '-', some: '~', all: '+', unknown: '?' }[choice]}${name}`,
	);
const node = (path: string) => findNode(tree, path) ?? -1;
const change = (id: number, path: string, included: boolean): FilesMessage => ({
	type: 'change',
	change: { id, included, nodes: filesBelow(tree, node(path)), what: path },
});
const ended = (id: number, worked: boolean): FilesMessage => ({ type: 'changed', of, id, worked });
const view = (version: number, ...seen: File[]): FilesMessage => ({
	type: 'view',
	of,
	files: seen,
	asked: undefined,
	version,
	at: 200_000,
});

const read = after(noFiles, allOf(files));

test('folders expanded by the service stay expanded, and the cursor stays on its line, when all files follow the first view', () => {
	const page = [
		{ ...file('a', -2), size: 200 },
		{ ...file('a/deep', -1), size: 100 },
		file('a/two', 1),
		{ ...file('b', -1), size: 100 },
	];
	const first = moveInFiles(after(noFiles, { type: 'page', of, root: 'x/', files: page }), 3);
	expect(filesQueryOf(first)).toEqual({ kind: 'all' });
	const slice = after(first, allOf(files));
	expect(shown(slice)).toEqual(['+a', '+deep', '+two', '+b', '+four']);
	expect(pathOf(tree, nodeUnderCursor(slice) ?? -1)).toBe('b');
});

test('a selection during reading applies to the read files', () => {
	const waiting = after(noFiles, { type: 'expand-all', open: true }, { type: 'filter', filter: 'three' });
	const slice = after(waiting, allOf(files));
	expect(shown(slice)).toEqual(['+b', '+three']);
	expect(shown(after(slice, { type: 'filter', filter: '' })).length).toBe(7);
});

test('the cursor stays on its file while folders around it expand, and moves to a collapsed folder', () => {
	const open = after(read, { type: 'expand-all', open: true });
	const onTwo = after(open, { type: 'to-node', node: node('a/two') });
	const folded = after(onTwo, { type: 'expand', node: node('a/deep'), open: false });
	expect(pathOf(tree, nodeUnderCursor(folded) ?? -1)).toBe('a/two');
	const hidden = after(onTwo, { type: 'expand-all', open: false });
	expect(pathOf(tree, nodeUnderCursor(hidden) ?? -1)).toBe('a');
	const filtered = after(onTwo, { type: 'filter', filter: 'three' });
	expect(shown(filtered)).toEqual(['+b', '+three']);
	expect(pathOf(tree, nodeUnderCursor(filtered) ?? -1)).toBe('b');
	const none = after(onTwo, { type: 'filter', filter: 'nothing' });
	expect(nodeUnderCursor(none)).toBeUndefined();
	expect(moveInFiles(none, 1)).toBe(none);
});

test('a change shows at once, and earlier responses do not revert it', () => {
	const asked = read.version;
	const changed = after(read, change(0, 'a/deep', false));
	expect(shown(changed)).toEqual(['~a', '+b', '+four']);
	for (const late of [view(asked, file('a/deep/one', 0, true, 0.5)), allOf(files, asked)]) {
		expect(shown(after(changed, late))).toEqual(['~a', '+b', '+four']);
		expect(shown(after(changed, late, ended(0, true), late))).toEqual(['~a', '+b', '+four']);
	}
	// Progress is taken from any response.
	const row = treeRows(after(changed, view(asked, file('four', 3, true, 0.5))), 2, 3);
	expect(row[0]?.progress).toBe(0.5);
	// A response to a request after the last change counts.
	const done = after(changed, ended(0, true));
	expect(shown(after(done, allOf(files, done.version)))).toEqual(['+a', '+b', '+four']);
});

test('a failed change is reverted, and the others stay', () => {
	const two = after(read, change(0, 'a', false), change(1, 'b', false));
	expect(shown(two)).toEqual(['-a', '-b', '+four']);
	expect(treeRows(two, 0, 3).map(({ changing }) => changing)).toEqual([true, true, false]);
	expect(shown(after(two, ended(0, false)))).toEqual(['+a', '-b', '+four']);
	expect(shown(after(two, ended(0, false), ended(1, true)))).toEqual(['+a', '-b', '+four']);
	// The later of two changes of the same file counts, whatever the result of the earlier one.
	const there = after(read, change(0, 'a', false), change(1, 'a', true));
	expect(shown(after(there, ended(0, true)))).toEqual(['+a', '+b', '+four']);
	expect(shown(after(there, ended(0, true), ended(1, false)))).toEqual(['-a', '+b', '+four']);
	// A change that ends twice, or never started, has no effect.
	expect(shown(after(there, ended(7, false)))).toEqual(['+a', '+b', '+four']);
});

test('a view that contradicts the list causes a limited number of rereads', () => {
	const other = after(read, view(0, file('four', 3, false)));
	expect(shown(other)).toEqual(['+a', '+b', '-four']);
	expect(filesQueryOf(other)).toEqual({ kind: 'all' });
	const folder = after(read, view(0, { ...file('a', -1, false), size: 200 }));
	expect(filesQueryOf(folder)).toEqual({ kind: 'all' });
	// A folder without a size from the service shows none.
	const odd = after(read, view(0, { ...file('a', -1, false), size: 0 }));
	expect(odd).toBe(read);
	const soon = updateFiles(read, { ...view(0, file('four', 3, false)), at: 100_500 } as FilesMessage, of);
	expect(filesQueryOf(soon).kind).toBe('view');
});

test('a page is requested from the line before the window, with the folders in it and around it', () => {
	const many = makeTree(Array.from({ length: 1_000 }, (_, index) => file(`dir/in/f${1_000 + index}`, index)));
	const { length } = many.parents;
	const selected = new Uint8Array(length).fill(1);
	const progress = new Float64Array(length);
	const all: FilesMessage = {
		type: 'all',
		of,
		way: 'tree',
		tree: many,
		selected,
		progress,
		priorities: new Uint8Array(length),
		version: 0,
		at: 1,
	};
	const slice = after(noFiles, all, { type: 'expand-all', open: true });
	expect(filesQueryOf(slice)).toMatchObject({ kind: 'view', after: '', around: [], first: 'dir' });
	expect(filesQueryOf(slice)).toMatchObject({
		folders: new Map([
			['dir', true],
			['dir/in', true],
		]),
	});
	const far = moveInFiles(slice, 555);
	expect(filesQueryOf(far)).toEqual({
		kind: 'view',
		after: 'dir/in/f1397',
		size: 300,
		folders: new Map(),
		around: ['dir', 'dir/in'],
		first: 'dir/in/f1398',
	});
	expect(filesQueryOf(after(far, { type: 'filter', filter: 'f1' }))).toEqual({ kind: 'all' });
});

test('a service with another order of its tree is asked for the list instead', () => {
	const asked = { after: '', steps: read.steps };
	const page = (...seen: File[]): FilesMessage => ({ ...view(0, ...seen), asked }) as FilesMessage;
	const here = [{ ...file('a', -1), size: 200 }, { ...file('b', -1), size: 100 }, file('four', 3)];
	expect(filesQueryOf(after(read, page(...here))).kind).toBe('view');
	expect(filesQueryOf(after(read, page(file('x', 7), file('four', 3)))).kind).toBe('all');
	// A page requested before a folder was expanded does not contain it.
	const expanded = after(read, { type: 'expand-all', open: true });
	expect(filesQueryOf(after(expanded, page(...here))).kind).toBe('view');
});

test('a pattern matches only files that pass the filter, and reports the changes', () => {
	const some = after(read, change(0, 'a/two', false), ended(0, true));
	expect(findFiles(some.all, 't*', false).found).toEqual({ files: 2, changing: 1, bytes: 100 });
	expect(findFiles(some.all, 't*', true).found).toEqual({ files: 2, changing: 1, bytes: 100 });
	const filtered = after(some, { type: 'filter', filter: 'a' });
	expect(findFiles(filtered.all, 't*', false).found).toEqual({ files: 1, changing: 0, bytes: 0 });
	expect(findFiles(undefined, 't*', false).found).toEqual({ files: 0, changing: 0, bytes: 0 });
});

test('a response for another download is ignored', () => {
	expect(updateFiles(noFiles, allOf(files), 'of another')).toBe(noFiles);
	expect(updateFiles(read, ended(0, false), 'of another')).toBe(read);
});

test('expanded folders stay expanded in a changed list of files, also large ones', () => {
	const many = (name: string) => [
		...Array.from({ length: 20_000 }, (_, index) => file(`folder ${index}/inner/file`, index)),
		file(name, 20_000),
	];
	const listed = (list: readonly File[]): FilesMessage => {
		const made = makeTree(list);
		const figures = {
			selected: new Uint8Array(made.parents.length),
			progress: new Float64Array(made.parents.length),
			priorities: new Uint8Array(made.parents.length),
		};
		return { type: 'all', of, way: 'list', tree: made, ...figures, version: 0, at: 100_000 };
	};
	const open = after(noFiles, listed(many('a/old')), { type: 'expand-all', open: true });
	const old = open.all?.tree;
	const closed = old && findNode(old, 'folder 7/inner');
	const collapsed = after(open, { type: 'expand', node: closed ?? -1, open: false });
	const { all } = after(collapsed, listed(many('b/inner/new')));
	const isOpen = (path: string) => all?.expanded[findNode(all.tree, path) ?? -1];
	expect(isOpen('folder 7')).toBe(1);
	expect(isOpen('folder 7/inner')).toBe(0);
	expect(isOpen('folder 19999/inner')).toBe(1);
	expect(isOpen('b')).toBe(0);
	expect(isOpen('b/inner')).toBe(0);
});

test('a failed undo or redo of a selection can be repeated', () => {
	const chosen = after(read, change(1, 'a', false), ended(1, true));
	const way = nextFor(chosen.undo, 'undo');
	if (!way || 'groups' in way) throw new Error('nothing can be taken back');
	const step = (id: number, kind: UndoStep): FilesMessage => {
		const next = kind === 'undo' ? way : { ...way, included: false };
		return { type: 'change', change: { id, ...next, step: kind } };
	};
	const failed = after(chosen, step(2, 'undo'), ended(2, false));
	expect(nextFor(failed.undo, 'undo')).toEqual(way);
	expect(nextFor(failed.undo, 'redo')).toBeUndefined();
	const back = after(failed, step(3, 'undo'), ended(3, true));
	expect(nextFor(back.undo, 'undo')).toBeUndefined();
	const redone = nextFor(back.undo, 'redo');
	expect(redone).toEqual({ ...way, included: false });
	expect(nextFor(after(back, step(4, 'redo'), ended(4, false)).undo, 'redo')).toEqual(redone);
	// A failed change that was no step cannot be undone.
	const other = after(chosen, change(5, 'b', false), ended(5, false));
	expect(nextFor(other.undo, 'undo')).toEqual(way);
});

test('a change in both directions applies, and its reversal restores each file', () => {
	const begun = after(noFiles, allOf([...files.slice(0, 3), file('four', 3, false)]));
	const before = shown(begun);
	const both: FilesMessage = {
		type: 'change',
		change: {
			id: 1,
			included: true,
			nodes: filesBelow(tree, node('four')),
			others: Int32Array.from([...filesBelow(tree, node('a')), ...filesBelow(tree, node('b'))]),
			what: 'four',
		},
	};
	const changed = after(begun, both, ended(1, true));
	expect(shown(changed)).toEqual(['-a', '-b', '+four']);
	expect(changed.all?.figures.all.selectedFiles).toBe(1);
	const way = nextFor(changed.undo, 'undo');
	if (!way || 'groups' in way) throw new Error('there is nothing to undo');
	const undone = after(changed, { type: 'change', change: { id: 2, ...way, step: 'undo' } });
	expect(shown(undone)).toEqual(before);
	expect(shown(after(begun, both, ended(1, false)))).toEqual(before);
});
