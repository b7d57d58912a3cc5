import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { HttpError, reasonOf } from '../http/http-error.ts';
import { makePrivateFolderSync } from '../storage/make-folder.ts';
import { publishDraft, writePrivateFile } from '../storage/private-file.ts';
import { Identity, SEED_BYTES } from './keys.ts';

/** Name of the file in the state folder. */
export const IDENTITY_FILE = 'identity';

export const identityText = {
	unusable: (path: string, reason: string) => `Cannot use the identity in ${path}: ${reason}.`,
	damaged: (path: string) =>
		`The identity in ${path} is damaged: it must be 64 hexadecimal digits. Restore it from a backup, or remove it to get a new identity.`,
	readable: (path: string) =>
		`The identity in ${path} can be read by other accounts. If none of them has copied it, run chmod 600 on it.`,
};

/**
 * Returns the identity of a state folder. Creates it on the first use. Refuses a damaged file, because a new identity
 * would lose the orders and credit of the old one.
 */
export function openIdentity(stateFolder: string): Identity {
	const path = join(stateFolder, IDENTITY_FILE);
	let text: string;
	try {
		makePrivateFolderSync(stateFolder);
		if (!existsSync(path))
			writePrivateFile(path, `${randomBytes(SEED_BYTES).toString('hex')}\n`, publishDraft);
		if ((statSync(path).mode & 0o077) !== 0) throw refused(identityText.readable(path));
		text = readFileSync(path, 'utf8').trim();
	} catch (error) {
		if (error instanceof HttpError) throw error;
		throw refused(identityText.unusable(path, reasonOf(error)), error);
	}
	if (!/^[0-9a-f]{64}$/i.test(text)) throw refused(identityText.damaged(path));
	return new Identity(Buffer.from(text, 'hex'));
}

function refused(message: string, cause?: unknown): HttpError {
	return new HttpError(500, 'IdentityError', message, cause);
}
