import { describe, expect, test } from 'vitest';
import type { File } from '../../../source/protocol/resources/file.ts';
import { nextFor } from '../../../source/state/batch/undo-stack.ts';
import { type FilesSlice, noFiles } from '../../../source/state/files/files.ts';
import type { FilesMessage } from '../../../source/state/files/message.ts';
import { priorityAt, priorityBit, steppedGroups } from '../../../source/state/files/priorities.ts';
import { treeRows } from '../../../source/state/files/rows.ts';
import { filesBelow, findNode } from '../../../source/state/files/tree.ts';
import { updateFiles } from '../../../source/state/files/update.ts';
import { makeTree } from '../../fixtures/make-tree.ts';

const of = 'a'.repeat(40);
const files: readonly File[] = ['a/deep/one', 'a/two', 'b/three', 'four'].map((name, index) => ({
	name,
	index,
	size: 100,
	included: true,
	progress: 0.5,
}));
const tree = makeTree(files);
const node = (path: string) => findNode(tree, path) ?? -1;

function allOf(list: readonly File[], version = 0): FilesMessage {
	const { length } = tree.parents;
	const [selected, progress] = [new Uint8Array(length).fill(1), new Float64Array(length)];
	const priorities = new Uint8Array(length);
	for (const one of list) priorities[tree.nodes.get(one.index) ?? -1] = priorityBit(one);
	return { type: 'all', of, way: 'tree', tree, selected, progress, priorities, version, at: 100_000 };
}

const updated = (slice: FilesSlice, ...messages: FilesMessage[]) =>
	messages.reduce((before, message) => updateFiles(before, message, of), slice);

describe('priorities', () => {
	const reported = (...priorities: readonly File['priority'][]) =>
		files.map((one, index) => ({ ...one, ...(priorities[index] ? { priority: priorities[index] } : {}) }));
	const begun = updated(noFiles, allOf(reported('high', 'low', 'normal', 'normal')));
	const at = ({ all }: FilesSlice, path: string) => all && priorityAt(all.priorities, node(path));
	const groupsOf = ({ all }: FilesSlice, path: string, step: 'raise' | 'lower') => {
		if (!all) throw new Error('the files are not loaded');
		return steppedGroups(all.priorities, filesBelow(tree, node(path)), step);
	};
	const stepped = (slice: FilesSlice, id: number, path: string, step: 'raise' | 'lower'): FilesMessage => ({
		type: 'prioritize',
		change: { id, groups: groupsOf(slice, path, step), what: path },
	});
	const done = (id: number, worked: boolean): FilesMessage => ({ type: 'prioritized', of, id, worked });

	test('of a folder are those of its files, and unknown ones stay unknown', () => {
		expect(['a/deep', 'a', 'b', 'a/two'].map((path) => at(begun, path))).toEqual([
			'high',
			'mixed',
			'normal',
			'low',
		]);
		expect(at(updated(noFiles, allOf(files)), 'a')).toBeUndefined();
	});

	test('change by a step from that of each file, at once, and back if the service refuses', () => {
		const change = stepped(begun, 0, 'a', 'raise');
		const raised = updated(begun, change);
		expect([at(raised, 'a/deep/one'), at(raised, 'a/two')]).toEqual(['high', 'normal']);
		expect(treeRows(raised, 0, 9).map(({ changing }) => changing)).toEqual([true, false, false]);
		const refused = updated(raised, done(0, false));
		expect(at(refused, 'a/two')).toBe('low');
		expect(nextFor(refused.undo, 'undo')).toBeUndefined();
		expect(groupsOf(begun, 'a/deep', 'raise')).toEqual([]);
	});

	test('are restored by undo, each file to its own', () => {
		const raised = updated(begun, stepped(begun, 0, 'a', 'lower'), done(0, true));
		expect([at(raised, 'a/deep/one'), at(raised, 'a/two')]).toEqual(['normal', 'low']);
		const way = nextFor(raised.undo, 'undo');
		if (!way || !('groups' in way)) throw new Error('there is nothing to undo');
		const undoing = updated(raised, { type: 'prioritize', change: { ...way, id: 1, step: 'undo' } });
		expect(at(undoing, 'a/deep/one')).toBe('high');
		const failed = updated(undoing, done(1, false));
		expect(nextFor(failed.undo, 'undo')).toEqual(way);
		const undone = updated(undoing, done(1, true));
		expect([at(undone, 'a/deep/one'), at(undone, 'a/two')]).toEqual(['high', 'low']);
		expect(nextFor(undone.undo, 'redo')).toMatchObject({ what: 'a' });
	});

	test('of an answer to an earlier request do not replace a change', () => {
		const raised = updated(begun, stepped(begun, 0, 'b', 'raise'));
		const old = updated(raised, allOf(reported('high', 'low', 'normal', 'normal')));
		expect(at(old, 'b')).toBe('high');
		const confirmed = updated(old, done(0, true), allOf(reported('high', 'low', 'normal', 'normal')));
		expect(at(confirmed, 'b')).toBe('high');
		const later = updated(confirmed, allOf(reported('low', 'low', 'low', 'low'), confirmed.version));
		expect(at(later, 'a')).toBe('low');
	});

	test('change with a view of the service', () => {
		const [one] = reported('low');
		const view = { type: 'view', of, asked: undefined, version: 0, at: 100_000 } as const;
		const seen = updated(begun, { ...view, files: one ? [one] : [] });
		expect(at(seen, 'a')).toBe('low');
	});
});
