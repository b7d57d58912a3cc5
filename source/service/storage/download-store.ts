import Type from 'typebox';
import { decode } from '../../protocol/decode.ts';
import { HttpError, reasonOf } from '../http/http-error.ts';
import type { DownloadRecord, StoredPriority } from './record.ts';
import type { Database } from './sqlite.ts';
import { inTransaction, probeDatabase, storeText, verifyDatabase } from './transaction.ts';

const Row = Type.Object({
	infohash: Type.String(),
	name: Type.String(),
	magnet: Type.String(),
	size: Type.Integer(),
	total_pieces: Type.Integer(),
	trackers: Type.String(),
	web_seeds: Type.String(),
	destination: Type.String(),
	mount_point: Type.String(),
	links: Type.String(),
	unverified: Type.Boolean(),
	wanted: Type.Enum(['running', 'stopped']),
	checking: Type.Boolean(),
	selected: Type.String(),
	hops: Type.Integer(),
	safe_seeding: Type.Boolean(),
	max_download_speed: Type.Integer(),
	max_upload_speed: Type.Integer(),
	time_added: Type.Integer(),
	removing: Type.Enum(['', 'record', 'data']),
	error: Type.String(),
	progress: Type.Number({ default: 0 }),
	total_down: Type.Integer({ default: 0 }),
	total_up: Type.Integer({ default: 0 }),
	seeding_seconds: Type.Integer({ default: 0 }),
	label: Type.String(),
	given_name: Type.String(),
	sequential: Type.Boolean(),
	priorities: Type.String(),
	own_trackers: Type.Boolean(),
	queue_position: Type.Union([Type.Integer(), Type.Null()]),
	forced: Type.Boolean(),
	seeding_ratio: Type.Union([Type.Number(), Type.Null()]),
	seeding_minutes: Type.Union([Type.Integer(), Type.Null()]),
	ended: Type.String(),
	time_finished: Type.Union([Type.Integer(), Type.Null()]),
	moving: Type.String(),
	completion_due: Type.Boolean(),
	uses_files: Type.Boolean(),
});

/** Downloads in the database. All methods but `saveTransfers` are durable on return. */
export class DownloadStore {
	readonly #database: Database;
	readonly #statements: Readonly<
		Record<'saveDownload' | 'saveTransfer' | 'saveTorrent' | 'torrent', ReturnType<Database['prepare']>>
	>;

