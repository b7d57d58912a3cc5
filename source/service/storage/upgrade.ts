import { setImmediate as nextTurn } from 'node:timers/promises';
import { storageError } from '../http/http-error.ts';
import { migrations } from './migrations.ts';
import { selectValues } from './select-values.ts';
import type { Database } from './sqlite.ts';

export const upgradeText = {
	step: (number: number) => `Upgrading the database: step ${number} of ${migrations.length}`,
	newer: (path: string, version: number) =>
		`The database ${path} was written by a newer seedtop (database version ${version}, supported: ${migrations.length}). It was not changed. Update seedtop, or give another --state-dir.`,
};

/** Whether the database is of an older seedtop and `upgrade` has steps to run. */
export function needsUpgrade(database: Database): boolean {
	return versionOf(database) < migrations.length;
}

/**
 * Upgrades the database of an older seedtop. Each step is atomic. Other work of the process runs between two steps.
 * `tick` gets a description of the next step.
 */
export async function upgrade(database: Database, tick: (doing: string) => void): Promise<void> {
	for (let version = versionOf(database); version < migrations.length; version++) {
		tick(upgradeText.step(version + 1));
		await nextTurn();
		runStep(database, version);
	}
}

/** Creates the tables of an empty database. Leaves any other unchanged. */
export function createSchema(database: Database): void {
	const [tables] = selectValues(database, 'count(*)', 'FROM sqlite_schema');
	if (tables !== 0 || versionOf(database) > 0) return;
	for (let version = 0; version < migrations.length; version++) runStep(database, version);
}

/** @throws HttpError when the database has steps that this seedtop does not know */
export function refuseNewer(database: Database, path: string): void {
	const version = versionOf(database);
	if (version <= migrations.length) return;
	throw storageError(upgradeText.newer(path, version));
}

function runStep(database: Database, version: number): void {
	try {
		database.exec(
			`BEGIN IMMEDIATE; ${migrations[version] ?? ''} PRAGMA user_version = ${version + 1}; COMMIT;`,
		);
	} catch (error) {
		// A full disk may have ended it already.
		if (database.isTransaction) database.exec('ROLLBACK');
		throw error;
	}
}

function versionOf(database: Database): number {
	return Number(selectValues(database, 'user_version', 'FROM pragma_user_version')[0]);
}
