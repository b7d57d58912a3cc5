import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Fault, reasonOf } from './fault.ts';
import { makePrivateFolderSync } from './storage/make-folder.ts';

/**
 * The API key of a file, made up and written with mode 0600 when there is none yet. A file that others can read
 * is narrowed: it is a secret from now on.
 */
export function readKeyFile(path: string): string {
	try {
		makePrivateFolderSync(dirname(path));
		// 'wx': of two services that start at once, one writes and the other reads.
		writeFileSync(path, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
	} catch (error) {
		if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw unusable(path, error);
	}
	let key: string;
	try {
		if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
		key = readFileSync(path, 'utf8').trim();
	} catch (error) {
		throw unusable(path, error);
	}
	if (!/^[\x21-\x7e]{8,}$/.test(key)) {
		throw new Fault(
			500,
			'ApiKeyError',
			`The API key in ${path} cannot be used: it must be one line of at least 8 letters, digits or signs.`,
		);
	}
	return key;
}

function unusable(path: string, error: unknown): Fault {
	return new Fault(
		500,
		'ApiKeyError',
		`Cannot use the API key file ${path}: ${reasonOf(error)}. Give another with --api-key-file.`,
		error,
	);
}