	constructor(database: Database) {
		this.#database = database;
		this.#statements = {
			saveDownload: database.prepare(
				saving(
					'downloads',
					`infohash, name, magnet, size, total_pieces, destination, wanted, checking, selected, hops,
					safe_seeding, max_download_speed, max_upload_speed, time_added, removing, error, trackers, web_seeds,
					label, given_name, sequential, priorities, own_trackers, queue_position, forced, seeding_ratio,
					seeding_minutes, ended, time_finished, moving, completion_due, mount_point, unverified, own_files,
					uses_files, links`,
				),
			),
			saveTransfer: database.prepare(
				`INSERT OR REPLACE INTO transfers (infohash, bitfield, progress, total_down, total_up, seeding_seconds)
				VALUES (?,?,?,?,?,?)`,
			),
			saveTorrent: database.prepare('INSERT OR REPLACE INTO torrents (infohash, bytes) VALUES (?,?)'),
			torrent: database.prepare('SELECT bytes FROM torrents WHERE infohash = ?'),
		};
	}

	/** Throws an HttpError when the files of the database were deleted, renamed or replaced. */
	verify(): void {
		verifyDatabase(this.#database);
	}

	/** Throws an HttpError when the disk of the database is full. */
	probe(): void {
		probeDatabase(this.#database);
	}

	/** Returns all downloads in the order of addition. */
	load(): DownloadRecord[] {
		try {
			return this.#records();
		} catch (error) {
			throw new HttpError(500, 'StorageError', storeText.unreadable(reasonOf(error)), error);
		}
	}

	#records(): DownloadRecord[] {
		const rows: unknown[] = this.#database
			.prepare(
				'SELECT * FROM downloads LEFT JOIN transfers USING (infohash) ORDER BY time_added, downloads.rowid',
			)
			.all();
		return rows.map((row) => {
			const { value } = decode(Row, row);
			return {
				infohash: value.infohash,
				name: value.name,
				magnet: value.magnet,
				size: value.size,
				totalPieces: value.total_pieces,
				trackers: readTexts(value.trackers),
				webSeeds: readTexts(value.web_seeds) ?? [],
				destination: value.destination,
				mountPoint: value.mount_point,
				links: readTexts(value.links) ?? [],
				requestedState: value.wanted,
				checking: value.checking,
				acceptsLoss: false,
				selected: readSelected(value.selected),
				hops: value.hops,
				safeSeeding: value.safe_seeding,
				maxDownloadSpeed: value.max_download_speed,
				maxUploadSpeed: value.max_upload_speed,
				timeAdded: value.time_added,
				removing: value.removing,
				error: value.error,
				ownFiles: bytesIn(row, 'own_files'),
				usesFiles: value.uses_files,
				waitsFor: null,
				bitfield: bytesIn(row, 'bitfield'),
				unverified: value.unverified,
				progress: value.progress,
				totalDown: value.total_down,
				totalUp: value.total_up,
				seedingSeconds: value.seeding_seconds,
				label: value.label,
				givenName: value.given_name,
				sequential: value.sequential,
				priorities: readPriorities(value.priorities),
				ownTrackers: value.own_trackers,
				queuePosition: value.queue_position,
				queued: false,
				place: 0,
				forced: value.forced,
				seedingRatio: value.seeding_ratio,
				seedingMinutes: value.seeding_minutes,
				ended: value.ended,
				timeFinished: value.time_finished,
				moving: value.moving,
				completionDue: value.completion_due,
			};
		});
	}

	/** Returns the original bytes of the .torrent; undefined while the metadata is missing. */
	torrent(infohash: string): Uint8Array | undefined {
		const row: unknown = this.#statements.torrent.get(infohash);
		const bytes = typeof row === 'object' && row !== null && 'bytes' in row ? row.bytes : undefined;
		return bytes instanceof Uint8Array ? new Uint8Array(bytes) : undefined;
	}

	/** Saves a new download with its progress and, if given, its .torrent. */
	add(record: DownloadRecord, torrent: Uint8Array | undefined): void {
		inTransaction(this.#database, () => {
			this.#save(record, torrent);
			this.#saveTransfer(record);
		});
	}

	/** Saves the requested settings of a download and, if given, its .torrent. */
	save(record: DownloadRecord, torrent?: Uint8Array): void {
		inTransaction(this.#database, () => this.#save(record, torrent));
	}

	/** Saves the requested settings of downloads together. */
	saveAll(records: ReadonlySet<DownloadRecord>): void {
		if (records.size === 0) return;
		inTransaction(this.#database, () => {
			for (const record of records) this.#save(record, undefined);
		});
	}

	#save(record: DownloadRecord, torrent: Uint8Array | undefined): void {
		this.#statements.saveDownload.run(
			record.infohash,
			record.name,
			record.magnet,
			record.size,
			record.totalPieces,
			record.destination,
			record.requestedState,
			record.checking ? 1 : 0,
			JSON.stringify(record.selected),
			record.hops,
			record.safeSeeding ? 1 : 0,
			Math.round(record.maxDownloadSpeed),
			Math.round(record.maxUploadSpeed),
			record.timeAdded,
			record.removing,
			record.error,
			JSON.stringify(record.trackers),
			JSON.stringify(record.webSeeds),
			record.label,
			record.givenName,
			record.sequential ? 1 : 0,
			JSON.stringify(Object.fromEntries(record.priorities)),
			record.ownTrackers ? 1 : 0,
			record.queuePosition,
			record.forced ? 1 : 0,
			record.seedingRatio,
			record.seedingMinutes,
			record.ended,
			record.timeFinished,
			record.moving,
			record.completionDue ? 1 : 0,
			record.mountPoint,
			record.unverified ? 1 : 0,
			record.ownFiles,
			record.usesFiles ? 1 : 0,
			JSON.stringify(record.links),
		);
		if (torrent) this.#statements.saveTorrent.run(record.infohash, torrent);
	}

	/**
	 * Saves bitfield, progress and totals without waiting for the disk. It runs every few seconds on the thread
	 * that serves requests. A crash of the machine loses only recent progress.
	 */
	saveTransfers(records: Iterable<DownloadRecord>): void {
		this.#database.exec('PRAGMA synchronous = NORMAL');
		try {
			this.#saveTransfers(records);
		} finally {
			this.#database.exec('PRAGMA synchronous = FULL');
		}
	}

	#saveTransfers(records: Iterable<DownloadRecord>): void {
		inTransaction(this.#database, () => {
			for (const record of records) this.#saveTransfer(record);
		});
	}

	#saveTransfer(record: DownloadRecord): void {
		this.#statements.saveTransfer.run(
			record.infohash,
			record.bitfield,
			record.progress,
			Math.round(record.totalDown),
			Math.round(record.totalUp),
			Math.round(record.seedingSeconds),
		);
	}

	/** Saves positions in the queue by infohash. */
	saveQueuePositions(positions: Iterable<readonly [infohash: string, position: number]>): void {
		inTransaction(this.#database, () => {
			const save = this.#database.prepare('UPDATE downloads SET queue_position = ? WHERE infohash = ?');
			for (const [infohash, position] of positions) save.run(position, infohash);
		});
	}

	remove(infohash: string): void {
		inTransaction(this.#database, () => {
			for (const table of ['downloads', 'torrents', 'transfers']) {
				this.#database.prepare(`DELETE FROM ${table} WHERE infohash = ?`).run(infohash);
			}
		});
	}

	/** Moves everything into the database file, so that a copy of it is complete. */
	close(): void {
		try {
			// The prepared statements keep the connection half open, so SQLite does not do this on close.
			this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
		} catch {
			// On a full disk the rest stays in the log, which is read at the next start.
		}
		this.#database.close();
	}
}

