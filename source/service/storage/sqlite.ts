import type { DatabaseSync } from '@photostructure/sqlite';

/** A connection to a SQLite database. */
export type Database = InstanceType<typeof DatabaseSync>;

type Statement = ReturnType<Database['prepare']>;

/** Returns a function that prepares each text of a statement once. */
export function statementsOf(database: Database): (sql: string) => Statement {
	const statements = new Map<string, Statement>();
	return (sql) => {
		const statement = statements.get(sql) ?? database.prepare(sql);
		statements.set(sql, statement);
		return statement;
	};
}
