import { constants } from 'node:fs';
import { access, realpath } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { clip, Fault, invalidParameter, reasonOf } from '../fault.ts';
import { makeFolder } from '../storage/make-folder.ts';

/**
 * Makes sure that data can be written to a destination folder, creating it; returns its normal form. The state folder
 * is none: a torrent's files could have the names of the service's own, and be deleted with the download.
 */
export async function prepareDestination(destination: string, stateFolder: string): Promise<string> {
	if (destination.includes('\0') || !isAbsolute(destination)) {
		throw invalidParameter(`The destination ${clip(destination)} is not an absolute path.`);
	}
	const folder = resolve(destination);
	try {
		await makeFolder(folder);
		await access(folder, constants.W_OK | constants.X_OK);
		if ((await realpath(folder)) === (await realpath(stateFolder))) {
			throw new Error('it is the folder of the service itself');
		}
	} catch (error) {
		throw new Fault(
			500,
			'DestinationError',
			`Cannot write to the destination ${clip(folder)}: ${reasonOf(error)}.`,
			error,
		);
	}
	return folder;
}
