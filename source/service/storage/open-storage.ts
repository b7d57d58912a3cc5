import type { Log } from '../log.ts';
import { CorruptDatabase, type Database, keepAside, openDatabase } from './database.ts';

/**
 * Opens the database of a state folder. A corrupt one is refused, or with `replaceCorrupt` kept aside for an empty
 * one; a sound one is never replaced.
 * @throws HttpError as `openDatabase` does
 */
export function openStorage(stateFolder: string, replaceCorrupt: boolean, log: Log): Database {
	try {
		return openDatabase(stateFolder);
	} catch (error) {
		if (!(error instanceof CorruptDatabase && replaceCorrupt)) throw error;
		const aside = keepAside(stateFolder);
		log('warning', `The database was corrupt. It is kept as ${aside}, and an empty one takes its place.`);
		return openDatabase(stateFolder);
	}
}
