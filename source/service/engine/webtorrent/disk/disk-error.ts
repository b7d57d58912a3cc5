import { codeOf } from '../../../../basics/error.ts';
import { openFilesText } from '../../../../concurrency/open-files.ts';
import { NOT_A_FILE } from '../../../storage/opened-path.ts';
import { RefusedPath } from '../../../storage/refused-path.ts';

/** Disk failure. The message is a sentence with path and cause. */
export class DiskError extends Error {
	override readonly name = 'DiskError';
}

/**
 * Data is not where it was: its disk is not mounted, or its files were moved or deleted. The recorded pieces are valid
 * when it is back.
 */
export class MissingData extends DiskError {}

const NEXT_STEP =
	'Mount its disk or put it back, then resume the download (r). If it is lost, recheck the download: it is fetched again then.';

/** Messages of MissingData. */
export const missingText = {
	cause: (cause: string) => `${cause}. ${NEXT_STEP}`,
	/** `more`: number of other files that are missing too. */
	files: (path: string, more: number) =>
		diskText(
			'read',
			path,
			missingText.cause(
				more === 0
					? 'downloaded data is missing there'
					: `downloaded data is missing there and in ${more} more ${more === 1 ? 'file' : 'files'}`,
			),
		),
	disk: (destination: string, mountPoint: string) =>
		diskText('use', destination, missingText.cause(`no disk is mounted at ${mountPoint} any more`)),
};

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
	EMFILE: `too many files are open. ${openFilesText.nextStep}`,
	ENAMETOOLONG: 'its name is too long',
	ENFILE: 'too many files are open on this system',
	ENODEV: 'its disk is gone',
	ENOENT: 'it is not there',
	ENOSPC: 'no space is left on the disk',
	ENOTCONN: 'its disk is not connected any more',
	ENOTDIR: 'a file is where a folder on the way to it should be',
	EPERM: 'the operation is not permitted',
	EROFS: 'the file system is read-only',
	ESTALE: 'its disk was mounted again, or the file was replaced on a server',
};

/** Codes that say nothing about the data, but that it is not there. */
const missingCodes: ReadonlySet<string | undefined> = new Set(['ENODEV', 'ENOENT', 'ENOTCONN', 'ESTALE']);

const causesByCode: Readonly<Record<string, string>> = diskCauses;

/** Returns the error of a failed `action` ('read', 'write', 'use') on `path`. */
export function diskError(action: string, path: string, error: unknown): DiskError {
	if (error instanceof DiskError) return error;
	const cause = causeOf(error);
	if (missingCodes.has(codeOf(error)))
		return new MissingData(diskText(action, path, missingText.cause(cause)), { cause: error });
	return new DiskError(diskText(action, path, cause), { cause: error });
}

function causeOf(error: unknown): string {
	if (error instanceof RefusedPath) return `${error.message}. ${error.nextStep}`;
	const code = codeOf(error);
	const known = code === undefined ? undefined : causesByCode[code];
	if (known !== undefined) return known;
	return error instanceof Error ? error.message : String(error);
}
