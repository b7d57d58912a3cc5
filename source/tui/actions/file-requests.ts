import { sanitise } from '../../format/sanitise.ts';
import type { Step } from '../../state/batch/undo-stack.ts';
import type { State } from '../../state/core/state.ts';
import { filesInHand, torrentOfFiles } from '../../state/files/active-files.ts';
import { type FileChange, withChange } from '../../state/files/choice.ts';
import type { FilesMessage } from '../../state/files/message.ts';
import { isQuicklyRead } from '../../state/files/needs.ts';
import type { FileTree } from '../../state/files/tree.ts';
import type { CommandContext } from '../commands/command.ts';

/** Files to want, or not to want. */
export interface FileWish {
	readonly want: boolean;
	/** Their nodes, in their order. */
	readonly nodes: Int32Array;
	/** The file or folder that they all are, if they are one; canonical. */
	readonly path: string | undefined;
	/** What they are, in words; may be hostile. */
	readonly what: string;
	/** Does it take something back, or do it anew? */
	readonly step?: Step;
}

/** Why so many wanted files cannot become unwanted; undefined when they can. */
export function refusalOf(state: State, unwanted: number): string | undefined {
	const { all } = filesInHand(state);
	if (!all) return 'The files are still being read.';
	if (unwanted === 0 || unwanted < all.figures.all.wantedFiles) return undefined;
	// Before it is added all may be taken out first, to want a few then: without a file it is not added.
	if (torrentOfFiles(state) !== undefined) return undefined;
	// In the interface none listed means all; 8.4 takes it for none.
	return 'One file has to stay wanted: to want none, stop the download.';
}

/** Tells the tree that the keys are about what happens to it. */
export function tellFiles({ state, dispatch }: CommandContext, what: FilesMessage): void {
	if (torrentOfFiles(state) === undefined) dispatch({ type: 'details', what: { type: 'files', what } });
	else dispatch({ type: 'adding', what: { type: 'tree', what } });
}

/**
 * Tells the service which files are wanted; what shows changes at once, and back when the service refuses. A file or a
 * folder goes by its path to our own service, all else by selected_files, which lists all that is wanted. No service
 * is told of what is not added yet.
 */
export function chooseFiles(context: CommandContext, wish: FileWish): void {
	const { state, dispatch, write } = context;
	const { of } = state.details;
	const files = filesInHand(state);
	const { all, way, root, version: id } = files;
	const { want, nodes, path, what } = wish;
	const change: FileChange = { id, want, nodes, what, ...(wish.step ? { step: wish.step } : {}) };
	if (torrentOfFiles(state) !== undefined) {
		tellFiles(context, { type: 'change', change });
		return;
	}
	if (of === undefined || !all) return;
	const wanted = withChange(all.choice.wanted, change);
	const params = { infohash: of };
	dispatch({ type: 'details', what: { type: 'files', what: { type: 'change', change } } });
	write({
		queue: `files of ${of}`,
		send: (client) => {
			// 8.1 has trees too, but its list does not show what they were told.
			if (way !== 'tree' || path === undefined || client.requests.dialect !== 'interface') {
				return client.verified.changeFiles(of, indicesOf(all.tree, wanted));
			}
			const query = { path: root + path };
			return want ? client.selectFiles({ params, query }) : client.deselectFiles({ params, query });
		},
		doing: `${want ? 'Wanting' : 'Not wanting'} ${sanitise(what, 200)}`,
		infohash: of,
		ended: (worked) =>
			dispatch({ type: 'details', what: { type: 'files', what: { type: 'changed', of, id, worked } } }),
		stale: isQuicklyRead(files) ? ['files', 'downloads'] : ['downloads'],
	});
}

/** What the files that are wanted are counted by. */
function indicesOf({ indices }: FileTree, wanted: Uint8Array): number[] {
	const selected: number[] = [];
	for (let node = 0; node < wanted.length; node++) {
		const index = indices[node] ?? -1;
		if (index >= 0 && wanted[node] === 1) selected.push(index);
	}
	return selected;
}
