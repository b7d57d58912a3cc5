import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { Fault, reasonOf } from '../fault.ts';
import { makePrivateFolderSync } from './make-folder.ts';
import { migrations } from './migrations.ts';

export type Database = InstanceType<typeof DatabaseSync>;

/**
 * Opens the database of a state folder, brings it up to date and holds it alone: its lock is what makes sure
 * that one service runs per state folder, and the system lets go of it however the process ends.
 */
export function openDatabase(stateFolder: string): Database {
	const path = join(stateFolder, 'seedtop.db');
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
		database = new DatabaseSync(path);
		// What is committed survives a crash of the machine.
		database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
		migrate(database, path);
		return database;
	} catch (error) {
		database?.close();
		if (error instanceof Fault) throw error;
		const reason = reasonOf(error);
		throw new Fault(
			500,
			'StorageError',
			/locked|busy/i.test(reason)
				? `Another service runs on the state folder ${stateFolder}. Stop it with 'seedtop shutdown', or give another --state-dir.`
				: `Cannot use the database ${path}: ${reason}. It is left as it is; move it away to begin afresh.`,
			error,
		);
	}
}

function migrate(database: Database, path: string): void {
	const row: unknown = database.prepare('PRAGMA user_version').get();
	const version =
		typeof row === 'object' && row !== null && 'user_version' in row ? Number(row.user_version) : 0;
	if (version > migrations.length) {
		throw new Fault(
			500,
			'StorageError',
			`The database ${path} is of a newer seedtop. It is left as it is: update this one.`,
		);
	}
	for (const [index, step] of migrations.entries()) {
		if (index >= version) database.exec(`BEGIN; ${step} PRAGMA user_version = ${index + 1}; COMMIT;`);
	}
	// Writing takes the lock now, not at the first download.
	database.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${migrations.length}; COMMIT;`);
}
