import { codeOf } from '../basics/error.ts';

export const unreadableText = {
	denied: 'permission denied',
	missing: 'there is no such file or folder',
	folder: 'it is a folder',
	loop: 'its symbolic links form a loop',
	longName: 'its name is too long',
	noFile: 'it is not a plain file',
} as const;

const sentences: Readonly<Record<string, string>> = {
	EACCES: unreadableText.denied,
	EPERM: unreadableText.denied,
	ENOENT: unreadableText.missing,
	ENOTDIR: unreadableText.missing,
	EISDIR: unreadableText.folder,
	ELOOP: unreadableText.loop,
	ENAMETOOLONG: unreadableText.longName,
	ENXIO: unreadableText.noFile,
};

/** Returns why a local path cannot be read. */
export function whyUnreadable(error: unknown): string {
	return sentences[codeOf(error) ?? ''] ?? (error instanceof Error ? error.message : String(error));
}

/** Returns whether the system refuses access to this user. */
export function isRefused(error: unknown): boolean {
	return /^(EACCES|EPERM)$/.test(codeOf(error) ?? '');
}
