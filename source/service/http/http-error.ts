import { codeOf } from '../../basics/error.ts';

/**
 * An error response (interface, part 7). Recoverable errors of valid requests are 500 with handled true. The
 * endpoint tables list all cases of 400 and 404.
 */
export class HttpError extends Error {
	readonly status: number;
	/** Error code for clients, e.g. 'DestinationError'. */
	readonly code: string;
	/** Additional response headers. */
	readonly headers: Readonly<Record<string, string>>;

	constructor(
		status: number,
		code: string,
		message: string,
		cause?: unknown,
		headers: Readonly<Record<string, string>> = {},
	) {
		super(message, { cause });
		this.status = status;
		this.code = code;
		this.headers = headers;
	}
}

/** 500: the saved state cannot be read or written. */
export const storageError = (message: string, cause?: unknown) =>
	new HttpError(500, 'StorageError', message, cause);

/** 400: a parameter is missing or malformed. */
export const invalidParameter = (message: string) => new HttpError(400, 'InvalidParameterError', message);

/** Returns the message of a 404 for an unknown download. */
export function noDownload(infohash: string): string {
	return `There is no download ${clip(infohash)}.`;
}

/** 404: no such download. */
export const unknownDownload = (infohash: string) =>
	new HttpError(404, 'DownloadNotFoundError', noDownload(infohash));

/** 500: the market ended with the service. */
export const closedMarket = () =>
	new HttpError(500, 'MarketError', 'The market is closed, because the service stops.');

/** Quotes a client's text for a message, with limited length. */
export function clip(text: string): string {
	return JSON.stringify(text.length > 120 ? `${text.slice(0, 119)}…` : text);
}

/** Returns the reason of a failed system call or of any thrown value. */
export function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	return reasonsByCode[codeOf(error) ?? ''] ?? (error.message || error.name).replace(/\.$/, '');
}

/** Reasons by the code of a system call. */
export const systemReasons = {
	EACCES: 'permission denied',
	EPERM: 'operation not permitted',
	ENOENT: 'no such file or folder',
	ENOTDIR: 'a part of the path is a file, not a folder',
	EISDIR: 'it is a folder',
	ENOSPC: 'no space left on the disk',
	EROFS: 'the file system is read-only',
	EEXIST: 'a file of that name is in the way',
	ENAMETOOLONG: 'the name is too long',
	ECONNREFUSED: 'connection refused',
	ECONNRESET: 'the connection was reset',
	ENOTFOUND: 'the host is unknown',
	EAI_AGAIN: 'the host cannot be looked up',
	EADDRINUSE: 'the address is in use',
	EADDRNOTAVAIL: 'the address is not of this machine',
};
const reasonsByCode: Readonly<Record<string, string>> = systemReasons;
