import { sumFiles } from '../files/figures.ts';
import { type FilesSlice, noFiles } from '../files/files.ts';
import type { FilesMessage } from '../files/message.ts';
import { prioritiesOf } from '../files/priorities.ts';
import { updateFiles } from '../files/update.ts';
import { visibleNodes } from '../files/visible.ts';
import type { Torrent } from './local-files.ts';

/** Selection of files of a torrent. */
export interface Choice {
	/** Number of selected files, and their total size in bytes. */
	readonly count: number;
	readonly size: number;
	/** Tree with the selection; undefined if all files are selected. */
	readonly files: FilesSlice | undefined;
}

/** Maximum lines of a tree that is expanded at first. */
const SMALL_TREE_LINES = 20;

/** Returns the files of a torrent as a tree: all selected, none downloaded. */
export function initialFileSelection({ tree }: Torrent): FilesSlice {
	const count = tree.parents.length;
	const selected = new Uint8Array(count);
	for (const node of tree.nodes.values()) selected[node] = 1;
	const progress = new Float64Array(count);
	const expanded = new Uint8Array(count).fill(count <= SMALL_TREE_LINES ? 1 : 0);
	const visible = visibleNodes(tree, expanded, undefined);
	return {
		...noFiles,
		api: 'list',
		all: {
			tree,
			choice: { confirmed: selected, changes: [], selected },
			// No service has them yet.
			priorities: prioritiesOf(tree, new Uint8Array(count), []),
			progress,
			folderProgress: new Map(),
			figures: sumFiles(tree, selected, progress),
			expanded,
			filtered: undefined,
			visible,
		},
		cursorAt: Math.min(0, visible.length - 1),
	};
}

/**
 * Returns the tree after a message. A change of the selection takes effect at once, because no service is involved.
 */
export function updateFileSelection(slice: FilesSlice, message: FilesMessage): FilesSlice {
	const after = updateFiles(slice, message, undefined);
	if (message.type !== 'change') return after;
	return updateFiles(after, { type: 'changed', of: '', id: message.change.id, worked: true }, '');
}

export function choiceOf({ tree }: Torrent, files: FilesSlice | undefined): Choice {
	const { selectedFiles: count, selectedBytes: size } = files?.all?.figures.all ?? {
		selectedFiles: tree.nodes.size,
		selectedBytes: tree.size,
	};
	return { count, size, files };
}

/** Returns the indices of the selected files; undefined if all are selected, so that the request omits them. */
export function selectedIndices({ count, files }: Choice): number[] | undefined {
	const all = files?.all;
	if (!all || count === all.tree.nodes.size) return undefined;
	const selected = [...all.tree.nodes].filter(([, node]) => all.choice.selected[node] === 1);
	return selected.map(([index]) => index).sort((one, other) => one - other);
}
