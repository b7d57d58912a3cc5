import { closeSync, existsSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { isAlive } from '../../basics/is-alive.ts';
import type { Announcement } from '../../protocol/announcement.ts';
import { HttpError, reasonOf, storageError } from '../http/http-error.ts';
import { readAnnouncement } from './announce.ts';
import { recordFiles } from './database-files.ts';
import { makePrivateFolderSync } from './make-folder.ts';
import { NOT_A_FILE_TEXT } from './opened-path.ts';
import { publishDraft } from './private-file.ts';
import { selectValues } from './select-values.ts';
import type { Database } from './sqlite.ts';
import { isDiskFull } from './state-disk.ts';
import { createSchema, refuseNewer } from './upgrade.ts';

const DATABASE_FILE = 'seedtop.db';
/** Separates the database's name from a process id, in the name of an unfinished database. */
const DRAFT_SEPARATOR = '.new-';
/** SQLITE_IOERR_SHMSIZE: no space for the shared memory of a connection. */
const IOERR_SHMSIZE = 4874;
/** The log is cut to this size after a larger transaction. SQLite moves it into the file at 1,000 pages, 4 MB. */
const MAX_LOG_BYTES = 8 * 1024 * 1024;
/** Time for the checks of another service that starts at the same moment. */
const LOCK_TIMEOUT_MS = 250;

/** Reasons why a database is not opened. */
export const databaseText = {
	inUse: (stateFolder: string, holder: Pick<Announcement, 'pid' | 'url'> | undefined) =>
		`Another service runs on the state folder ${stateFolder}${holder ? ` (process ${holder.pid}, ${holder.url})` : ''}. Stop it with 'seedtop shutdown', or give another --state-dir.`,
	corrupt: (path: string, reason: string) =>
		`The database ${path} is corrupt: ${reason}. It was not changed. Restore a backup, or start with --new-database, which renames it and creates an empty one.`,
	onlyLog: 'only its log is left, the file itself is missing',
	unusable: (path: string, reason: string, isFull: boolean) =>
		`Cannot use the database ${path}: ${reason}.${isFull ? ' Free space on the disk of the state folder.' : ''}`,
};

/**
 * Opens the database of a state folder and locks it. The lock ensures one service per state folder; the system
 * releases it when the process ends. A database of an older seedtop is opened without an upgrade.
 * @throws HttpError when it is locked, of a newer seedtop, corrupt or unusable; the file stays unchanged
 */
export function openDatabase(stateFolder: string): Database {
	const path = join(stateFolder, DATABASE_FILE);
	try {
		makePrivateFolderSync(stateFolder);
	} catch (error) {
		throw storageError(
			`Cannot create the state folder ${stateFolder}: ${reasonOf(error)}. Choose another with --state-dir.`,
			error,
		);
	}
	let database: Database | undefined;
	try {
		// Opening a pipe, for example, would block forever.
		if (existsSync(path) && !statSync(path).isFile()) throw new Error(NOT_A_FILE_TEXT);
		refuseLeftovers(path);
		const examined = inspect(path);
		if (!existsSync(path)) createDatabase(path);
		database = new DatabaseSync(path, { timeout: LOCK_TIMEOUT_MS });
		// Committed data survives a crash of the machine.
		database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
		database.exec(`PRAGMA journal_size_limit = ${MAX_LOG_BYTES}`);
		if (!examined) examine(database, path);
		createSchema(database);
		// Takes the write lock now, not at the first download.
		database.exec('BEGIN IMMEDIATE; COMMIT;');
		removeDrafts(path);
		recordFiles(database, path);
		return database;
	} catch (error) {
		database?.close();
		if (error instanceof HttpError) throw error;
		const reason = reasonOf(error);
		if (isLocked(error)) throw storageError(databaseText.inUse(stateFolder, holderOf(stateFolder)), error);
		if (isCorruption(error)) throw new CorruptDatabase(path, reason, error);
		throw storageError(databaseText.unusable(path, reason, isDiskFull(error)), error);
	}
}

/** The file is no database, or is inconsistent. */
export class CorruptDatabase extends HttpError {
	constructor(path: string, reason: string, cause: unknown) {
		super(500, 'StorageError', databaseText.corrupt(path, reason), cause);
	}
}

/** Renames the database of a state folder and its log, with a timestamp. Returns the new path. */
export function moveAside(stateFolder: string): string {
	const path = join(stateFolder, DATABASE_FILE);
	const aside = `${path}.corrupt-${new Date().toISOString().replace(/[-:.]/g, '')}`;
	try {
		for (const part of ['-wal', '-shm', '']) {
			if (existsSync(path + part)) renameSync(path + part, aside + part);
		}
	} catch (error) {
		throw storageError(`Cannot rename the database ${path}: ${reasonOf(error)}.`, error);
	}
	return aside;
}

/** Refuses the remains of a lost database: an empty file, or a log without its file. */
function refuseLeftovers(path: string): void {
	const file = statSync(path, { throwIfNoEntry: false });
	if (file?.size === 0) throw new DamageFound('it is empty');
	const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
	if (!file && log && log.size > 0) throw new DamageFound(databaseText.onlyLog);
}

/**
 * Creates a database with its tables. Renames it when it is complete and synced, so a crash never leaves an empty
 * file. Does nothing if another service was faster.
 */
function createDatabase(path: string): void {
	const draft = `${path}${DRAFT_SEPARATOR}${process.pid}`;
	rmSync(draft, { force: true });
	try {
		// It contains trackers' passkeys, and the folder may be readable by others. The log gets the same mode.
		closeSync(openSync(draft, 'wx', 0o600));
		const database = new DatabaseSync(draft, { timeout: LOCK_TIMEOUT_MS });
		try {
			database.exec('PRAGMA synchronous = FULL;');
			createSchema(database);
		} finally {
			database.close();
		}
		publishDraft(draft, path);
	} finally {
		rmSync(draft, { force: true });
	}
}

/** Removes unfinished databases of killed services. */
function removeDrafts(path: string): void {
	const beginning = `${DATABASE_FILE}${DRAFT_SEPARATOR}`;
	for (const name of readdirSync(dirname(path)))
		if (name.startsWith(beginning)) rmSync(join(dirname(path), name), { force: true });
}

/**
 * Refuses a database of a newer seedtop, or with damage in the tables that every start reads. Skips the .torrent
 * files, which are many times larger; a damaged one is an error of its download. Opens read-only: closing a
 * writable connection would move a killed service's log into the file. Returns whether the check was possible. On a
 * full disk a read-only connection lacks space for its shared memory.
 */
function inspect(path: string): boolean {
	if (!existsSync(path)) return true;
	const database = new DatabaseSync(path, { readOnly: true, timeout: LOCK_TIMEOUT_MS });
	try {
		examine(database, path);
		return true;
	} catch (error) {
		if (codeOf(error) === IOERR_SHMSIZE) return false;
		throw error;
	} finally {
		database.close();
	}
}

function examine(database: Database, path: string): void {
	refuseNewer(database, path);
	const tables = selectValues(
		database,
		'name',
		"FROM sqlite_schema WHERE name IN ('downloads', 'transfers')",
	);
	for (const table of tables) {
		const [found] = selectValues(database, 'quick_check', `FROM pragma_quick_check('${table}')`);
		if (found !== 'ok') throw new DamageFound(String(found).replace(/\s+/g, ' '));
	}
}

class DamageFound extends Error {}

/** Returns the service that uses the state folder; undefined if it has not announced itself. */
function holderOf(stateFolder: string): Announcement | undefined {
	const announced = readAnnouncement(stateFolder);
	// A killed service leaves its announcement.
	return announced && isAlive(announced.pid) ? announced : undefined;
}

/** Whether it is SQLITE_CORRUPT, SQLITE_NOTADB, or a failed check. */
function isCorruption(error: unknown): boolean {
	return error instanceof DamageFound || [11, 26].includes(resultOf(error));
}

/** Whether it is SQLITE_BUSY or SQLITE_LOCKED. */
function isLocked(error: unknown): boolean {
	return [5, 6].includes(resultOf(error));
}

/** Returns SQLite's primary result code; 0 for other errors. */
function resultOf(error: unknown): number {
	return codeOf(error) & 0xff;
}

/** Returns SQLite's extended result code; 0 for other errors. */
function codeOf(error: unknown): number {
	return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
		? error.errcode
		: 0;
}
