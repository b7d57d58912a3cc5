import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Free bytes required in the state folder, about the size of a large database change. */
const PROBE_BYTES = 64 * 1024;

/** Writes and deletes a small file. Throws the system's error when the disk of the folder is full. */
export function probeStateDisk(folder: string): void {
	const path = join(folder, 'space.probe');
	try {
		writeFileSync(path, Buffer.alloc(PROBE_BYTES, 1), { mode: 0o600, flush: true });
	} catch (error) {
		// Other failures show when the database is written.
		if (isDiskFull(error)) throw error;
	} finally {
		rmSync(path, { force: true });
	}
}

/** SQLITE_FULL, and SQLITE_IOERR_SHMSIZE: no space for the shared memory of a connection. */
const FULL_ERROR_CODES = [13, 4874];

/** Whether a write failed because of a full disk or quota. */
export function isDiskFull(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	if ('errcode' in error && typeof error.errcode === 'number')
		return FULL_ERROR_CODES.includes(error.errcode);
	return 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
