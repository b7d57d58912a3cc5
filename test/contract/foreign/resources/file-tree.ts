import type { Dialect } from '../dialect.ts';
import type { ForeignDownload } from '../world/downloads.ts';
import { fileList } from './files.ts';
import { truthsOf } from './render-download.ts';

/**
 * Returns a page of the tree: the visible entries after a path. Folders come before their contents, with an index
 * that marks them as expanded. The root is left out, but on 8.1 it begins each path.
 */
export function viewOf(dialect: Dialect, download: ForeignDownload, start: string, size: number): object[] {
	const entries = visible(dialect, download);
	const from = start === '' || start === '.' ? 0 : entries.findIndex(({ name }) => name === start) + 1;
	return entries.slice(from, from + size);
}

/**
 * Returns the indices of the file, or of the files below the folder, at a path of the tree. Empty for an unknown
 * path.
 */
export function filesBelow(dialect: Dialect, { torrent }: ForeignDownload, path: string): number[] {
	const root = rootOf(dialect, torrent.name, torrent.files.length);
	return [...torrent.files.entries()]
		.filter(([, file]) => root + file.path === path || (root + file.path).startsWith(`${path}/`))
		.map(([index]) => index);
}

function visible(dialect: Dialect, download: ForeignDownload): { readonly name: string }[] {
	const { torrent, expanded } = download;
	const root = rootOf(dialect, torrent.name, torrent.files.length);
	const files = fileList(dialect, download).map((file, index) => ({
		...file,
		included: truthsOf(dialect)(download.selected.has(index)),
		name: root + (torrent.files[index]?.path ?? ''),
	}));
	const folders = new Set(
		files.flatMap(({ name }) => foldersOf(name.slice(root.length)).map((each) => root + each)),
	);
	const all = [
		...files,
		...[...folders].map((name) => ({
			index: expanded.has(name) ? -2 : -1,
			name,
			size: 0,
			included: true,
			progress: 0,
		})),
	];
	return all
		.filter(({ name }) => foldersOf(name.slice(root.length)).every((folder) => expanded.has(root + folder)))
		.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** 'a/b/c' is in 'a' and in 'a/b'. */
function foldersOf(path: string): string[] {
	const parts = path.split('/').slice(0, -1);
	return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** A single-file torrent has no root: its file has its bare name. */
function rootOf(dialect: Dialect, name: string, files: number): string {
	return dialect.rootedTree && files > 1 ? `${name}/` : '';
}
