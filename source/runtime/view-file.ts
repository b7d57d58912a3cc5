import { link } from 'node:fs/promises';
import { codeOf } from '../basics/error.ts';
import { readSmallFile } from '../client/discovery/small-file.ts';
import { changedView, readView, type SavedView } from '../state/view/saved-view.ts';
import { replaceFile, withLockedFile } from './replace-file.ts';

/** Result of writing a view. */
interface WriteResult {
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
		return await withLockedFile(path, (target) => writeInto(target, before, now));
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
	await replaceFile(target, text);
	return { ...(backup === undefined ? {} : { backup }), saved: readView(text).saved };
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
			if (codeOf(error) !== 'EEXIST') throw error;
		}
	}
}
