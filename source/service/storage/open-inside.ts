import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { openedFile } from './opened-path.ts';
import { isWithin, type PathGuard } from './path-guard.ts';
import { OutsideDestination } from './refused-path.ts';

/**
 * Opens the file at a relative path below `folder` for reading. Refuses symbolic links that leave the folder,
 * and the service's own files. Rejects with the system's error, or an Error with a reason.
 */
export async function openInside(
	folder: string,
	relativePath: string,
	guard: PathGuard,
): Promise<FileHandle> {
	const root = await realpath(folder);
	const path = join(root, relativePath);
	const real = await realpath(path);
	if (!isWithin(real, root)) throw new OutsideDestination(path);
	// O_NONBLOCK, because opening a pipe would wait for a writer.
	const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	try {
		// A parent folder may have become a link since the real path was resolved.
		const opened = openedFile(handle.fd, real);
		if (!isWithin(opened.real, root)) throw new OutsideDestination(path);
		await guard.check(opened.real, opened);
		return handle;
	} catch (error) {
		await handle.close();
		throw error;
	}
}
