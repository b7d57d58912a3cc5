import { constants } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

/**
 * Opens the file at these path components below `folder` for reading. A symbolic link is followed only to what lies
 * below the folder too, also one that takes the place of a folder while this looks. Rejects with the system's error, or
 * an Error in words.
 */
export async function openInside(folder: string, components: readonly string[]): Promise<FileHandle> {
	const root = await realpath(folder);
	const path = await insideOf(root, join(root, ...components));
	// A pipe in the file's place would be waited for.
	const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	try {
		const [opened, there] = [await handle.stat(), await stat(await insideOf(root, path))];
		if (!opened.isFile()) throw new Error('it is not a file');
		if (opened.ino !== there.ino || opened.dev !== there.dev) throw new Error('it was just replaced');
		return handle;
	} catch (error) {
		await handle.close();
		throw error;
	}
}

/** Where a path really leads; throws when that is not below the root. */
async function insideOf(root: string, path: string): Promise<string> {
	const real = await realpath(path);
	const inside = real.startsWith(root.endsWith(sep) ? root : root + sep);
	if (!inside) throw new Error('a symbolic link leads out of the download folder');
	return real;
}
