import Type from 'typebox';
import { BigInteger } from '../../protocol/big-integer.ts';
import { decode } from '../../protocol/decode.ts';
import { type ChannelRecord, channelFields, channelTable } from '../storage/channel-record.ts';
import { given, integer, type RecordOf, recordReader } from '../storage/record-table.ts';
import { type Database, statementsOf } from '../storage/sqlite.ts';
import { inTransaction, readStored } from '../storage/transaction.ts';
import type { PlaylistEntry, TorrentEntry } from './channel-registry.ts';

/** Changes of one channel. They are written together. */
export interface ChannelWrite {
	readonly channel: Omit<ChannelRecord, 'search'>;
	readonly torrents?: readonly TorrentEntry[];
	/** Written after `removedTorrents`. */
	readonly removedTorrents?: readonly bigint[];
	readonly playlists?: readonly PlaylistEntry[];
	readonly removedPlaylists?: readonly number[];
}

const storedFields = { ...channelFields, torrentCount: given('torrents', integer) } as const;
const readChannel = recordReader(storedFields);

/** A channel without its contents, as stored. */
export type StoredChannel = Readonly<RecordOf<typeof storedFields>>;

const TorrentRow = Type.Object({
	channel: Type.String(),
	id: BigInteger(),
	infohash: Type.String(),
	record: Type.String(),
});
const TorrentRecord = Type.Object({
	name: Type.String(),
	size: Type.Optional(Type.Integer()),
	category: Type.String(),
	status: Type.Integer(),
	trackers: Type.Array(Type.String()),
	files: Type.Array(Type.Object({ name: Type.String(), size: Type.Integer() })),
	created: Type.Integer(),
	feed: Type.Optional(Type.String()),
});
const PlaylistRow = Type.Object({ id: Type.Integer(), record: Type.String() });
const PlaylistRecord = Type.Object({
	name: Type.String(),
	description: Type.String(),
	torrents: Type.Array(Type.String()),
});

const CHANNEL_COLUMNS = `id, own, name, description, version, created, updated, bytes,
	(SELECT count(*) FROM channel_torrents WHERE channel = channels.id) AS torrents`;
const TORRENT_COLUMNS = 'channel, id, infohash, record';

/** Channels in the database. Every method but the reads is durable on return, or throws an HttpError. */
export class ChannelStore {
	readonly #database: Database;
	readonly #prepare: ReturnType<typeof statementsOf>;
	readonly #saveChannel: (channel: ChannelRecord) => void;

	constructor(database: Database) {
		this.#database = database;
		this.#prepare = statementsOf(database);
		this.#saveChannel = channelTable.saving(database);
	}

	/** Returns all channels, the own one first, then by name. */
	channels(): StoredChannel[] {
		return readStored(() =>
			this.#rows(`SELECT ${CHANNEL_COLUMNS} FROM channels ORDER BY own DESC, search, id`).map(readChannel),
		);
	}

	channel(id: string): StoredChannel | undefined {
		return readStored(() =>
			this.#rows(`SELECT ${CHANNEL_COLUMNS} FROM channels WHERE id = ?`, id).map(readChannel),
		)[0];
	}

	/** Returns the torrents of a channel in the sequence in which they were added. */
	torrents(channel: string): TorrentEntry[] {
		return this.#entries('WHERE channel = ? ORDER BY rowid', channel).map(({ torrent }) => torrent);
	}

	torrent(channel: string, id: bigint): TorrentEntry | undefined {
		return this.#entries('WHERE channel = ? AND id = ?', channel, id)[0]?.torrent;
	}

	/** Returns the entries of an infohash in all channels. */
	torrentsOf(infohash: string): TorrentEntry[] {
		return this.#entries('WHERE infohash = ?', infohash).map(({ torrent }) => torrent);
	}

