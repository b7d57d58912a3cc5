import type { Database } from './sqlite.ts';

/**
 * Returns the values of `SELECT <value> <from>`. Avoids prepared statements: until garbage collection they keep a
 * closed database's locks. A later cleanup may then delete the write-ahead log of another process.
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
