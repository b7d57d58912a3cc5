import { afterChoosing } from '../adding/choice.ts';
import type { State } from '../core/state.ts';
import { openDialogOf } from '../dialogs/open-dialogs.ts';
import { type FilesSlice, noFiles } from './files.ts';
import type { FilesMessage } from './message.ts';
import { moveInFiles, updateFiles } from './update.ts';

/** Returns the path of the .torrent whose files are being selected; undefined if there is none. */
export function torrentOfFiles(state: Pick<State, 'dialogs'>): string | undefined {
	return openDialogOf(state, 'add-files')?.path;
}

/** Returns the tree that the keys act on: that of an open .torrent, else that of the details. */
export function activeFiles(state: State): FilesSlice {
	const path = torrentOfFiles(state);
	if (path === undefined) return state.details.files;
	return state.adding.choices.get(path) ?? noFiles;
}

/** Returns the state after a message about that tree. */
export function updateActiveFiles(state: State, message: FilesMessage): State {
	const path = torrentOfFiles(state);
	const { details, adding } = state;
	if (path === undefined) {
		return { ...state, details: { ...details, files: updateFiles(details.files, message, details.of) } };
	}
	const before = adding.choices.get(path);
	const after = before && afterChoosing(before, message);
	if (!after || after === before) return state;
	return { ...state, adding: { ...adding, choices: new Map(adding.choices).set(path, after) } };
}

/** Moves the cursor of the tree that the keys are about. */
export function moveInActiveFiles(state: State, rows: number): State {
	const path = torrentOfFiles(state);
	const { details, adding } = state;
	if (path === undefined)
		return { ...state, details: { ...details, files: moveInFiles(details.files, rows) } };
	const before = adding.choices.get(path);
	const after = before && moveInFiles(before, rows);
	if (!after || after === before) return state;
	return { ...state, adding: { ...adding, choices: new Map(adding.choices).set(path, after) } };
}
