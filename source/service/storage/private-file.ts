import { randomBytes } from 'node:crypto';
import {
	closeSync,
	existsSync,
	fsyncSync,
	linkSync,
	openSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '../../basics/error.ts';

/**
 * Writes a file that only its owner can read. A crash leaves the complete file, or the one before. `publish` gives the
 * draft its final name.
 */
export function writePrivateFile(
	path: string,
	text: string,
	publish: (draft: string, path: string) => void = renameSync,
): void {
	const draft = `${path}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
	try {
		writeFileSync(draft, text, { flag: 'wx', mode: 0o600, flush: true });
		publish(draft, path);
		const folder = openSync(dirname(path), 'r');
		try {
			fsyncSync(folder);
		} finally {
			closeSync(folder);
		}
	} finally {
		rmSync(draft, { force: true });
	}
}

/** Gives a draft its final name. Unlike a rename, a link never replaces the file of another process. */
export function publishDraft(draft: string, path: string): void {
	try {
		linkSync(draft, path);
	} catch (error) {
		if (existsSync(path)) return;
		if (!['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'].includes(codeOf(error) ?? '')) throw error;
		// The file system has no hard links.
		renameSync(draft, path);
	}
}
