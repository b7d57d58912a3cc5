import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from '@photostructure/sqlite';
import Type from 'typebox';
import { decode } from '../../protocol/decode.ts';
import { MAX_ENTRIES, MAX_STATE_BYTES } from '../limits.ts';

export const databaseText = {
	tooLarge: `its database is larger than ${MAX_STATE_BYTES / 1024 / 1024} MiB`,
	noTable: 'its database has no table of downloads',
	tooMuch: `its database yields more than ${MAX_ENTRIES} downloads, or more than ${MAX_STATE_BYTES / 1024 / 1024} MiB`,
	computed: 'its database computes values of downloads, which is refused',
};

/** A download in the database of qBittorrent. */
export interface DatabaseRow {
	/** Infohash, of version 2 for hybrid torrents. */
	readonly id: string;
	readonly name: string;
	readonly category: string;
	readonly tags: readonly string[];
	readonly folder: string | undefined;
	readonly incompleteFolder: string | undefined;
	readonly ratio: number;
	readonly seedingMinutes: number;
	readonly stopped: boolean;
	/** Values of libtorrent, bencoded. */
	readonly resumeData: Uint8Array;
	/** The .torrent; undefined until the metadata of a magnet link arrives. */
	readonly metadata: Uint8Array | undefined;
}

const Row = Type.Object({
	torrent_id: Type.String(),
	name: Type.String({ default: '' }),
	category: Type.String({ default: '' }),
	tags: Type.String({ default: '' }),
	target_save_path: Type.String({ default: '' }),
	download_path: Type.String({ default: '' }),
	ratio_limit: Type.Number({ default: -1 }),
	seeding_time_limit: Type.Number({ default: -1 }),
	stopped: Type.Number({ default: 1 }),
});

/**
 * Returns the downloads of a database in their order; undefined if there is no such file. SQLite writes beside an open
 * database, so a copy is read. Throws an Error with the reason.
 */
export async function readDatabase(path: string): Promise<DatabaseRow[] | undefined> {
	const length = await lengthOf(path);
	if (length === undefined) return undefined;
	const logLength = await lengthOf(`${path}-wal`);
	if (length + (logLength ?? 0) > MAX_STATE_BYTES) throw new Error(databaseText.tooLarge);
	const folder = await mkdtemp(join(tmpdir(), 'seedtop-import-'));
	try {
		const copy = join(folder, 'torrents.db');
		await copyFile(path, copy);
		// The log has the last changes of a client that did not close it.
		if (logLength !== undefined) await copyFile(`${path}-wal`, `${copy}-wal`).catch(() => {});
		return await readRows(copy);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** Returns the length of a plain file, bytes; undefined if there is none. Others, such as a pipe, may never end. */
async function lengthOf(path: string): Promise<number | undefined> {
	const found = await stat(path).catch(() => undefined);
	return found?.isFile() ? found.size : undefined;
}

async function readRows(path: string): Promise<DatabaseRow[]> {
	const { DatabaseSync } = await import('@photostructure/sqlite');
	const database = new DatabaseSync(path);
	try {
		requirePlainTable(database);
		const rows: DatabaseRow[] = [];
		let bytes = 0;
		for (const row of database.prepare('SELECT * FROM torrents ORDER BY queue_position, id').iterate()) {
			const found = rowOf(row);
			bytes += found.resumeData.length + (found.metadata?.length ?? 0);
			if (rows.length >= MAX_ENTRIES || bytes > MAX_STATE_BYTES) throw new Error(databaseText.tooMuch);
			rows.push(found);
		}
		return rows;
	} catch (error) {
		if (error instanceof Error && /no such table/.test(error.message)) throw new Error(databaseText.noTable);
		throw error;
	} finally {
		database.close();
	}
}

/** Throws if the downloads are a view or a virtual table, or have computed columns: their values may be endless. */
function requirePlainTable(database: InstanceType<typeof DatabaseSync>): void {
	const select = (text: string): unknown[] => database.prepare(text).all();
	if (
		select("SELECT 1 FROM sqlite_master WHERE name = 'torrents' AND type = 'table' AND rootpage > 0")
			.length === 0
	)
		throw new Error(databaseText.noTable);
	if (select("SELECT 1 FROM pragma_table_xinfo('torrents') WHERE hidden <> 0").length > 0)
		throw new Error(databaseText.computed);
}

function rowOf(row: unknown): DatabaseRow {
	const { value } = decode(Row, row);
	return {
		id: value.torrent_id,
		name: value.name,
		category: value.category,
		tags: value.tags.split(',').filter((tag) => tag !== ''),
		folder: value.target_save_path || undefined,
		incompleteFolder: value.download_path || undefined,
		ratio: value.ratio_limit,
		seedingMinutes: value.seeding_time_limit,
		stopped: value.stopped !== 0,
		resumeData: bytesIn(row, 'libtorrent_resume_data') ?? new Uint8Array(),
		metadata: bytesIn(row, 'metadata'),
	};
}

function bytesIn(row: unknown, column: string): Uint8Array | undefined {
	const value = typeof row === 'object' && row !== null ? Object.entries(row) : [];
	const bytes: unknown = value.find(([name]) => name === column)?.[1];
	return bytes instanceof Uint8Array && bytes.length > 0 ? new Uint8Array(bytes) : undefined;
}
