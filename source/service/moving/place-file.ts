import { link, lstat, open, rename, unlink } from 'node:fs/promises';
import { codeOf, ignoreMissing } from '../../basics/error.ts';

/** A file of another program has the path that a file should get. */
export class PathExists extends Error {
	override readonly name = 'PathExists';

	constructor(path: string) {
		super(`another program created ${path} meanwhile. Move or rename that file`);
	}
}

/** File systems without hard links report one of these. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/**
 * Gives a file another path on its file system, and never replaces a file there. A call that was interrupted is
 * completed by the next one. Resolves with false if there is no file at `from`, because it was moved before or never
 * existed. Rejects with PathExists, or with the system's error, EXDEV on another file system.
 */
export async function placeFile(from: string, to: string): Promise<boolean> {
	const source = await lstat(from).catch(ignoreMissing);
	if (!source) return false;
	const target = await lstat(to).catch(ignoreMissing);
	if (target) {
		// The same file twice: the interruption was between link and unlink.
		const isSame = target.dev === source.dev && target.ino === source.ino && source.nlink > 1;
		if (!isSame) throw new PathExists(to);
		await unlink(from);
		return true;
	}
	try {
		// Unlike rename, link fails if the path exists.
		await link(from, to);
	} catch (error) {
		const code = codeOf(error);
		if (code === 'EEXIST') throw new PathExists(to);
		if (code === undefined || !NO_LINKS.includes(code)) throw error;
		await rename(from, to);
		return true;
	}
	await unlink(from);
	return true;
}

/** Flushes the names in a folder to the disk. A missing folder needs that no more. */
export async function syncFolder(path: string): Promise<void> {
	const folder = await open(path, 'r').catch(ignoreMissing);
	if (!folder) return;
	try {
		await folder.sync();
	} catch (error) {
		// Some network file systems cannot flush folders.
		if (codeOf(error) !== 'EINVAL') throw error;
	} finally {
		await folder.close();
	}
}
