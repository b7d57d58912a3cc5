import { emptyUndoStack } from '../batch/undo-stack.ts';
import { choiceOf } from './choice.ts';
import { sumFiles, updateSums } from './figures.ts';
import type { AllFiles, FilesSlice } from './files.ts';
import { filterTree } from './filter.ts';
import type { FilesAnswer } from './message.ts';
import { prioritiesOf, priorityBit } from './priorities.ts';
import { type FileTree, findNode, isFolder, pathOf } from './tree.ts';
import { indexOfVisible, visibleNodes } from './visible.ts';
import { filesQueryOf, windowOf } from './window.ts';

type Answer<Type extends FilesAnswer['type']> = Extract<FilesAnswer, { type: Type }>;

/** Index of an expanded folder in a view. */
const EXPANDED_INDEX = -2;
/** Minimum interval between requests of the whole list when a view shows that it is stale. */
const MIN_LIST_INTERVAL_MS = 10_000;

/** Takes the first view of a service with trees. It shows until all files are loaded. */
export function takePage(slice: FilesSlice, { root, files }: Answer<'page'>): FilesSlice {
	if (slice.all) return slice;
	return {
		...slice,
		api: 'tree',
		root,
		page: files,
		isUnknown: false,
		cursorAt: Math.max(0, slice.cursorAt),
	};
}

/**
 * Takes all files. Expanded folders, filter and cursor stay; the first time, the service's expanded folders are
 * taken. The selection is taken only if nothing changed since the request.
 */
export function takeAll(slice: FilesSlice, answer: Answer<'all'>): FilesSlice {
	const { tree, selected, progress } = answer;
	const before = slice.all;
	const same = before?.tree === tree;
	const isNews = answer.version === slice.version && !(before && isChanging(before));
	const choice = same && !isNews ? before.choice : choiceOf(selected, []);
	const priorities = same && !isNews ? before.priorities : prioritiesOf(tree, answer.priorities, []);
	const expanded = same ? before.expanded : expandedAtFirst(slice, tree);
	const filtered = same ? before.filtered : filterTree(tree, slice.filter);
	const visible = same ? before.visible : visibleNodes(tree, expanded, filtered);
	const all: AllFiles = {
		tree,
		choice,
		priorities,
		progress,
		folderProgress: new Map(),
		figures: sumFiles(tree, choice.selected, progress),
		expanded,
		filtered,
		visible,
	};
	return {
		...slice,
		api: answer.way,
		page: undefined,
		all,
		expandAtFirst: undefined,
		isUnknown: false,
		// Nodes of another tree are other files.
		undo: same ? slice.undo : emptyUndoStack,
		cursorAt: same ? slice.cursorAt : cursorAfter(slice, all),
		isStale: false,
		readAt: answer.at,
	};
}

/** Takes the visible files: their progress, and whether their selection differs. */
export function takeView(slice: FilesSlice, answer: Answer<'view'>): FilesSlice {
	const { files, version, at } = answer;
	const { all } = slice;
	if (!all) return slice;
	if (isOtherPage(slice, all, answer)) return { ...slice, hasOtherOrder: true };
	const { tree, choice, figures, priorities } = all;
	const isNews = version === slice.version && !isChanging(all);
	let progress = all.progress;
	let confirmed = choice.confirmed;
	let prioritized = priorities.confirmed;
	let isOld = false;
	const folderProgress = new Map(all.folderProgress);
	const folders = foldersInView(slice, all);
	const changed: number[] = [];
	for (const file of files) {
		const { index, name, size = Number.NaN, included = true, progress: done = Number.NaN } = file;
		const node = index >= 0 ? tree.nodes.get(index) : folders.get(name);
		// A changed file would come with another list.
		if (node === undefined || !Object.is(tree.sizes[node], size)) continue;
		if (index < 0) {
			folderProgress.set(node, done);
			isOld ||= isNews && size > 0 && included !== (figures.selectedFiles[node] ?? 0) > 0;
			continue;
		}
		if (!Object.is(progress[node], done)) {
			if (progress === all.progress) progress = all.progress.slice();
			progress[node] = done;
			changed.push(node);
		}
		if (isNews && prioritized[node] !== priorityBit(file)) {
			if (prioritized === priorities.confirmed) prioritized = priorities.confirmed.slice();
			prioritized[node] = priorityBit(file);
			isOld = true;
		}
		if (!isNews || (confirmed[node] === 1) === included) continue;
		if (confirmed === choice.confirmed) confirmed = choice.confirmed.slice();
		confirmed[node] = included ? 1 : 0;
		changed.push(node);
		isOld = true;
	}
	isOld &&= at - slice.readAt > MIN_LIST_INTERVAL_MS;
	const sameFolders = equalMaps(folderProgress, all.folderProgress);
	const sameFiles = progress === all.progress && confirmed === choice.confirmed;
	const samePriorities = prioritized === priorities.confirmed;
	if (sameFiles && sameFolders && samePriorities && !isOld) return slice;
	const chosen = confirmed === choice.confirmed ? choice : choiceOf(confirmed, choice.changes);
	return {
		...slice,
		isStale: slice.isStale || isOld,
		all: {
			...all,
			progress,
			choice: chosen,
			priorities: samePriorities ? priorities : prioritiesOf(tree, prioritized, priorities.changes),
			folderProgress: sameFolders ? all.folderProgress : folderProgress,
			figures: sameFiles ? figures : updateSums(tree, figures, changed, chosen.selected, progress),
		},
	};
}

