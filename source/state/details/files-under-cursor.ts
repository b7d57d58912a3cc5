import { type FilesSlice, nodeUnderCursor } from '../files/files.ts';
import { isFolder, pathOf } from '../files/tree.ts';
import type { DetailsSlice } from './details.ts';

/** The file under the cursor of the files tab. */
interface FileUnderCursor {
	readonly infohash: string;
	readonly index: number;
	/** Path below the root of the torrent; may be untrusted. */
	readonly path: string;
	/** Bytes; NaN if unknown. */
	readonly size: number;
}

/**
 * Returns the file under the cursor of the files tab. Undefined on a folder, in another tab, and until the files are
 * known.
 */
export function fileUnderCursor(details: DetailsSlice): FileUnderCursor | undefined {
	const { of, tab, shown, files } = details;
	if (of === undefined || shown === 'not' || tab !== 'files') return undefined;
	if (!files.all) {
		const file = files.page?.[files.cursorAt];
		if (!file || file.index < 0) return undefined;
		return { infohash: of, index: file.index, path: file.name, size: file.size ?? Number.NaN };
	}
	const node = nodeUnderCursor(files);
	const { tree } = files.all;
	if (node === undefined || isFolder(tree, node)) return undefined;
	return {
		infohash: of,
		index: tree.indices[node] ?? 0,
		path: pathOf(tree, node),
		size: tree.sizes[node] ?? 0,
	};
}

/** Returns the path of the line under the cursor, with a slash after a folder; untrusted. */
export function pathUnderCursor(files: FilesSlice): string | undefined {
	if (!files.all) {
		const line = files.page?.[files.cursorAt];
		return line && `${line.name}${line.index < 0 ? '/' : ''}`;
	}
	const node = nodeUnderCursor(files);
	if (node === undefined) return undefined;
	const { tree } = files.all;
	return `${pathOf(tree, node)}${isFolder(tree, node) ? '/' : ''}`;
}
