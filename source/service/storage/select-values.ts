import type { Database } from './sqlite.ts';

/**
 * Returns the values of `SELECT <value> <from>`. Avoids prepared statements: until garbage collection they keep a
 * closed database's locks. A later cleanup may then delete the write-ahead log of another process.
 */
export function selectValues(database: Database, value: string, from: string): unknown[] {
	const received: unknown[] = [];
	database.function('seedtop_collect', (one: unknown) => {
		received.push(one);
		return null;
	});
	database.exec(`SELECT seedtop_collect(${value}) ${from}`);
	return received;
}