	playlists(channel: string): PlaylistEntry[] {
		return readStored(() =>
			this.#rows('SELECT id, record FROM channel_playlists WHERE channel = ? ORDER BY id', channel).map(
				playlistOf,
			),
		);
	}

	head(id: string): Uint8Array | undefined {
		return readStored(() => {
			const row: unknown = this.#prepare('SELECT head FROM channels WHERE id = ?').get(id);
			const head = typeof row === 'object' && row !== null && 'head' in row ? row.head : undefined;
			return head instanceof Uint8Array ? new Uint8Array(head) : undefined;
		});
	}

	/** Replaces the head of a channel. */
	renew(id: string, head: Uint8Array): void {
		inTransaction(this.#database, () => {
			this.#prepare('UPDATE channels SET head = ? WHERE id = ?').run(head, id);
		});
	}

	/** Returns channels whose names have all words, in lower case. */
	findChannels(words: readonly string[], limit: number): StoredChannel[] {
		const sql = `SELECT ${CHANNEL_COLUMNS} FROM channels ${hasWords(words)} ORDER BY own DESC, updated DESC LIMIT ?`;
		return readStored(() => this.#rows(sql, ...words, limit).map(readChannel));
	}

	/** Returns torrents whose names have all words, in lower case, newest first. */
	findTorrents(words: readonly string[], limit: number): { channel: string; torrent: TorrentEntry }[] {
		return this.#entries(`${hasWords(words)} ORDER BY rowid DESC LIMIT ?`, ...words, limit);
	}

	/** Writes the changes of channels, and drops others, in one transaction. */
	write(changes: readonly ChannelWrite[], dropped: readonly string[] = []): void {
		inTransaction(this.#database, () => {
			for (const id of dropped) this.#drop(id);
			for (const change of changes) this.#write(change);
		});
	}

	#write({ channel, torrents, removedTorrents, playlists, removedPlaylists }: ChannelWrite): void {
		const { id } = channel;
		this.#saveChannel({ ...channel, search: folded(channel.name) });
		const removeTorrent = this.#prepare('DELETE FROM channel_torrents WHERE channel = ? AND id = ?');
		for (const torrent of removedTorrents ?? []) removeTorrent.run(id, torrent);
		const saveTorrent = this.#prepare(
			`INSERT INTO channel_torrents (channel, id, infohash, search, record) VALUES (?,?,?,?,?)
			ON CONFLICT (channel, id) DO UPDATE SET infohash = excluded.infohash, search = excluded.search,
			record = excluded.record`,
		);
		for (const torrent of torrents ?? []) {
			const { id: entry, infohash, ...record } = torrent;
			saveTorrent.run(id, entry, infohash, folded(torrent.name), JSON.stringify(record));
		}
		const removePlaylist = this.#prepare('DELETE FROM channel_playlists WHERE channel = ? AND id = ?');
		for (const playlist of removedPlaylists ?? []) removePlaylist.run(id, playlist);
		const savePlaylist = this.#prepare(
			`INSERT INTO channel_playlists (channel, id, record) VALUES (?,?,?)
			ON CONFLICT (channel, id) DO UPDATE SET record = excluded.record`,
		);
		for (const { id: playlist, ...record } of playlists ?? [])
			savePlaylist.run(id, playlist, JSON.stringify(record));
	}

	#drop(id: string): void {
		for (const table of ['channel_torrents', 'channel_playlists'])
			this.#prepare(`DELETE FROM ${table} WHERE channel = ?`).run(id);
		this.#prepare('DELETE FROM channels WHERE id = ?').run(id);
	}

	#entries(
		condition: string,
		...values: readonly (string | bigint | number)[]
	): { channel: string; torrent: TorrentEntry }[] {
		const sql = `SELECT ${TORRENT_COLUMNS} FROM channel_torrents ${condition}`;
		return readStored(() => {
			const statement = this.#prepare(sql);
			// Ids exceed the integers of a double.
			statement.setReadBigInts(true);
			return statement.all(...values).map(torrentOf);
		});
	}

	#rows(sql: string, ...values: readonly (string | number)[]) {
		return this.#prepare(sql).all(...values);
	}
}

/** Returns a text as searches compare it. */
export function folded(text: string): string {
	return text.toLowerCase().replaceAll('\0', ' ');
}

/** Returns the condition for names with all words, one parameter for each. */
function hasWords(words: readonly string[]): string {
	return words.length === 0 ? '' : `WHERE ${words.map(() => 'instr(search, ?) > 0').join(' AND ')}`;
}

function torrentOf(row: unknown): { channel: string; torrent: TorrentEntry } {
	const { channel, id, infohash, record } = decode(TorrentRow, row).value;
	const { size, feed, ...rest } = decode(TorrentRecord, JSON.parse(record)).value;
	return { channel, torrent: { id, infohash, size, feed, ...rest } };
}

function playlistOf(row: unknown): PlaylistEntry {
	const { id, record } = decode(PlaylistRow, row).value;
	return { id, ...decode(PlaylistRecord, JSON.parse(record)).value };
}
