import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from '@photostructure/sqlite';
import Type from 'typebox';
import { MAX_TORRENT_BYTES } from '../../metainfo/metainfo.ts';
import { decode } from '../../protocol/decode.ts';
import type { UnusableEntry } from '../imported-download.ts';
import { MAX_ENTRIES, MAX_RESUME_BYTES, MAX_STATE_BYTES } from '../limits.ts';
import { reasonOf } from '../reading/state-files.ts';

/** Maximum size of a download in a database, bytes. */
const MAX_ROW_BYTES = MAX_TORRENT_BYTES + MAX_RESUME_BYTES;
/** Maximum size of a name that is read although its download is unusable, bytes. */
const MAX_NAME_BYTES = 1024;

export const databaseText = {
	tooLarge: `its database is larger than ${MAX_STATE_BYTES / 1024 / 1024} MiB`,
	noTable: 'its database has no table of downloads',
	tooMany: `its database contains more than ${MAX_ENTRIES} downloads`,
	computed: 'its database computes values of downloads, which is refused',
	largeRow: `its saved state is larger than ${MAX_ROW_BYTES / 1024 / 1024} MiB`,
	largeNumber: (column: string) => `its ${column} is too large a number`,
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

/** Columns with bytes. */
const BLOBS = ['libtorrent_resume_data', 'metadata'];

/**
 * Yields the downloads of a database in their order, one at a time. An unusable row is yielded with the reason. SQLite
 * writes beside an open database, so a copy is read. Throws an Error with the reason.
 */
export async function* readDatabase(path: string): AsyncGenerator<DatabaseRow | UnusableEntry> {
	const logLength = await lengthOf(`${path}-wal`);
	if (((await lengthOf(path)) ?? 0) + (logLength ?? 0) > MAX_STATE_BYTES)
		throw new Error(databaseText.tooLarge);
	const folder = await mkdtemp(join(tmpdir(), 'seedtop-import-'));
	try {
		const copy = join(folder, 'torrents.db');
		await copyFile(path, copy);
		// The log has the last changes of a client that did not close it.
		if (logLength !== undefined) await copyFile(`${path}-wal`, `${copy}-wal`).catch(() => {});
		yield* readRows(copy);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** Returns the length of a plain file, bytes; undefined if there is none. Others, such as a pipe, may never end. */
export async function lengthOf(path: string): Promise<number | undefined> {
	const found = await stat(path).catch(() => undefined);
	return found?.isFile() ? found.size : undefined;
}

async function* readRows(path: string): AsyncGenerator<DatabaseRow | UnusableEntry> {
	const { DatabaseSync } = await import('@photostructure/sqlite');
	const database = new DatabaseSync(path);
	try {
		const select = selectionsOf(database, columnsOf(database));
		if (Number(select.count.get()?.count) > MAX_ENTRIES) throw new Error(databaseText.tooMany);
		for (const { row } of select.rows.iterate()) {
			try {
				if (Number(select.size.get(row)?.bytes) > MAX_ROW_BYTES) throw new Error(databaseText.largeRow);
				yield rowOf(select.values.get(row));
			} catch (error) {
				yield { kind: 'unusable', name: String(select.name.get(row)?.name), reason: reasonOf(error) };
			}
		}
	} catch (error) {
		if (error instanceof Error && /no such table/.test(error.message)) throw new Error(databaseText.noTable);
		throw error;
	} finally {
		database.close();
	}
}

/** Returns the columns of the downloads. Throws if their values may be endless, or their rows have no numbers. */
function columnsOf(database: InstanceType<typeof DatabaseSync>): ReadonlySet<unknown> {
	const select = (text: string): unknown[] => database.prepare(text).all();
	if (
		select("SELECT 1 FROM sqlite_master WHERE name = 'torrents' AND type = 'table' AND rootpage > 0")
			.length === 0
	)
		throw new Error(databaseText.noTable);
	const columns = database.prepare("SELECT name, hidden FROM pragma_table_xinfo('torrents')").all();
	if (columns.some(({ name, hidden }) => hidden !== 0 || String(name).toLowerCase() === 'rowid'))
		throw new Error(databaseText.computed);
	return new Set(columns.map(({ name }) => name));
}

/** Returns the queries for downloads. Whole rows are read one by one: sorting them would take the memory of all. */
function selectionsOf(database: InstanceType<typeof DatabaseSync>, existing: ReadonlySet<unknown>) {
	const prepare = (text: string) => {
		const statement = database.prepare(text);
		// A larger number than JavaScript's would otherwise end the query.
		statement.setReadBigInts(true);
		return statement;
	};
	const columns = [...Object.keys(Row.properties), ...BLOBS];
	const expressionOf = (column: string) => (existing.has(column) ? column : 'NULL');
	const values = columns.map((column) => `${expressionOf(column)} AS ${column}`).join(', ');
	const bytes = columns.map((column) => `coalesce(octet_length(${expressionOf(column)}), 0)`).join(' + ');
	const [name, id] = [expressionOf('name'), expressionOf('torrent_id')];
	const shown = `iif(octet_length(${name}) BETWEEN 1 AND ${MAX_NAME_BYTES}, ${name}, substr(${id}, 1, 40))`;
	return {
		count: prepare('SELECT count(*) AS count FROM torrents'),
		rows: prepare('SELECT rowid AS row FROM torrents ORDER BY queue_position, rowid'),
		size: prepare(`SELECT ${bytes} AS bytes FROM torrents WHERE rowid = ?`),
		values: prepare(`SELECT ${values} FROM torrents WHERE rowid = ?`),
		name: prepare(`SELECT ${shown} AS name FROM torrents WHERE rowid = ?`),
	};
}

/** Returns a row with numbers instead of large integers. Throws if one would not be exact. */
function rowOf(row: Readonly<Record<string, unknown>> | undefined): DatabaseRow {
	const fields = Object.entries(row ?? {}).map(([column, field]) => {
		if (typeof field !== 'bigint') return [column, field];
		if (!Number.isSafeInteger(Number(field))) throw new Error(databaseText.largeNumber(column));
		return [column, Number(field)];
	});
	const { value } = decode(Row, Object.fromEntries(fields));
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
		resumeData: bytesOf(row?.libtorrent_resume_data) ?? new Uint8Array(),
		metadata: bytesOf(row?.metadata),
	};
}

function bytesOf(value: unknown): Uint8Array | undefined {
	return value instanceof Uint8Array && value.length > 0 ? value : undefined;
}
