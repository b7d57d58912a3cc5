import {
	closeSync,
	existsSync,
	linkSync,
	openSync,
	readdirSync,
	renameSync,
	rmSync,
	statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { isAlive, readAnnouncement } from '../announce.ts';
import { HttpError, reasonOf } from '../http/http-error.ts';
import { ask } from './ask.ts';
import { makePrivateFolderSync } from './make-folder.ts';
import { isDiskFull } from './state-disk.ts';
import { createSchema, refuseNewer } from './upgrade.ts';

export type Database = InstanceType<typeof DatabaseSync>;

const databaseFile = 'seedtop.db';
/** Stands between the name of the database and a process id while that process creates it. */
const draftMark = '.new-';
/** SQLITE_IOERR_SHMSIZE: no space for the shared memory of a connection. */
const IOERR_SHMSIZE = 4874;
/** Milliseconds that another that starts at the same moment may look through the database. */
const LOCK_TIMEOUT_MS = 250;

/**
 * Opens the database of a state folder and holds it alone: its lock is what makes sure that one service runs per
 * state folder, and the system lets go of it however the process ends. One of an older seedtop is left for `upgrade`.
 * @throws HttpError when it is another service's, of a newer seedtop, corrupt or cannot be used; it stays as it is
 */
export function openDatabase(stateFolder: string): Database {
	const path = join(stateFolder, databaseFile);
	try {
		makePrivateFolderSync(stateFolder);
	} catch (error) {
		throw new HttpError(
			500,
			'StorageError',
			`Cannot create the state folder ${stateFolder}: ${reasonOf(error)}. Choose another with --state-dir.`,
			error,
		);
	}
	let database: Database | undefined;
	try {
		// Opening some of what is no file never ends.
		if (existsSync(path) && !statSync(path).isFile()) throw new Error('it is not a file');
		refuseRemains(path);
		const examined = lookThrough(path);
		if (!existsSync(path)) createDatabase(path);
		database = new DatabaseSync(path, { timeout: LOCK_TIMEOUT_MS });
		// What is committed survives a crash of the machine.
		database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
		if (!examined) examine(database, path);
		createSchema(database);
		// Writing takes the lock now, not at the first download.
		database.exec('BEGIN IMMEDIATE; COMMIT;');
		removeDrafts(path);
		return database;
	} catch (error) {
		database?.close();
		if (error instanceof HttpError) throw error;
		const reason = reasonOf(error);
		if (isLocked(error)) {
			throw new HttpError(
				500,
				'StorageError',
				`Another service runs on the state folder ${stateFolder}${holderOf(stateFolder)}. Stop it with 'seedtop shutdown', or give another --state-dir.`,
				error,
			);
		}
		if (isCorruption(error)) throw new CorruptDatabase(path, reason, error);
		const step = isDiskFull(error) ? ' Free space on the disk of the state folder.' : '';
		throw new HttpError(500, 'StorageError', `Cannot use the database ${path}: ${reason}.${step}`, error);
	}
}

/** The file is no database, or its parts do not fit together. */
export class CorruptDatabase extends HttpError {
	constructor(path: string, reason: string, cause: unknown) {
		super(
			500,
			'StorageError',
			`The database ${path} is corrupt: ${reason}. It is left as it is: put a copy back, or start with --new-database, which keeps it aside and begins with an empty one.`,
			cause,
		);
	}
}

/**
 * Keeps the database of a state folder aside, with the log that belongs to it, under a name that tells when.
 * Returns its new path.
 */
export function keepAside(stateFolder: string): string {
	const path = join(stateFolder, databaseFile);
	const aside = `${path}.corrupt-${new Date().toISOString().replace(/[-:.]/g, '')}`;
	try {
		for (const part of ['-wal', '-shm', '']) {
			if (existsSync(path + part)) renameSync(path + part, aside + part);
		}
	} catch (error) {
		throw new HttpError(
			500,
			'StorageError',
			`Cannot rename the database ${path}: ${reasonOf(error)}.`,
			error,
		);
	}
	return aside;
}

/** Refuses what is left of a database whose data is lost: an empty file, or a log without its file. */
function refuseRemains(path: string): void {
	const file = statSync(path, { throwIfNoEntry: false });
	if (file?.size === 0) throw new DamageFound('it is empty');
	const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
	if (!file && log && log.size > 0) throw new DamageFound('only its log is left, the file itself is missing');
}

/**
 * Creates a database with its tables. It gets its name when it is complete and on the disk, so that a crash never
 * leaves an empty file in its place. Does nothing when another service was faster.
 */
function createDatabase(path: string): void {
	const draft = `${path}${draftMark}${process.pid}`;
	rmSync(draft, { force: true });
	try {
		// Trackers' passkeys are in it, and others may look into its folder. Its log takes the same mode.
		closeSync(openSync(draft, 'wx', 0o600));
		const database = new DatabaseSync(draft, { timeout: LOCK_TIMEOUT_MS });
		try {
			database.exec('PRAGMA synchronous = FULL;');
			createSchema(database);
		} finally {
			database.close();
		}
		giveName(draft, path);
	} finally {
		rmSync(draft, { force: true });
	}
}

/** Unlike renaming, a link never replaces a database that is there already. */
function giveName(draft: string, path: string): void {
	try {
		linkSync(draft, path);
	} catch (error) {
		if (existsSync(path)) return;
		if (!hasCode(error, 'EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP')) throw error;
		// The file system has no hard links.
		renameSync(draft, path);
	}
}

/** Removes what services left that were killed while they created the database. */
function removeDrafts(path: string): void {
	const beginning = `${databaseFile}${draftMark}`;
	for (const name of readdirSync(dirname(path)))
		if (name.startsWith(beginning)) rmSync(join(dirname(path), name), { force: true });
}

function hasCode(error: unknown, ...codes: string[]): boolean {
	return error instanceof Error && 'code' in error && codes.some((code) => error.code === code);
}

/**
 * Refuses a database of a newer seedtop, and one that is damaged in what every start reads. The .torrent files are many
 * times as large: one of them that cannot be read is the error of its download. It is opened for reading alone: when a
 * connection that may write is closed, it moves what a killed service left in the log into the file. Returns whether it
 * could look: on a full disk such a connection has no room for its shared memory.
 */
function lookThrough(path: string): boolean {
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
	const tables = ask(database, 'name', "FROM sqlite_schema WHERE name IN ('downloads', 'transfers')");
	for (const table of tables) {
		const [found] = ask(database, 'quick_check', `FROM pragma_quick_check('${table}')`);
		if (found !== 'ok') throw new DamageFound(String(found).replace(/\s+/g, ' '));
	}
}

class DamageFound extends Error {}

/** Which service has the state folder; empty while it has not said so itself. */
function holderOf(stateFolder: string): string {
	const announced = readAnnouncement(stateFolder);
	// One that was killed could not take back what it said.
	return announced && isAlive(announced.pid) ? ` (process ${announced.pid}, ${announced.url})` : '';
}

/** SQLITE_CORRUPT and SQLITE_NOTADB, or what the check found. */
function isCorruption(error: unknown): boolean {
	return error instanceof DamageFound || [11, 26].includes(resultOf(error));
}

/** SQLITE_BUSY and SQLITE_LOCKED. */
function isLocked(error: unknown): boolean {
	return [5, 6].includes(resultOf(error));
}

/** The library's primary result code; 0 for errors that are none of its. */
function resultOf(error: unknown): number {
	return codeOf(error) & 0xff;
}

/** The library's extended result code; 0 for errors that are none of its. */
function codeOf(error: unknown): number {
	return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
		? error.errcode
		: 0;
}
