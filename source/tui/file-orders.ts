import { sanitise } from '../format/sanitise.ts';
import { withChange } from '../state/files/choice.ts';
import type { FilesSlice } from '../state/files/files.ts';
import { isQuicklyRead } from '../state/files/needs.ts';
import type { CommandContext } from './command.ts';

/** Files to want, or not to want. */
export interface FileWish {
	readonly want: boolean;
	/** Their nodes, in their order. */
	readonly nodes: Int32Array;
	/** The file or folder that they all are, if they are one; canonical. */
	readonly path: string | undefined;
	/** What they are, in words; may be hostile. */
	readonly what: string;
}

/** Why so many wanted files cannot become unwanted; undefined when they can. */
export function refusalOf({ all }: FilesSlice, unwanted: number): string | undefined {
	if (!all) return 'The files are still being read.';
	if (unwanted === 0 || unwanted < all.figures.all.wantedFiles) return undefined;
	// In the interface none listed means all; 8.4 takes it for none.
	return 'One file has to stay wanted: to want none, stop the download.';
}

/**
 * Tells the service which files are wanted; what shows changes at once, and back when the service refuses. A file or a
 * folder goes by its path where the service has trees, all else by selected_files, which lists all that is wanted.
 */
export function chooseFiles({ state, dispatch, write }: CommandContext, wish: FileWish): void {
	const { of, files } = state.details;
	const { all, way, root, version: id } = files;
	if (of === undefined || !all) return;
	const { want, nodes, path, what } = wish;
	const change = { id, want, nodes };
	const wanted = withChange(all.choice.wanted, change);
	const params = { infohash: of };
	dispatch({ type: 'details', what: { type: 'files', what: { type: 'change', change } } });
	write({
		queue: `files of ${of}`,
		send: (client) => {
			if (way !== 'tree' || path === undefined) {
				const selected = [...all.tree.nodes].flatMap(([index, node]) => (wanted[node] === 1 ? [index] : []));
				return client.changeDownload({ params, body: { selected_files: selected } });
			}
			const query = { path: root + path };
			return want ? client.selectFiles({ params, query }) : client.deselectFiles({ params, query });
		},
		doing: `${want ? 'Wanting' : 'Not wanting'} ${sanitise(what, 200)}`,
		ended: (worked) =>
			dispatch({ type: 'details', what: { type: 'files', what: { type: 'changed', of, id, worked } } }),
		stale: isQuicklyRead(files) ? ['files', 'downloads'] : ['downloads'],
	});
}
