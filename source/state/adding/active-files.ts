import type { DetailsSlice } from '../details/details.ts';
import { type OpenDialogs, openDialogOf } from '../dialogs/open-dialogs.ts';
import { type FilesSlice, noFiles } from '../files/files.ts';
import type { FilesMessage } from '../files/message.ts';
import { moveInFiles, updateFiles } from '../files/update.ts';
import type { AddingSlice } from './adding.ts';
import { updateFileSelection } from './choice.ts';

/** The slices with trees of files, and the dialogs, which determine the active one. */
export interface ActiveFilesData extends OpenDialogs {
	readonly details: DetailsSlice;
	readonly adding: AddingSlice;
}

/** Returns the path of the .torrent whose files are being selected; undefined if there is none. */
export function torrentOfFiles(data: OpenDialogs): string | undefined {
	return openDialogOf(data, 'add-files')?.path;
}

/** Returns the tree that the keys act on: that of an open .torrent, else that of the details. */
export function activeFiles(data: ActiveFilesData): FilesSlice {
	const path = torrentOfFiles(data);
	if (path === undefined) return data.details.files;
	return data.adding.choices.get(path) ?? noFiles;
}

/** Returns the data after a message about that tree. */
export function updateActiveFiles<Data extends ActiveFilesData>(data: Data, message: FilesMessage): Data {
	return changed(
		data,
		(files) => updateFiles(files, message, data.details.of),
		(files) => updateFileSelection(files, message),
	);
}

/** Moves the cursor of that tree. */
export function moveInActiveFiles<Data extends ActiveFilesData>(data: Data, rows: number): Data {
	return changed(data, (files) => moveInFiles(files, rows));
}

function changed<Data extends ActiveFilesData>(
	data: Data,
	inDetails: (files: FilesSlice) => FilesSlice,
	inTorrent = inDetails,
): Data {
	const path = torrentOfFiles(data);
	const { details, adding } = data;
	if (path === undefined) return { ...data, details: { ...details, files: inDetails(details.files) } };
	const files = adding.choices.get(path);
	return files ? withTree(data, path, inTorrent(files)) : data;
}

/** Returns the data with the tree of a .torrent. */
export function withTree<Data extends Pick<ActiveFilesData, 'adding'>>(
	data: Data,
	path: string,
	files: FilesSlice,
): Data {
	const { adding } = data;
	if (adding.choices.get(path) === files) return data;
	return { ...data, adding: { ...adding, choices: new Map(adding.choices).set(path, files) } };
}
