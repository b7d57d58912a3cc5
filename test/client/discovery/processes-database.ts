import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';

/** A process record of Tribler 7.13 and 7.14. */
export interface NotedProcess {
	readonly pid: number;
	readonly port: number | null;
	readonly version?: string;
	readonly kind?: 'core' | 'gui';
	readonly primary?: boolean;
}

/** The table as Tribler 7.14 creates it. */
const createTable = `CREATE TABLE IF NOT EXISTS processes (
	rowid INTEGER PRIMARY KEY AUTOINCREMENT, row_version INTEGER NOT NULL DEFAULT 0, pid INTEGER NOT NULL,
	kind TEXT NOT NULL, "primary" INT NOT NULL, canceled INT NOT NULL, app_version TEXT NOT NULL,
	started_at INT NOT NULL, creator_pid INT, api_port INT, finished_at INT, exit_code INT, error_msg TEXT
)`;

/** Writes processes into a database, the newest last. Earlier ones stay and are no longer primary. */
export async function noteProcesses(path: string, processes: readonly NotedProcess[]): Promise<void> {
	await mkdir(dirname(path), { recursive: true });
	const database = new DatabaseSync(path);
	try {
		database.exec(createTable);
		database.exec('UPDATE processes SET "primary" = 0');
		const insert = database.prepare(
			`INSERT INTO processes (pid, kind, "primary", canceled, app_version, started_at, api_port)
			VALUES (?, ?, ?, 0, ?, 1700000000, ?)`,
		);
		for (const { pid, port, version = '7.14.0', kind = 'core', primary = true } of processes) {
			insert.run(pid, kind, primary ? 1 : 0, version, port);
		}
	} finally {
		database.close();
	}
}
