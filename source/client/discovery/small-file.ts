import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { codeOf, isMissing } from '../../basics/error.ts';

/** Maximum size of a configuration file. */
const MAX_FILE_BYTES = 1024 * 1024;

/** Reasons why a file is not used. */
export const fileProblems = {
	notFile: 'is not a file',
	tooLarge: 'is too large',
	unreadable: (reason: string) => `cannot be read (${reason})`,
};

/** The result of reading a file: its text, a missing file, or the reason of the failure. */
export type SmallFile =
	| { readonly text: string }
	| { readonly missing: true }
	| { readonly missing: false; readonly reason: string };

/** Reads a text file of at most 1 MiB, without its byte order mark. */
export async function readSmallFile(path: string): Promise<SmallFile> {
	try {
		// Opening a pipe without a writer would block, and a device may be endless.
		const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
		try {
			const stat = await file.stat();
			if (!stat.isFile() && !stat.isDirectory()) return { missing: false, reason: fileProblems.notFile };
			if (stat.size > MAX_FILE_BYTES) return { missing: false, reason: fileProblems.tooLarge };
			return { text: (await file.readFile('utf8')).replace(/^\ufeff/, '') };
		} finally {
			await file.close();
		}
	} catch (error) {
		const code = codeOf(error) ?? String(error);
		// ENOTDIR: a parent of the path is not a folder.
		if (isMissing(error)) return { missing: true };
		return { missing: false, reason: fileProblems.unreadable(code) };
	}
}
