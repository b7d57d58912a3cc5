import { closeSync, existsSync, openSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { isAlive, readAnnouncement } from '../announce.ts';
import { Fault, reasonOf } from '../fault.ts';
import { ask } from './ask.ts';
import { makePrivateFolderSync } from './make-folder.ts';
import { createSchema, refuseNewer } from './upgrade.ts';

export type Database = InstanceType<typeof DatabaseSync>;

const databaseFile = 'seedtop.db';
/** Milliseconds that another that starts at the same moment may look through the database. */
const patience = 250;

/**
 * Opens the database of a state folder and holds it alone: its lock is what makes sure that one service runs per
 * state folder, and the system lets go of it however the process ends. One of an older seedtop is left for `upgrade`.
 * @throws Fault when it is another service's, of a newer seedtop, corrupt or cannot be used; it stays as it is
 */
export function openDatabase(stateFolder: string): Database {
	const path = join(stateFolder, databaseFile);
	try {
		makePrivateFolderSync(stateFolder);
	} catch (error) {
		throw new Fault(
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
		lookThrough(path);
		// Trackers' passkeys are in it, and its folder may be one that others can look into. Its log takes the same mode.
		if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
		database = new DatabaseSync(path, { timeout: patience });
		// What is committed survives a crash of the machine.
		database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
		createSchema(database);
		// Writing takes the lock now, not at the first download.
		database.exec('BEGIN IMMEDIATE; COMMIT;');
		return database;
	} catch (error) {
		database?.close();
		if (error instanceof Fault) throw error;
		const reason = reasonOf(error);
		if (isLocked(error)) {
			throw new Fault(
				500,
				'StorageError',
				`Another service runs on the state folder ${stateFolder}${holderOf(stateFolder)}. Stop it with 'seedtop shutdown', or give another --state-dir.`,
				error,
			);
		}
		if (isCorruption(error)) throw new CorruptDatabase(path, reason, error);
		throw new Fault(500, 'StorageError', `Cannot use the database ${path}: ${reason}.`, error);
	}
}

/** The file is no database, or its parts do not fit together. */
export class CorruptDatabase extends Fault {
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
		throw new Fault(500, 'StorageError', `Cannot rename the database ${path}: ${reasonOf(error)}.`, error);
	}
	return aside;
}

/**
 * Refuses a database of a newer seedtop, and one that is damaged in what every start reads. The .torrent files are many
 * times as large: one of them that cannot be read is the error of its download. It is opened for reading alone: when a
 * connection that may write is closed, it moves what a killed service left in the log into the file.
 */
function lookThrough(path: string): void {
	if (!existsSync(path)) return;
	const database = new DatabaseSync(path, { readOnly: true, timeout: patience });
	try {
		refuseNewer(database, path);
		const tables = ask(database, 'name', "FROM sqlite_schema WHERE name IN ('downloads', 'transfers')");
		for (const table of tables) {
			const [found] = ask(database, 'quick_check', `FROM pragma_quick_check('${table}')`);
			if (found !== 'ok') throw new DamageFound(String(found).replace(/\s+/g, ' '));
		}
	} finally {
		database.close();
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
	if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return 0;
	return error.errcode & 0xff;
}
