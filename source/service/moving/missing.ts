import { codeOf } from '../../basics/error.ts';

/** Returns undefined for a missing file or folder. Throws any other error. */
export function ignoreMissing(error: unknown): undefined {
	const code = codeOf(error);
	if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
}
