import { sanitize } from '../../format/sanitize.ts';
import { activeFiles, torrentOfFiles } from '../../state/adding/active-files.ts';
import type { UndoStep } from '../../state/batch/undo-stack.ts';
import type { State } from '../../state/core/state.ts';
import { isCheapToRead } from '../../state/details/files-queries.ts';
import { type FileChange, withChange } from '../../state/files/choice.ts';
import type { FilesMessage } from '../../state/files/message.ts';
import type { FileTree } from '../../state/files/tree.ts';
import type { CommandContext } from '../surfaces/command.ts';

/** A request to select or deselect files. */
export interface FileSelection {
	/** Whether it selects the files. */
	readonly included: boolean;
	/** Nodes of the files, in order. */
	readonly nodes: Int32Array;
	/** Nodes of other files, which it changes the other way. */
	readonly others?: Int32Array | undefined;
	/** The only file or folder of the request, canonical; undefined for several. */
	readonly path: string | undefined;
	/** Description of the files; untrusted text. */
	readonly what: string;
	/** Whether it is an undo or redo. */
	readonly step?: UndoStep;
}

export const fileRequestsText = {
	lastFile: 'At least one file must stay selected. Press = on a file to keep only that one.',
} as const;

/** Returns why so many files cannot be deselected; undefined when they can. */
export function refusalOf(state: State, deselected: number): string | undefined {
	const { all } = activeFiles(state);
	if (!all) return 'The files are still being read.';
	if (deselected === 0 || deselected < all.figures.all.selectedFiles) return undefined;
	// Before it is added, all files may be deselected temporarily. A download without a selected file is not added.
	if (torrentOfFiles(state) !== undefined) return undefined;
	// In the interface an empty list means all files; 8.4 takes it as none.
	return fileRequestsText.lastFile;
}

/** Dispatches a message to the focused file tree. */
export function dispatchToFiles({ state, dispatch }: CommandContext, what: FilesMessage): void {
	if (torrentOfFiles(state) === undefined) dispatch({ type: 'details', what: { type: 'files', what } });
	else dispatch({ type: 'adding', what: { type: 'tree', what } });
}

/**
 * Sends the selection of files to the service. The screen changes at once, and back if the service refuses. Our own
 * service gets a single file or folder by its path. Otherwise selected_files lists the whole selection. A download that
 * is not added yet needs no request.
 */
export function chooseFiles(context: CommandContext, selection: FileSelection): void {
	const { state, dispatch, write } = context;
	const { of } = state.details;
	const files = activeFiles(state);
	const { all, api, root, version: id } = files;
	const { included, nodes, others, path, what, step } = selection;
	const change: FileChange = { id, included, nodes, others, what, step };
	if (torrentOfFiles(state) !== undefined) {
		dispatchToFiles(context, { type: 'change', change });
		return;
	}
	if (of === undefined || !all) return;
	const selected = withChange(all.choice.selected, change);
	const params = { infohash: of };
	dispatch({ type: 'details', what: { type: 'files', what: { type: 'change', change } } });
	write({
		queue: `files of ${of}`,
		send: (client) => {
			// 8.1 has trees too, but its list does not show changes made through them.
			if (api !== 'tree' || path === undefined || client.requests.dialect !== 'interface') {
				return client.verified.changeFiles(of, indicesOf(all.tree, selected));
			}
			const query = { path: root + path };
			return included ? client.selectFiles({ params, query }) : client.deselectFiles({ params, query });
		},
		doing: `${included ? 'Selecting' : 'Deselecting'} ${sanitize(what, 200)}`,
		infohash: of,
		onEnd: (failure) =>
			dispatch({
				type: 'details',
				what: { type: 'files', what: { type: 'changed', of, id, worked: failure === undefined } },
			}),
		stale: isCheapToRead(files) ? ['tab-files:files', 'downloads'] : ['downloads'],
	});
}

/** Returns the indices of the selected files. */
function indicesOf({ indices }: FileTree, selected: Uint8Array): number[] {
	const found: number[] = [];
	for (let node = 0; node < selected.length; node++) {
		const index = indices[node] ?? -1;
		if (index >= 0 && selected[node] === 1) found.push(index);
	}
	return found;
}
