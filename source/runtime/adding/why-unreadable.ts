const sentences: Readonly<Record<string, string>> = {
	EACCES: 'permission denied',
	EPERM: 'permission denied',
	ENOENT: 'there is no such file or folder',
	ENOTDIR: 'there is no such file or folder',
	EISDIR: 'it is a folder',
	ELOOP: 'its symbolic links form a loop',
	ENAMETOOLONG: 'its name is too long',
	ENXIO: 'it is not a plain file',
};

/** Returns why a local path cannot be read. */
export function whyUnreadable(error: unknown): string {
	const code = codeOf(error);
	return sentences[code] ?? (error instanceof Error ? error.message : String(error));
}

export function isMissing(error: unknown): boolean {
	return /^(ENOENT|ENOTDIR)$/.test(codeOf(error));
}

/** Returns whether the system refuses access to this user. */
export function isRefused(error: unknown): boolean {
	return /^(EACCES|EPERM)$/.test(codeOf(error));
}

function codeOf(error: unknown): string {
	return error instanceof Error && 'code' in error ? String(error.code) : '';
}
