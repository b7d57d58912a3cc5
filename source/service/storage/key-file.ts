import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '../../basics/error.ts';
import { HttpError, reasonOf } from '../http/http-error.ts';
import { makePrivateFolderSync } from './make-folder.ts';
import { isDiskFull } from './state-disk.ts';

export const keyFileText = {
	invalid: (path: string) =>
		`The API key in ${path} cannot be used: it must be one line of at least 8 letters, digits or signs.`,
	unstorable: (path: string, reason: string) =>
		`Cannot store a new API key in ${path}: ${reason}. Free space on that disk or give another file with --api-key-file, then start again.`,
	unusable: (path: string, reason: string) =>
		`Cannot use the API key file ${path}: ${reason}. Give another with --api-key-file.`,
};

/**
 * Returns the API key of a file. Without a file, creates a random key with mode 0600. Removes the permissions of
 * others from an existing file, because it holds a secret.
 */
export function readKeyFile(path: string): string {
	try {
		makePrivateFolderSync(dirname(path));
		// 'wx': if two services start at once, one writes and the other reads.
		writeFileSync(path, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
	} catch (error) {
		if (isDiskFull(error)) throw unstorable(path, error);
		if (codeOf(error) !== 'EEXIST') throw unusable(path, error);
	}
	let key: string;
	try {
		if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
		key = readFileSync(path, 'utf8').trim();
	} catch (error) {
		throw unusable(path, error);
	}
	if (!/^[\x21-\x7e]{8,}$/.test(key)) {
		throw new HttpError(500, 'ApiKeyError', keyFileText.invalid(path));
	}
	return key;
}

/** Creates the error for a new key that cannot be stored. A key only in memory would be unknown to all clients. */
function unstorable(path: string, error: unknown): HttpError {
	// The next start would read the incomplete file as the key.
	rmSync(path, { force: true });
	return new HttpError(500, 'ApiKeyError', keyFileText.unstorable(path, reasonOf(error)), error);
}

function unusable(path: string, error: unknown): HttpError {
	return new HttpError(500, 'ApiKeyError', keyFileText.unusable(path, reasonOf(error)), error);
}
