import type { File } from '../../protocol/resources/file.ts';
import { emptyUndoStack, type UndoStack } from '../batch/undo-stack.ts';
import type { Choice, FileReversal } from './choice.ts';
import type { Figures } from './figures.ts';
import type { Filtered } from './filter.ts';
import type { FileTree } from './tree.ts';

/**
 * The files of the download that the details are about.
 *
 * All keys work on a tree that is held here, so that each answers at once and to all there is: expand all, filters,
 * patterns, folders of which some files are wanted (a view of a service's tree only says whether any is). The tree is
 * made of one list of all files, which is read once, in slices, while a first view of the service's tree shows already.
 *
 * Where the service has trees, everything else goes by them: what is in view is read again and again as a page of
 * `view_size` entries after `view_start_path`; folders are expanded and collapsed over there as they are here, those in
 * view (so expanding 10,000 at once costs what shows, no more). Where it has none (generation A; 7.14, 8.4), the list is
 * read again, the more rarely the longer it is. Our own service takes files and folders by select and deselect. All
 * others take selected_files, because the flat list of 8.1 does not show what its tree was told.
 */
export interface FilesSlice {
	/** How the service has files; undefined until that is known. */
	readonly way: 'tree' | 'list' | undefined;
	/** Prefix of the paths in its tree (protocol/repair/file-tree.ts). */
	readonly root: string;
	/** The first view of its tree, shown until all files are here. Canonical paths. */
	readonly page: readonly File[] | undefined;
	readonly all: AllFiles | undefined;
	/** Whether the service answered that it does not know the files yet. */
	readonly none: boolean;
	/** Until all files are here: is everything to be expanded then, or nothing? Else what the service has expanded is. */
	readonly openAtFirst: boolean | undefined;
	readonly filter: string;
	/** Changes of what is wanted that can be taken back. */
	readonly undo: UndoStack<FileReversal>;
	/** The line the cursor is on; -1 without lines. */
	readonly cursorAt: number;
	/** Counts changes of what is wanted, begun and ended: an answer to an earlier question says nothing of it. */
	readonly version: number;
	/** Counts changes of what is expanded. */
	readonly steps: number;
	/** Whether views of the service have another order than these lines, so that no page matches. */
	readonly otherOrder: boolean;
	/** Whether a view contradicted the list. */
	readonly isOld: boolean;
	/** When the list of all files came, milliseconds since 1970. */
	readonly readAt: number;
}

export interface AllFiles {
	readonly tree: FileTree;
	readonly choice: Choice;
	/** 0 to 1, of files, by node; NaN where it is unknown. */
	readonly progress: Float64Array;
	/** Progress of folders from views since the list: it includes files outside the view. */
	readonly folderProgress: ReadonlyMap<number, number>;
	readonly figures: Figures;
	/** 1 for a folder that is, by node. */
	readonly expanded: Uint8Array;
	readonly filtered: Filtered | undefined;
	/** Visible nodes, in order. */
	readonly visible: Int32Array;
}

export const noFiles: FilesSlice = {
	way: undefined,
	root: '',
	page: undefined,
	all: undefined,
	none: false,
	openAtFirst: undefined,
	filter: '',
	undo: emptyUndoStack,
	cursorAt: -1,
	version: 0,
	steps: 0,
	otherOrder: false,
	isOld: false,
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
