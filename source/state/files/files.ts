import type { File } from '../../protocol/resources/file.ts';
import { emptyUndoStack, type UndoStack } from '../batch/undo-stack.ts';
import type { Choice, FileReversal } from './choice.ts';
import type { Figures } from './figures.ts';
import type { Filtered } from './filter.ts';
import type { Priorities, PriorityReversal } from './priorities.ts';
import type { FileTree } from './tree.ts';

/**
 * Files of the download in the details.
 *
 * All keys act on a local tree of all files, and therefore at once: expanding, filters, patterns. It also shows partly
 * selected folders, which a view of a service's tree does not. The tree is built in steps from one list of all files.
 * Until then a first view of the service's tree shows.
 *
 * If the service has trees, visible lines are read repeatedly as a page of `view_size` entries after `view_start_path`.
 * Its visible folders are expanded and collapsed as here, so expanding 10,000 folders costs only the visible ones. If
 * it has none (generation A; 7.14, 8.4), the list is read again; longer lists are read less often. Our own service
 * takes files and folders by select and deselect. All others take selected_files, because the flat list of 8.1 does not
 * show changes made in its tree.
 */
export interface FilesSlice {
	/** Whether the service has trees or lists; undefined until known. */
	readonly api: 'tree' | 'list' | undefined;
	/** Prefix of the paths in its tree (protocol/repair/file-tree.ts). */
	readonly root: string;
	/** The first view of its tree, shown until all files are here. Canonical paths. */
	readonly page: readonly File[] | undefined;
	readonly all: AllFiles | undefined;
	/** Whether the service answered that it does not know the files yet. */
	readonly isUnknown: boolean;
	/** Whether to expand or collapse all folders when the files arrive; undefined: as in the service. */
	readonly expandAtFirst: boolean | undefined;
	readonly filter: string;
	/** Changes of selection and priorities to undo and redo. */
	readonly undo: UndoStack<FileReversal | PriorityReversal>;
	/** Line of the cursor; -1 without lines. */
	readonly cursorAt: number;
	/** Counts started and ended changes of selection and priorities. Older responses do not reflect them. */
	readonly version: number;
	/** Counts changes of expanded folders. */
	readonly steps: number;
	/** Whether views of the service have another order than these lines, so that no page matches. */
	readonly hasOtherOrder: boolean;
	/** Whether a view contradicted the list. */
	readonly isStale: boolean;
	/** Time of the list of all files, Unix ms. */
	readonly readAt: number;
}

export interface AllFiles {
	readonly tree: FileTree;
	readonly choice: Choice;
	readonly priorities: Priorities;
	/** 0 to 1, of files, by node; NaN if unknown. */
	readonly progress: Float64Array;
	/** Progress of folders from views since the list: it includes files outside the view. */
	readonly folderProgress: ReadonlyMap<number, number>;
	readonly figures: Figures;
	/** 1 for expanded folders, by node. */
	readonly expanded: Uint8Array;
	readonly filtered: Filtered | undefined;
	/** Visible nodes, in order. */
	readonly visible: Int32Array;
}

export const noFiles: FilesSlice = {
	api: undefined,
	root: '',
	page: undefined,
	all: undefined,
	isUnknown: false,
	expandAtFirst: undefined,
	filter: '',
	undo: emptyUndoStack,
	cursorAt: -1,
	version: 0,
	steps: 0,
	hasOtherOrder: false,
	isStale: false,
	readAt: 0,
};

/** Returns the number of lines. */
export function lineCount({ all, page }: FilesSlice): number {
	return all ? all.visible.length : (page?.length ?? 0);
}

/** Returns the node under the cursor; undefined without one, and until all files are loaded. */
export function nodeUnderCursor({ all, cursorAt }: FilesSlice): number | undefined {
	return all?.visible[cursorAt];
}
