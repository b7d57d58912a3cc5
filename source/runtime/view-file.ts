import { randomBytes } from 'node:crypto';
import { link, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readSmallFile } from '../client/discovery/small-file.ts';
import { lockFile } from '../concurrency/file-lock.ts';
import { changedView, readView, type SavedView } from '../state/view/saved-view.ts';

/** Result of writing a view. */
export interface WriteResult {
	/** Path of the backup of a file that could not be parsed. */
	readonly backup?: string | undefined;
	/** Why nothing was written. */
	readonly fault?: string | undefined;
	/** Current content of the file, including changes by others; undefined if nothing was written. */
	readonly saved?: SavedView | undefined;
}

/**
 * Writes the changes of a view into its file. Reads the file again, so that changes by other cockpits stay, and
 * replaces it atomically. A file that cannot be parsed completely is kept as a backup.
 */
export async function writeView(path: string, before: SavedView, now: SavedView): Promise<WriteResult> {
	try {
		// If the file is a link into a settings folder, write its target.
		const target = await realpath(path).catch(() => path);
		await makeFolder(dirname(target));
		const unlock = await lockFile(`${target}.lock`);
		try {
			return await writeInto(target, before, now);
		} finally {
			await unlock();
		}
	} catch (error) {
		return { fault: error instanceof Error ? error.message : String(error) };
	}
}

async function writeInto(target: string, before: SavedView, now: SavedView): Promise<WriteResult> {
	const file = await readSmallFile(target);
	if (!('text' in file) && !file.missing) return { fault: `${target} ${file.reason}.` };
	const there = 'text' in file ? file.text : '{}';
	const validity = validityOf(there);
	const backup = validity === 'valid' ? undefined : await backUp(target);
	const text = changedView(validity === 'invalid' ? '{}' : there, before, now);
	await replace(target, text);
	return { ...(backup === undefined ? {} : { backup }), saved: readView(text).saved };
}

/**
 * Creates a folder and its parents, one by one. Node's recursive mode loops forever where the system refuses with
 * ENOENT, as in /proc.
 */
async function makeFolder(path: string): Promise<void> {
	try {
		await mkdir(path);
	} catch (error) {
		if (hasCode(error, 'EEXIST')) return;
		if (!hasCode(error, 'ENOENT') || dirname(path) === path) throw error;
		await makeFolder(dirname(path));
		await mkdir(path).catch((again: unknown) => {
			if (!hasCode(again, 'EEXIST')) throw again;
		});
	}
}

function hasCode(error: unknown, code: string): boolean {
	return error instanceof Error && 'code' in error && error.code === code;
}

/** Returns whether a file can be parsed: all of it, a part, or nothing. */
function validityOf(text: string): 'valid' | 'partial' | 'invalid' {
	try {
		return readView(text).faults.length === 0 ? 'valid' : 'partial';
	} catch {
		return 'invalid';
	}
}

/** Backs up a file under an unused name; returns its path. */
async function backUp(path: string): Promise<string> {
	for (let number = 1; ; number++) {
		const backup = `${path}.broken${number === 1 ? '' : `-${number}`}`;
		try {
			// A hard link, so that the file exists at every moment.
			await link(path, backup);
			return backup;
		} catch (error) {
			if (!hasCode(error, 'EEXIST')) throw error;
		}
	}
}

async function replace(path: string, text: string): Promise<void> {
	const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
	try {
		const file = await open(draft, 'wx', 0o600);
		try {
			await file.writeFile(text);
			// After a power cut there is the old file or the new one, not an empty one.
			await file.sync();
		} finally {
			await file.close();
		}
		await rename(draft, path);
	} catch (error) {
		await rm(draft, { force: true });
		throw error;
	}
}
