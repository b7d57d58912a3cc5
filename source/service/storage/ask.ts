import type { Database } from './database.ts';

/**
 * The values that the query `SELECT <value> <from>` gives. Without a prepared statement: those live until memory is
 * cleaned up, and until then a database that was closed keeps its locks and may delete the log beside its file, which
 * may be another's by then.
 */
export function ask(database: Database, value: string, from: string): unknown[] {
	const told: unknown[] = [];
	database.function('seedtop_told', (one: unknown) => {
		told.push(one);
		return null;
	});
	database.exec(`SELECT seedtop_told(${value}) ${from}`);
	return told;
}
