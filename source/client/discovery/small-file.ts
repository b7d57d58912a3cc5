import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** Bytes that a configuration file may have; what is larger is none. */
const largest = 1024 * 1024;

/** What became of reading a file: its text, that there is none, or why it could not be read. */
export type SmallFile =
	| { readonly text: string }
	| { readonly missing: true }
	| { readonly missing: false; readonly reason: string };

/** Reads a text file of at most 1 MiB. */
export async function readSmallFile(path: string): Promise<SmallFile> {
	try {
		// A pipe without a writer would be waited for, and a device may have no end.
		const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
		try {
			const stat = await file.stat();
			if (!stat.isFile() && !stat.isDirectory()) return { missing: false, reason: 'is not a file' };
			if (stat.size > largest) return { missing: false, reason: 'is too large' };
			return { text: await file.readFile('utf8') };
		} finally {
			await file.close();
		}
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
		// ENOTDIR: something else stands where the folder would be.
		if (code === 'ENOENT' || code === 'ENOTDIR') return { missing: true };
		return { missing: false, reason: `cannot be read (${code})` };
	}
}
