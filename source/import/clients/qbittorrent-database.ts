import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Type from 'typebox';
import { decode } from '../../protocol/decode.ts';
import { MAX_STATE_BYTES } from '../limits.ts';

export const databaseText = {
	tooLarge: `its database is larger than ${MAX_STATE_BYTES / 1024 / 1024} MiB`,
	noTable: 'its database has no table of downloads',
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
	const found = await stat(path).catch(() => undefined);
	if (!found?.isFile()) return undefined;
	if (found.size > MAX_STATE_BYTES) throw new Error(databaseText.tooLarge);
	const folder = await mkdtemp(join(tmpdir(), 'seedtop-import-'));
	try {
		const copy = join(folder, 'torrents.db');
		await copyFile(path, copy);
		// The log has the last changes of a client that did not close it.
		await copyFile(`${path}-wal`, `${copy}-wal`).catch(() => {});
		return await readRows(copy);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function readRows(path: string): Promise<DatabaseRow[]> {
	const { DatabaseSync } = await import('@photostructure/sqlite');
	const database = new DatabaseSync(path);
	try {
		const rows: unknown[] = database.prepare('SELECT * FROM torrents ORDER BY queue_position, id').all();
		return rows.map(rowOf);
	} catch (error) {
		if (error instanceof Error && /no such table/.test(error.message)) throw new Error(databaseText.noTable);
		throw error;
	} finally {
		database.close();
	}
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
