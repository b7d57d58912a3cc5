/**
 * The paths of files. Canonical is the path below the torrent's root ('a/one.bin'); the one file of a single-file
 * torrent has its bare name. Lists of files (GET …/files without a view, get_files) hold canonical paths on every
 * service. In trees, which are read in views and steered by expand, collapse, select and deselect, each path begins with
 * the torrent's root on 8.0, 8.1 and our own service: 'nested/a'. The interface does not say; others may leave it out.
 *
 * Which of them it is cannot be told from a path, nor from the torrent's name: a torrent 'a' may have a folder 'a'.
 * It can be told from the first view, the one after the path '': the root itself is in no view, and a folder comes
 * before what is in it. So the first entry of the first view is a child of the root, with no slash in its path when
 * paths are canonical, and with one, after the root, when they are not.
 */

interface Named {
	readonly name: string;
}

/** The path to begin the first view after: everything is. */
export const treeBeginning = '';

/** What stands before every path of a tree, with its slash ('nested/'), or '' for nothing; from its first view. */
export function rootOfTree(firstView: readonly Named[]): string {
	const first = firstView[0]?.name ?? '';
	return first.slice(0, first.indexOf('/') + 1);
}

/** A view with canonical paths. */
export function repairTree<Entry extends Named>(view: readonly Entry[], root: string): Entry[] {
	return view.map((entry) => ({ ...entry, name: canonicalPath(entry.name, root) }));
}

export function canonicalPath(path: string, root: string): string {
	return path.startsWith(root) ? path.slice(root.length) : path;
}

/** A canonical path as the tree's service knows it; the beginning stays the beginning. */
export function spellTreePath(path: string, root: string): string {
	return path === treeBeginning ? path : root + path;
}
