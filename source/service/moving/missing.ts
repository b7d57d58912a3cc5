/** Returns undefined for a missing file or folder. Throws any other error. */
export function ignoreMissing(error: unknown): undefined {
	const code = codeOf(error);
	if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
}

/** Returns the code of a failed system call; undefined for any other error. */
export function codeOf(error: unknown): string | undefined {
	return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
