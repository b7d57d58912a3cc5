import { type DownloadRecord, downloadTable, readDownload, transferTable } from './record.ts';
import type { Database } from './sqlite.ts';
import { inTransaction, probeDatabase, readStored, verifyDatabase } from './transaction.ts';

type Statement = ReturnType<Database['prepare']>;

/** Downloads in the database. All methods but `saveTransfers` are durable on return. */
export class DownloadStore {
	readonly #database: Database;
	readonly #saveDownload: (record: DownloadRecord) => void;
	readonly #saveTransfer: (record: DownloadRecord) => void;
	readonly #saveTorrent: Statement;
	readonly #torrent: Statement;

	constructor(database: Database) {
		this.#database = database;
		this.#saveDownload = downloadTable.saving(database);
		this.#saveTransfer = transferTable.saving(database);
		this.#saveTorrent = database.prepare('INSERT OR REPLACE INTO torrents (infohash, bytes) VALUES (?,?)');
		this.#torrent = database.prepare('SELECT bytes FROM torrents WHERE infohash = ?');
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
		return readStored(() =>
			this.#database
				.prepare(
					'SELECT * FROM downloads LEFT JOIN transfers USING (infohash) ORDER BY time_added, downloads.rowid',
				)
				.all()
				.map(readDownload),
		);
	}

	/** Returns the original bytes of the .torrent; undefined while the metadata is missing. */
	torrent(infohash: string): Uint8Array | undefined {
		const row: unknown = this.#torrent.get(infohash);
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

	/** Saves the requested settings of downloads, and what `write` writes to the database, in one transaction. */
	saveAll(records: ReadonlySet<DownloadRecord>, write?: () => void): void {
		if (records.size === 0 && !write) return;
		inTransaction(this.#database, () => {
			write?.();
			for (const record of records) this.#save(record, undefined);
		});
	}

	#save(record: DownloadRecord, torrent: Uint8Array | undefined): void {
		this.#saveDownload(record);
		if (torrent) this.#saveTorrent.run(record.infohash, torrent);
	}

	/**
	 * Saves bitfield, progress and totals without waiting for the disk. It runs every few seconds on the thread
	 * that serves requests. A crash of the machine loses only recent progress.
	 */
	saveTransfers(records: Iterable<DownloadRecord>): void {
		this.#database.exec('PRAGMA synchronous = NORMAL');
		try {
			inTransaction(this.#database, () => {
				for (const record of records) this.#saveTransfer(record);
			});
		} finally {
			this.#database.exec('PRAGMA synchronous = FULL');
		}
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
