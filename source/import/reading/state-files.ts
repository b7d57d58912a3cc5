import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, isMissing } from '../../basics/error.ts';
import { MetainfoError } from '../../metainfo/error.ts';
import { plainFileBytes } from '../../metainfo/plain-file.ts';
import { MAX_ENTRIES, MAX_RESUME_BYTES } from '../limits.ts';

export const stateFilesText = {
	tooMany: `the folder has more than ${MAX_ENTRIES} files`,
	missing: (file: string) => `its file ${file} is missing`,
};

/** Returns the bytes of the saved state of a download. Throws if it is not a plain file or is too large. */
export function resumeBytes(path: string): Promise<Uint8Array> {
	return plainFileBytes(path, MAX_RESUME_BYTES, 'the state of a download');
}

/**
 * Returns the names in a folder that end with `ending`, sorted. Returns undefined if there is no such folder. Throws if
 * it has too many files.
 */
export async function namesIn(folder: string, ending: string): Promise<string[] | undefined> {
	const names: string[] = [];
	try {
		let read = 0;
		for await (const entry of await opendir(folder)) {
			if (++read > MAX_ENTRIES) throw new Error(stateFilesText.tooMany);
			if (entry.name.toLowerCase().endsWith(ending) && !entry.name.startsWith('.')) names.push(entry.name);
		}
	} catch (error) {
		if (isMissing(error)) return undefined;
		throw error;
	}
	return names.sort();
}

/** Returns what `read` returns for a file, or undefined if there is none. */
export async function unlessMissing<Content>(
	folder: string,
	name: string,
	read: (path: string) => Promise<Content>,
): Promise<Content | undefined> {
	try {
		return await read(join(folder, name));
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return undefined;
		throw error;
	}
}

/** Returns why an entry cannot be used, as a clause without a full stop. */
export function reasonOf(error: unknown): string {
	if (error instanceof MetainfoError) return error.message;
	const code = codeOf(error);
	if (code === 'EACCES' || code === 'EPERM') return 'its file must not be read: permission denied';
	return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}
