import { stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, isMissing } from '../../basics/error.ts';
import { readPort } from './address.ts';
import { fileProblems } from './small-file.ts';

/** Database in which Tribler 7.13 and 7.14 store their processes and ports. */
export const processesFile = 'processes.sqlite';

/** A core that claims to run. */
export interface Core {
	readonly pid: number;
	/** Undefined until its interface is open. */
	readonly port: number | undefined;
	/** As reported by the core: '7.14.0'. Empty if unknown. */
	readonly version: string;
}

type CoresReading =
	| { readonly cores: readonly Core[] }
	| { readonly missing: true }
	| { readonly missing: false; readonly reason: string };

/** Maximum size of the database. Tribler deletes old rows, so it has some tens of kilobytes. */
const MAX_DATABASE_BYTES = 16 * 1024 * 1024;
const MAX_CORES = 8;
const MAX_VERSION_CHARACTERS = 64;
/** A core locks the file for some ms while it writes. The library blocks this thread meanwhile. */
const LOCK_TIMEOUT_MS = 25;
const MAX_ATTEMPTS = 8;
const RETRY_DELAY_MS = 40;

/**
 * Reads the running cores, newest first. Opens the file read-only, for one short statement: a core that waits 5 s
 * for its lock deletes the file.
 */
export async function readCores(path: string): Promise<CoresReading> {
	try {
		const found = await stat(path);
		// Opening a pipe may block forever.
		if (!found.isFile()) return { missing: false, reason: fileProblems.notFile };
		if (found.size > MAX_DATABASE_BYTES) return { missing: false, reason: fileProblems.tooLarge };
	} catch (error) {
		const code = codeOf(error) ?? String(error);
		if (isMissing(error)) return { missing: true };
		return { missing: false, reason: fileProblems.unreadable(code) };
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
			return { missing: false, reason: fileProblems.unreadable(reason) };
		}
	}
}

async function readRows(path: string): Promise<readonly unknown[]> {
	// This library has a native binary. Load it only if the file exists.
	const { DatabaseSync } = await import('@photostructure/sqlite');
	const database = new DatabaseSync(path, { readOnly: true, timeout: LOCK_TIMEOUT_MS });
	try {
		// A view of this name could run forever.
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
	// Ids of 0 and below address many processes.
	if (typeof pid !== 'number' || !Number.isInteger(pid) || pid < 1) return undefined;
	return { pid, port: readPort(api_port), version: typeof version === 'string' ? version : '' };
}

/** Whether the error is SQLITE_BUSY, SQLITE_LOCKED, or SQLITE_READONLY of a journal that its writer is closing. */
function isBusy(error: unknown): boolean {
	if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return false;
	return [5, 6, 8].includes(error.errcode & 0xff);
}
