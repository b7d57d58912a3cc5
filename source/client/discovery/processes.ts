import { stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { readPort } from './address.ts';

/** The file in which Tribler 7.13 and 7.14 note their processes, with the port of each. */
export const processesFile = 'processes.sqlite';

/** A core that says it runs. */
export interface Core {
	readonly pid: number;
	/** Undefined until its interface is open. */
	readonly port: number | undefined;
	/** As the core says it: '7.14.0'. Empty when it does not. */
	readonly version: string;
}

export type CoresReading =
	| { readonly cores: readonly Core[] }
	| { readonly missing: true }
	| { readonly missing: false; readonly reason: string };

/** Tribler deletes old rows: the file has some tens of kilobytes. */
const MAX_DATABASE_BYTES = 16 * 1024 * 1024;
const MAX_CORES = 8;
const MAX_VERSION_CHARACTERS = 64;
/** A core locks the file for some milliseconds while it writes. The library waits for the lock in this thread. */
const LOCK_TIMEOUT_MS = 25;
const MAX_ATTEMPTS = 8;
const RETRY_DELAY_MS = 40;

/**
 * Reads the running cores, newest first. The file is opened for reading alone and for one short statement: a core
 * that waits 5 s for its lock deletes the file.
 */
export async function readCores(path: string): Promise<CoresReading> {
	try {
		const found = await stat(path);
		// Opening some of what is no file never ends.
		if (!found.isFile()) return { missing: false, reason: 'is not a file' };
		if (found.size > MAX_DATABASE_BYTES) return { missing: false, reason: 'is too large' };
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
		if (code === 'ENOENT' || code === 'ENOTDIR') return { missing: true };
		return { missing: false, reason: `cannot be read (${code})` };
	}
	for (let attempt = 1; ; attempt++) {
		try {
			const rows = await readRows(path);
			return { cores: rows.flatMap((row) => coreOf(row) ?? []) };
		} catch (error) {
			if (isBusy(error) && attempt < MAX_ATTEMPTS) {
				await delay(RETRY_DELAY_MS);
				continue;
			}
			const reason = error instanceof Error ? error.message : String(error);
			return { missing: false, reason: `cannot be read (${reason})` };
		}
	}
}

/** Whether a process of this number lives, whoever runs it. */
export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error instanceof Error && 'code' in error && error.code === 'EPERM';
	}
}

async function readRows(path: string): Promise<readonly unknown[]> {
	// A library with a binary: it is loaded only where there is such a file.
	const { DatabaseSync } = await import('@photostructure/sqlite');
	const database = new DatabaseSync(path, { readOnly: true, timeout: LOCK_TIMEOUT_MS });
	try {
		// A view of this name could run without end.
		const [table] = database
			.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'processes'")
			.all();
		if (table === undefined) return [];
		return database
			.prepare(
				`SELECT pid, api_port, substr(app_version, 1, ${MAX_VERSION_CHARACTERS}) AS version FROM processes
				WHERE kind = 'core' AND "primary" = 1 ORDER BY rowid DESC LIMIT ${MAX_CORES}`,
			)
			.all();
	} finally {
		database.close();
	}
}

function coreOf(row: unknown): Core | undefined {
	if (typeof row !== 'object' || row === null) return undefined;
	const { pid, api_port, version }: { pid?: unknown; api_port?: unknown; version?: unknown } = row;
	// Zero and less stand for many processes.
	if (typeof pid !== 'number' || !Number.isInteger(pid) || pid < 1) return undefined;
	return { pid, port: readPort(api_port), version: typeof version === 'string' ? version : '' };
}

/** SQLITE_BUSY, SQLITE_LOCKED, and SQLITE_READONLY for a journal that its writer is about to end. */
function isBusy(error: unknown): boolean {
	if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return false;
	return [5, 6, 8].includes(error.errcode & 0xff);
}
