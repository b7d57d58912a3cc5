import type { FilesSlice } from './files.ts';
import { foldersAbove, isFolder, pathOf } from './tree.ts';

/** Lines of a window, larger than any screen, and of the steps by which it follows the cursor. */
const WINDOW_LINES = 300;
const WINDOW_STEP_LINES = 100;

/** Returns the lines around the cursor that are kept up to date. */
export function windowOf({ cursorAt, all }: FilesSlice): { readonly from: number; readonly to: number } {
	const from = Math.max(0, Math.floor(cursorAt / WINDOW_STEP_LINES) * WINDOW_STEP_LINES - WINDOW_STEP_LINES);
	return { from, to: Math.min(all?.visible.length ?? 0, from + WINDOW_LINES) };
}

/** Next request to the service. Paths are canonical. */
export type FilesQuery =
	/** A first view; also detects whether the service has trees. */
	| { readonly kind: 'first'; readonly size: number }
	| { readonly kind: 'all' }
	/** The page of its tree that shows here. */
	| {
			readonly kind: 'view';
			/** The path before its first line; '' for the beginning. */
			readonly after: string;
			readonly size: number;
			/** Folders in it, and whether they must be expanded. */
			readonly folders: ReadonlyMap<string, boolean>;
			/** Folders that contain its first line, the outermost first. They must be expanded too. */
			readonly around: readonly string[];
			/** Path of its first line. */
			readonly first: string;
	  };

/** Whether the visible lines can be read as a page. Filtered lines match no page of a tree. */
export function isPaged({ api, filter, hasOtherOrder }: FilesSlice): boolean {
	return api === 'tree' && filter === '' && !hasOtherOrder;
}

export function filesQueryOf(slice: FilesSlice): FilesQuery {
	const { api, all, isStale } = slice;
	if (api === undefined) return { kind: 'first', size: WINDOW_LINES };
	if (!all || isStale || !isPaged(slice)) return { kind: 'all' };
	const { tree, visible, expanded } = all;
	const { from, to } = windowOf(slice);
	const shown = [...visible.subarray(from, to)];
	const [first] = shown;
	if (first === undefined) return { kind: 'all' };
	const before = visible[from - 1];
	return {
		kind: 'view',
		after: before === undefined ? '' : pathOf(tree, before),
		size: WINDOW_LINES,
		folders: new Map(
			shown.flatMap((node) =>
				isFolder(tree, node) ? [[pathOf(tree, node), expanded[node] === 1] as const] : [],
			),
		),
		around: foldersAbove(tree, first).map((folder) => pathOf(tree, folder)),
		first: pathOf(tree, first),
	};
}
