import { dirname } from 'node:path';
import { type HttpError, reasonOf, storageError } from '../http/http-error.ts';
import { DatabaseMoved, requireFiles } from './database-files.ts';
import { selectValues } from './select-values.ts';
import type { Database } from './sqlite.ts';
import { probeStateDisk } from './state-disk.ts';

export const storeText = {
	unreadable: (reason: string) =>
		`The database seedtop.db in the state folder cannot be read: ${reason}. It was not changed. Move it away to start with an empty one.`,
	unwritable: (reason: string) => `The database cannot be written: ${reason}.`,
};

/** Runs `work` in a transaction. All of it is durable on return. Throws an HttpError if nothing was written. */
export function inTransaction(database: Database, work: () => void): void {
	try {
		database.exec('BEGIN IMMEDIATE');
		work();
		requireFiles(database);
		database.exec('COMMIT');
	} catch (error) {
		undo(database);
		throw unwritable(error);
	}
}

/** Returns the result of `read`. Throws an HttpError if it fails. */
export function readStored<Result>(read: () => Result): Result {
	try {
		return read();
	} catch (error) {
		throw storageError(storeText.unreadable(reasonOf(error)), error);
	}
}

/** Throws an HttpError when the files of the database were deleted, renamed or replaced. */
export function verifyDatabase(database: Database): void {
	try {
		requireFiles(database);
	} catch (error) {
		throw unwritable(error);
	}
}

/** Throws an HttpError when the disk of the database is full. */
export function probeDatabase(database: Database): void {
	const [path] = selectValues(database, 'file', "FROM pragma_database_list WHERE name = 'main'");
	if (typeof path !== 'string' || path === '') return;
	try {
		probeStateDisk(dirname(path));
	} catch (error) {
		throw unwritable(error);
	}
}

function undo(database: Database): void {
	try {
		database.exec('ROLLBACK');
	} catch {
		// After errors such as a full disk, SQLite has rolled back already.
	}
}

function unwritable(error: unknown): HttpError {
	const message = error instanceof DatabaseMoved ? error.message : storeText.unwritable(reasonOf(error));
	return storageError(message, error);
}
