import { NOT_A_FILE } from '../../../storage/opened-path.ts';
import { RefusedPath } from '../../../storage/refused-path.ts';

/** Disk failure. The message is a sentence with path and cause. */
export class DiskError extends Error {
	override readonly name = 'DiskError';
}

/** Returns the message of a DiskError. */
export function diskText(action: string, path: string, cause: string): string {
	return `cannot ${action} ${path}: ${cause}`;
}

/** Causes by the code of a system call. */
export const diskCauses = {
	EACCES: 'permission is denied',
	EDQUOT: 'the quota of the disk is used up',
	EFBIG: 'the file would be larger than the file system takes',
	EIO: 'the disk reports an error',
	EISDIR: 'a folder is in its place',
	[NOT_A_FILE]: 'a pipe, a socket or a device is in its place, not a file',
	ELOOP: 'symbolic links on the way to it lead in a circle',
	EMFILE: 'too many files are open',
	ENAMETOOLONG: 'its name is too long',
	ENFILE: 'too many files are open on this system',
	ENOENT: 'it is not there',
	ENOSPC: 'no space is left on the disk',
	ENOTDIR: 'a file is where a folder on the way to it should be',
	EPERM: 'the operation is not permitted',
	EROFS: 'the file system is read-only',
};

const causesByCode: Readonly<Record<string, string>> = diskCauses;

/** Returns the error of a failed `action` ('read', 'write') on `path`. */
export function diskError(action: string, path: string, error: unknown): DiskError {
	if (error instanceof DiskError) return error;
	return new DiskError(diskText(action, path, causeOf(error)), { cause: error });
}

function causeOf(error: unknown): string {
	if (error instanceof RefusedPath) return `${error.message}. ${error.nextStep}`;
	const code = codeOf(error);
	const known = code === undefined ? undefined : causesByCode[code];
	if (known !== undefined) return known;
	return error instanceof Error ? error.message : String(error);
}

/** Returns the code of a system error, such as ENOENT. */
export function codeOf(error: unknown): string | undefined {
	return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
