import type { Log } from '../log/log.ts';
import { CorruptDatabase, moveAside, openDatabase } from './database.ts';
import type { Database } from './sqlite.ts';

/** Returns the log line about a renamed database. */
export function replacedText(path: string): string {
	return `The database was corrupt. It was renamed to ${path} and replaced by an empty one.`;
}

/**
 * Opens the database of a state folder. Refuses a corrupt one; with `replaceCorrupt` keeps it aside and creates an
 * empty one. An intact database is never replaced.
 * @throws HttpError as `openDatabase` does
 */
export function openStorage(stateFolder: string, replaceCorrupt: boolean, log: Log): Database {
	try {
		return openDatabase(stateFolder);
	} catch (error) {
		if (!(error instanceof CorruptDatabase && replaceCorrupt)) throw error;
		const aside = moveAside(stateFolder);
		log('warning', replacedText(aside));
		return openDatabase(stateFolder);
	}
}
