import type { Need } from '../core/queries.ts';
import type { FilesSlice } from './files.ts';
import { goesByPages, windowOf } from './window.ts';

/** Milliseconds between two questions for what is in view, and for a list of this many files. */
const viewEvery = 2_000;
const everyOfAll = (files: number) => Math.max(3_000, files / 3);

/** Files of a list that is read at once, whenever something about it may have changed. */
const shortList = 5_000;

/** Is it little work to look again? */
export function isQuicklyRead(slice: FilesSlice): boolean {
	return goesByPages(slice) || (slice.all?.tree.nodes.size ?? 0) <= shortList;
}

/** The need for the files of a download, while they show. */
export function filesNeed(slice: FilesSlice, of: string): Need {
	const { way, all, isOld, steps } = slice;
	const need = { name: 'files', endpoint: 'listFiles', of, files: slice } as const;
	if (slice.none || way === undefined) return { ...need, every: viewEvery };
	if (!all || isOld) return { ...need, every: viewEvery, aspect: 'all' };
	if (!goesByPages(slice)) {
		return { ...need, every: everyOfAll(all.tree.nodes.size) };
	}
	return { ...need, every: viewEvery, aspect: `${windowOf(slice).from} ${steps}` };
}
