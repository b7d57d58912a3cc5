import { fstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';

/** Error code for a pipe, a socket or a device in the place of a file. */
export const NOT_A_FILE = 'NOT_A_FILE';

export const NOT_A_FILE_TEXT = 'it is not a file';

/** Real path and identity of an open file. */
export interface OpenedFile {
	readonly real: string;
	readonly dev: number;
	readonly ino: number;
	/** Number of its names. */
	readonly nlink: number;
	/** Time of its last change, Unix ms. */
	readonly ctimeMs: number;
}

/**
 * Returns the real path of a file opened at `path`. Throws when it is not a regular file, or was replaced
 * meanwhile. On Linux this does not wait for the disk, because the inode of an open file is in memory.
 */
export function openedFile(descriptor: number, path: string): OpenedFile {
	const opened = fstatSync(descriptor);
	if (opened.isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' });
	if (!opened.isFile()) throw Object.assign(new Error(NOT_A_FILE_TEXT), { code: NOT_A_FILE });
	const { dev, ino, nlink, ctimeMs } = opened;
	const linux = linuxPathOf(descriptor);
	if (linux !== undefined) return { real: linux, dev, ino, nlink, ctimeMs };
	const real = realpathSync.native(path);
	const there = statSync(real);
	if (there.ino !== ino || there.dev !== dev) throw new Error('it was just replaced');
	return { real, dev, ino, nlink, ctimeMs };
}

/** Returns the kernel's path of an open file (proc(5)); undefined on other systems. */
function linuxPathOf(descriptor: number): string | undefined {
	try {
		return readlinkSync(`/proc/self/fd/${descriptor}`);
	} catch {
		return undefined;
	}
}
