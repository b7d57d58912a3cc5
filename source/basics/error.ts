/** Returns the code of an error of the system, such as ENOENT; undefined if it has none. */
export function codeOf(error: unknown): string | undefined {
	return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Whether a path has no file or folder. */
export function isMissing(error: unknown): boolean {
	const code = codeOf(error);
	return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Ignores that there is no file or folder. Throws any other error. */
export function ignoreMissing(error: unknown): undefined {
	if (!isMissing(error)) throw error;
}

/** Ignores that a file or folder exists already, made by another program. Throws any other error. */
export function ignoreExisting(error: unknown): void {
	if (codeOf(error) !== 'EEXIST') throw error;
}
