import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file that only its owner can read. A crash leaves the complete file, or the one before. */
export function writePrivateFile(path: string, text: string): void {
	const draft = `${path}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
	try {
		const file = openSync(draft, 'wx', 0o600);
		try {
			writeSync(file, text);
			fsyncSync(file);
		} finally {
			closeSync(file);
		}
		renameSync(draft, path);
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
