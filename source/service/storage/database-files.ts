import { statSync } from 'node:fs';
import type { FileIdentity } from './path-guard.ts';
import type { Database } from './sqlite.ts';

/** The file of a connection is not at its path any more. Later writes to it are lost. */
export class DatabaseMoved extends Error {
	override readonly name = 'DatabaseMoved';

	constructor(path: string) {
		super(
			`Another program deleted, renamed or replaced ${path} while the service runs. Changes are refused. Rename it back, or restore a copy and restart the service.`,
		);
	}
}

/** Files of each open connection by path. They are open, so no other file has their device and inode. */
const files = new WeakMap<Database, ReadonlyMap<string, FileIdentity>>();

/** Records the files of a connection that was opened at a path: the database and its log. */
export function recordFiles(database: Database, path: string): void {
	const opened = [path, `${path}-wal`].flatMap((each) => {
		const found = statSync(each, { throwIfNoEntry: false });
		return found ? [[each, found] as const] : [];
	});
	files.set(database, new Map(opened));
}

/** Throws DatabaseMoved unless all files of a connection are at their paths. Takes about 10 µs. */
export function requireFiles(database: Database): void {
	for (const [path, { dev, ino }] of files.get(database) ?? []) {
		const found = statSync(path, { throwIfNoEntry: false });
		if (found?.ino !== ino || found.dev !== dev) throw new DatabaseMoved(path);
	}
}
