import { beginStep, endStep, putBack } from '../batch/undo-stack.ts';
import { takeAll, takePage, takeView } from './answers.ts';
import {
	beginChange,
	type Choice,
	endChange,
	type FileChange,
	fileReversalOf,
	nodesOfChange,
} from './choice.ts';
import { updateSums } from './figures.ts';
import { type AllFiles, type FilesSlice, lineCount, noFiles } from './files.ts';
import { filterTree } from './filter.ts';
import type { FilesMessage } from './message.ts';
import {
	beginPriorityChange,
	endPriorityChange,
	type PriorityChange,
	priorityReversalOf,
} from './priorities.ts';
import { indexOfVisible, visibleNodes } from './visible.ts';

/** Returns the files after a message. `of`: their download; late answers about another one are dropped. */
export function updateFiles(slice: FilesSlice, message: FilesMessage, of: string | undefined): FilesSlice {
	if ('of' in message && message.of !== of) return slice;
	switch (message.type) {
		case 'none':
			return slice.isUnknown ? slice : { ...noFiles, isUnknown: true };
		case 'page':
			return takePage(slice, message);
		case 'all':
			return takeAll(slice, message);
		case 'view':
			return takeView(slice, message);
		case 'change':
			return changeSelection(startChange(slice, message.change), message.change.id, ({ choice }) =>
				beginChange(choice, message.change),
			);
		case 'changed':
			return changeSelection(finishChange(slice, message), message.id, ({ choice }) =>
				endChange(choice, message.id, message.worked),
			);
		case 'prioritize':
			return beginPriorities(slice, message.change);
		case 'prioritized':
			return endPriorities(slice, message);
		case 'expand':
			return setExpanded(slice, ({ expanded }) => expanded.with(message.node, message.open ? 1 : 0));
		case 'expand-all':
			if (!slice.all) return { ...slice, expandAtFirst: message.open };
			return setExpanded(slice, ({ expanded }) => new Uint8Array(expanded.length).fill(message.open ? 1 : 0));
		case 'to-node':
			return slice.all ? { ...slice, cursorAt: lineOfNode(slice.all, message.node) } : slice;
		case 'filter':
			return filterFiles(slice, message.filter);
	}
}

/** Moves the cursor by lines, stopping at the ends. */
export function moveInFiles(slice: FilesSlice, rows: number): FilesSlice {
	const last = lineCount(slice) - 1;
	const cursorAt = Math.max(Math.min(0, last), Math.min(last, Math.max(0, slice.cursorAt) + rows));
	return cursorAt === slice.cursorAt ? slice : { ...slice, cursorAt };
}

function startChange(slice: FilesSlice, { step }: Pick<FileChange, 'step'>): FilesSlice {
	return step ? { ...slice, undo: beginStep(slice.undo, step) } : slice;
}

/** Records the reversal of a completed change. A failed undo or redo step can be repeated. */
function finishChange(
	slice: FilesSlice,
	{ id, worked }: { readonly id: number; readonly worked: boolean },
): FilesSlice {
	const choice = slice.all?.choice;
	const change = choice?.changes.find((one) => one.id === id);
	if (!choice || !change) return slice;
	if (!worked) {
		const { step, id: _, ...way } = change;
		return step ? { ...slice, undo: putBack(slice.undo, way, step) } : slice;
	}
	return { ...slice, undo: endStep(slice.undo, fileReversalOf(choice, change), change.step) };
}

/** Starts or ends a change of the selection; only its files change. */
function changeSelection(slice: FilesSlice, id: number, change: (all: AllFiles) => Choice): FilesSlice {
	const { all } = slice;
	if (!all) return slice;
	const choice = change(all);
	const changed = [...choice.changes, ...all.choice.changes].find((one) => one.id === id);
	const nodes = changed ? nodesOfChange(changed) : [];
	const figures = updateSums(all.tree, all.figures, nodes, choice.selected, all.progress);
	return { ...slice, all: { ...all, choice, figures }, version: slice.version + 1 };
}

function beginPriorities(before: FilesSlice, change: PriorityChange): FilesSlice {
	const slice = startChange(before, change);
	const { all } = slice;
	if (!all) return slice;
	const priorities = beginPriorityChange(all.tree, all.priorities, change);
	return { ...slice, all: { ...all, priorities }, version: slice.version + 1 };
}

/** Records the reversal of a completed change, as `finishChange` does. */
function endPriorities(
	slice: FilesSlice,
	{ id, worked }: { readonly id: number; readonly worked: boolean },
): FilesSlice {
	const { all } = slice;
	const change = all?.priorities.changes.find((one) => one.id === id);
	if (!all || !change) return slice;
	const { step, groups, what } = change;
	const priorities = endPriorityChange(all.tree, all.priorities, id, worked);
	const next = { ...slice, all: { ...all, priorities }, version: slice.version + 1 };
	if (worked) return { ...next, undo: endStep(slice.undo, priorityReversalOf(all.priorities, change), step) };
	return step ? { ...next, undo: putBack(slice.undo, { groups, what }, step) } : next;
}

/** Expands or collapses. The cursor stays on its line, or moves to the collapsed folder that contains it. */
function setExpanded(slice: FilesSlice, change: (all: AllFiles) => Uint8Array): FilesSlice {
	const { all } = slice;
	if (!all) return slice;
	const expanded = change(all);
	const shown = { ...all, expanded, visible: visibleNodes(all.tree, expanded, all.filtered) };
	return { ...slice, all: shown, cursorAt: lineAfter(slice, shown), steps: slice.steps + 1 };
}

function filterFiles(slice: FilesSlice, filter: string): FilesSlice {
	const { all } = slice;
	if (filter === slice.filter) return slice;
	if (!all) return { ...slice, filter };
	const filtered = filterTree(all.tree, filter);
	const shown = { ...all, filtered, visible: visibleNodes(all.tree, all.expanded, filtered) };
	return { ...slice, filter, all: shown, cursorAt: lineAfter(slice, shown), steps: slice.steps + 1 };
}

function lineAfter({ all, cursorAt }: FilesSlice, after: AllFiles): number {
	const node = all?.visible[cursorAt];
	return node === undefined ? Math.min(0, after.visible.length - 1) : lineOfNode(after, node);
}

/** Returns the line of a node, or of the collapsed folder that contains it. If it is filtered out, the first line. */
function lineOfNode({ tree, visible }: AllFiles, node: number): number {
	const place = indexOfVisible(tree, visible, node);
	return place >= 0 ? place : Math.min(0, visible.length - 1);
}