/**
 * Whether a page shows other lines than requested. The interface does not define the order of a tree, and 8.1 has its
 * own.
 */
function isOtherPage(
	slice: FilesSlice,
	{ tree, visible }: AllFiles,
	{ asked, files }: Answer<'view'>,
): boolean {
	const question = filesQueryOf(slice);
	if (question.kind !== 'view' || asked?.after !== question.after || asked.steps !== slice.steps)
		return false;
	const { from, to } = windowOf(slice);
	const seen = new Set(files.map(({ name }) => name));
	let here = 0;
	for (const node of visible.subarray(from, to)) if (seen.has(pathOf(tree, node))) here++;
	return here * 2 < to - from;
}

function foldersInView(slice: FilesSlice, { tree, visible }: AllFiles): ReadonlyMap<string, number> {
	const { from, to } = windowOf(slice);
	const folders = new Map<string, number>();
	for (const node of visible.subarray(from, to))
		if (isFolder(tree, node)) folders.set(pathOf(tree, node), node);
	return folders;
}

/** Whether a change of the files is not confirmed. */
function isChanging({ choice, priorities }: AllFiles): boolean {
	return choice.changes.length + priorities.changes.length > 0;
}

function expandedAtFirst({ page, all: before, expandAtFirst }: FilesSlice, tree: FileTree): Uint8Array {
	const expanded = new Uint8Array(tree.parents.length);
	if (expandAtFirst !== undefined) return expanded.fill(expandAtFirst ? 1 : 0);
	for (const { index, name } of page ?? []) {
		const node = index === EXPANDED_INDEX ? findNode(tree, name) : undefined;
		if (node !== undefined) expanded[node] = 1;
	}
	// The metadata arrived again: restore folders that were expanded.
	if (before) expandAgain(before, tree, expanded);
	return expanded;
}

/** Restores expanded folders in one pass. A search for every path would take minutes in large trees. */
function expandAgain(before: AllFiles, tree: FileTree, expanded: Uint8Array): void {
	const known = new Map<string, number>();
	for (const [node, name] of before.tree.names.entries())
		if (isFolder(before.tree, node)) known.set(`${before.tree.parents[node]}/${name}`, node);
	const was = new Int32Array(tree.parents.length);
	for (const [node, name] of tree.names.entries()) {
		const parent = tree.parents[node] ?? -1;
		const there = isFolder(tree, node) ? known.get(`${parent < 0 ? -1 : was[parent]}/${name}`) : undefined;
		// A new folder contains no known one.
		was[node] = there ?? -2;
		if (there !== undefined) expanded[node] = before.expanded[there] ?? 0;
	}
}

function cursorAfter({ page, all, cursorAt }: FilesSlice, { tree, visible }: AllFiles): number {
	const node = all?.visible[cursorAt];
	const path = node === undefined || !all ? page?.[cursorAt]?.name : pathOf(all.tree, node);
	const found = path === undefined ? undefined : findNode(tree, path);
	const place = found === undefined ? -1 : indexOfVisible(tree, visible, found);
	return place >= 0 ? place : Math.min(0, visible.length - 1);
}

function equalMaps(one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): boolean {
	if (one.size !== other.size) return false;
	for (const [key, value] of one) if (other.get(key) !== value) return false;
	return true;
}
