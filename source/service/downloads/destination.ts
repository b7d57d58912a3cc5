import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import type { Metainfo } from '../../metainfo/metainfo.ts';
import { clip, HttpError, invalidParameter, reasonOf } from '../http/http-error.ts';
import { makeFolder } from '../storage/make-folder.ts';
import { type PathGuard, realLocation } from '../storage/path-guard.ts';
import { ServiceOwned } from '../storage/refused-path.ts';

export const destinationText = {
	relative: (path: string) => `The destination ${clip(path)} is not an absolute path.`,
	unwritable: (path: string, reason: string) => `Cannot write to the destination ${clip(path)}: ${reason}.`,
	ownFile: (path: string, owner: string) =>
		`Cannot download into ${clip(path)}: a file of this torrent would take the place of the service's own (${owner}). Choose another destination.`,
};

/**
 * Creates a destination folder, checks that it is writable, and returns its normalised path. Refuses the service's
 * own folders: a torrent's files could overwrite the service's.
 */
export async function prepareDestination(destination: string, guard: PathGuard): Promise<string> {
	if (destination.includes('\0') || !isAbsolute(destination)) {
		throw invalidParameter(destinationText.relative(destination));
	}
	const folder = resolve(destination);
	try {
		await guard.checkFolder(await realLocation(folder));
		await makeFolder(folder);
		await access(folder, constants.W_OK | constants.X_OK);
	} catch (error) {
		throw new HttpError(500, 'DestinationError', destinationText.unwritable(folder, reasonOf(error)), error);
	}
	return folder;
}

/**
 * Refuses a torrent whose files would replace the service's. Compares names only; the engine checks the real path
 * of each opened file.
 */
export async function refuseOwnFiles(
	guard: PathGuard,
	destination: string,
	{ files }: Metainfo,
): Promise<void> {
	try {
		const places = files.filter(({ padding }) => !padding).map(({ diskPath }) => diskPath);
		await guard.checkPaths(destination, places);
	} catch (error) {
		if (!(error instanceof ServiceOwned)) throw error;
		throw new HttpError(500, 'DestinationError', destinationText.ownFile(destination, error.owner), error);
	}
}