/**
 * Returns an upsert by infohash. An updated row keeps its position, because the order of rows is the order of
 * addition. `columns` starts with infohash.
 */
function saving(table: string, columns: string): string {
	const names = columns.split(',').map((name) => name.trim());
	const changes = names.slice(1).map((name) => `${name} = excluded.${name}`);
	const values = names.map(() => '?');
	return `INSERT INTO ${table} (${names}) VALUES (${values}) ON CONFLICT (infohash) DO UPDATE SET ${changes}`;
}

/** Returns the bytes in a column; none if it is null. */
function bytesIn(row: unknown, column: 'own_files' | 'bitfield'): Uint8Array {
	const values: { readonly [name: string]: unknown } = typeof row === 'object' ? { ...row } : {};
	const bytes = values[column];
	return bytes instanceof Uint8Array ? new Uint8Array(bytes) : new Uint8Array();
}

function readTexts(text: string): readonly string[] | null {
	const value: unknown = JSON.parse(text);
	return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : null;
}

function readSelected(text: string): readonly number[] | null {
	const value: unknown = JSON.parse(text);
	return Array.isArray(value) ? value.filter((index): index is number => Number.isInteger(index)) : null;
}

const Priorities = Type.Record(Type.String(), Type.Enum(['low', 'high']));

function readPriorities(text: string): ReadonlyMap<number, StoredPriority> {
	const { value } = decode(Priorities, JSON.parse(text));
	return new Map(Object.entries(value).map(([index, priority]) => [Number(index), priority]));
}
