import type { DatabaseSync } from '@photostructure/sqlite';

/** A connection to a SQLite database. */
export type Database = InstanceType<typeof DatabaseSync>;
