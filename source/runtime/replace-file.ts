import { randomBytes } from 'node:crypto';
import { mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, ignoreExisting } from '../basics/error.ts';
import { lockFile } from '../concurrency/file-lock.ts';

/**
 * Calls `use` with the path of a settings file while no other cockpit writes it. Creates its folder. If the file is a
 * link into a settings folder, the path is that of its target.
 */
export async function withLockedFile<Result>(
	path: string,
	use: (target: string) => Promise<Result>,
): Promise<Result> {
	const target = await realpath(path).catch(() => path);
	await makeFolder(dirname(target));
	const unlock = await lockFile(`${target}.lock`);
	try {
		return await use(target);
	} finally {
		await unlock();
	}
}

/**
 * Creates a folder and its parents, one by one. Node's recursive mode loops forever where the system refuses with
 * ENOENT, as in /proc.
 */
async function makeFolder(path: string): Promise<void> {
	try {
		await mkdir(path);
	} catch (error) {
		if (codeOf(error) === 'EEXIST') return;
		if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
		await makeFolder(dirname(path));
		await mkdir(path).catch(ignoreExisting);
	}
}

/** Replaces a file atomically. `mode`: its permissions. Throws the error of the disk, and then keeps the old file. */
export async function replaceFile(path: string, text: string, mode = 0o600): Promise<void> {
	const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
	try {
		// After a power cut there is the old file or the new one, not an empty one.
		await writeFile(draft, text, { flag: 'wx', mode, flush: true });
		await rename(draft, path);
	} catch (error) {
		await rm(draft, { force: true });
		throw error;
	}
}
