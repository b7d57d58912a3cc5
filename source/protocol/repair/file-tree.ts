/**
 * Paths of files. A canonical path is relative to the torrent's root ('a/one.bin'). A single-file torrent has its bare
 * name. Lists of files (GET …/files without a view, get_files) contain canonical paths on every service. Trees are
 * read in views and controlled by expand, collapse, select and deselect. On 8.0, 8.1 and our own service their paths
 * begin with the torrent's root: 'nested/a'. The interface does not specify it, and others may omit the root.
 *
 * Neither a path nor the torrent's name tells which form it is: a torrent 'a' may have a folder 'a'. The first view,
 * after the path '', does. The root itself is in no view, and a folder precedes its content. Thus the first entry is
 * a child of the root. Its path has no slash if paths are canonical, otherwise one after the root.
 */

interface NamedEntry {
	readonly name: string;
}

/** The start path of the first view. */
export const treeBeginning = '';

/** Returns the prefix of all paths of a tree ('nested/'), or ''. Derived from its first view. */
export function rootOfTree(firstView: readonly NamedEntry[]): string {
	const first = firstView[0]?.name ?? '';
	return first.slice(0, first.indexOf('/') + 1);
}

/** Returns a view with canonical paths. */
export function repairTree<Entry extends NamedEntry>(view: readonly Entry[], root: string): Entry[] {
	return view.map((entry) => ({ ...entry, name: canonicalPath(entry.name, root) }));
}

export function canonicalPath(path: string, root: string): string {
	return path.startsWith(root) ? path.slice(root.length) : path;
}

/** Converts a canonical path to the service's form. The start path is unchanged. */
export function spellTreePath(path: string, root: string): string {
	return path === treeBeginning ? path : root + path;
}
