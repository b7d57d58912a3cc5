import Type from 'typebox';
import { decode } from '../../protocol/decode.ts';
import { FeedFilter } from '../../protocol/resources/channel.ts';
import { addressScopes } from '../connections/network.ts';
import { HttpError, reasonOf } from '../http/http-error.ts';
import type { Database } from '../storage/sqlite.ts';
import { inTransaction, storeText } from '../storage/transaction.ts';
import { type FeedRecord, type FoundItem, type ItemRecord, itemStatuses } from './feed.ts';
import { feedLimits } from './limits.ts';

const optionalInteger = Type.Union([Type.Integer(), Type.Null()]);
const FeedRow = Type.Object({
	number: Type.Integer(),
	url: Type.String(),
	title: Type.String(),
	etag: Type.String(),
	last_modified: Type.String(),
	ttl_minutes: Type.Integer(),
	last_check: optionalInteger,
	next_check: Type.Integer(),
	failures: Type.Integer(),
	error: Type.String(),
	filter: Type.String(),
	filter_after: Type.Integer(),
	scope: Type.Enum(['', ...addressScopes]),
});
const ItemRow = Type.Object({
	number: Type.Integer(),
	feed: Type.Integer(),
	key: Type.String(),
	title: Type.String(),
	uri: Type.String(),
	infohash: Type.String(),
	size: optionalInteger,
	published: optionalInteger,
	found: Type.Integer(),
	status: Type.Enum([...itemStatuses]),
	reason: Type.String(),
	attempts: Type.Integer(),
	in_channel: Type.Boolean(),
});
const CountRow = Type.Object({ items: Type.Integer(), added: Type.Integer() });
const WaitingRow = Type.Object({ feed: Type.Integer() });
const NumberRow = Type.Object({ number: Type.Integer() });
const Filter = Type.Union([FeedFilter, Type.Null()]);

type Statement = ReturnType<Database['prepare']>;
type Value = string | number | null;

/** Feeds and their items in the database. Every method but the reads is durable on return, or throws an HttpError. */
export class FeedStore {
	readonly #database: Database;
	readonly #statements = new Map<string, Statement>();

	constructor(database: Database) {
		this.#database = database;
	}

	/**
	 * Returns all feeds in the order of addition. A feed with waiting items is due: the service was stopped before their
	 * turn.
	 */
	load(now: number): FeedRecord[] {
		const interrupted = new Set(
			this.#rows(WaitingRow, "SELECT DISTINCT feed FROM feed_items WHERE status = 'waiting'").map(
				({ feed }) => feed,
			),
		);
		return this.#rows(FeedRow, 'SELECT * FROM feeds ORDER BY number').map((row) => ({
			number: row.number,
			url: row.url,
			title: row.title,
			etag: row.etag,
			lastModified: row.last_modified,
			ttlMinutes: row.ttl_minutes,
			lastCheck: row.last_check ?? undefined,
			nextCheck: interrupted.has(row.number) ? Math.min(row.next_check, now) : row.next_check,
			failures: row.failures,
			error: row.error,
			filter: filterOf(row.filter),
			filterAfter: row.filter_after,
			scope: row.scope === '' ? undefined : row.scope,
			...this.#count(row.number),
		}));
	}

	/** Adds a feed, to be checked at once. */
	insert(url: string): FeedRecord {
		let number = 0;
		inTransaction(this.#database, () => {
			const { lastInsertRowid } = this.#prepare('INSERT INTO feeds (url) VALUES (?)').run(url);
			number = Number(lastInsertRowid);
		});
		return {
			number,
			url,
			title: '',
			etag: '',
			lastModified: '',
			ttlMinutes: 0,
			lastCheck: undefined,
			nextCheck: 0,
			failures: 0,
			error: '',
			filter: null,
			filterAfter: 0,
			scope: undefined,
			items: 0,
			added: 0,
		};
	}

	remove(number: number): void {
		inTransaction(this.#database, () => {
			this.#prepare('DELETE FROM feed_items WHERE feed = ?').run(number);
			this.#prepare('DELETE FROM feeds WHERE number = ?').run(number);
		});
	}

	/** Saves a feed without its items. */
	save(feed: FeedRecord): void {
		inTransaction(this.#database, () => this.#save(feed));
	}

	/** Sets the condition for downloads. It applies to items that are found later. */
	setFilter(feed: FeedRecord, filter: FeedFilter | null): void {
		const [newest] = this.#rows(
			NumberRow,
			'SELECT coalesce(max(number), 0) AS number FROM feed_items WHERE feed = ?',
			feed.number,
		);
		const filterAfter = newest?.number ?? 0;
		inTransaction(this.#database, () => this.#save({ ...feed, filter, filterAfter }));
		Object.assign(feed, { filter, filterAfter });
	}

	/**
	 * Saves the new state of a feed together with the items of its document, the newest first. The state has the
	 * validators: without the items, the next response would be 304. Known items keep their status.
	 */
	saveDocument(feed: FeedRecord, items: readonly FoundItem[], now: number): void {
		inTransaction(this.#database, () => {
			this.#save(feed);
			const insert = this.#prepare(
				`INSERT INTO feed_items (feed, key, title, uri, infohash, size, published, found) VALUES (?,?,?,?,?,?,?,?)
				ON CONFLICT (feed, key) DO UPDATE SET uri = excluded.uri
				WHERE status IN ('waiting', 'failed') AND uri <> excluded.uri AND excluded.uri <> ''`,
			);
			for (const item of items.toReversed()) {
				const { key, title, uri, infohash = '', size = null, published = null } = item;
				insert.run(feed.number, key, title, uri, infohash, size, published, now);
			}
			this.#prune(feed.number, items);
		});
		Object.assign(feed, this.#count(feed.number));
	}

	/** Returns the items to fetch: new ones, the newest first, then those whose last attempt failed. */
	due(feed: number, limit: number): ItemRecord[] {
		return this.#items(
			`WHERE feed = ? AND (status = 'waiting' OR (status = 'failed' AND attempts < ?))
			ORDER BY status = 'failed', number DESC LIMIT ?`,
			feed,
			feedLimits.maxAttempts,
			limit,
		);
	}

	/** Returns the items of a feed, the newest first. */
	items(feed: number): ItemRecord[] {
		return this.#items('WHERE feed = ? ORDER BY number DESC', feed);
	}

	/** Whether an item with a torrent was downloaded. Its download may have been removed. */
	wasDownloaded(infohash: string): boolean {
		return this.#items("WHERE infohash = ? AND status = 'downloaded' LIMIT 1", infohash).length > 0;
	}

	/** Whether an item of a feed with a torrent was added to the channel. */
	wasAdded(feed: number, infohash: string): boolean {
		return (
			this.#items('WHERE feed = ? AND infohash = ? AND in_channel = 1 LIMIT 1', feed, infohash).length > 0
		);
	}

	/** Saves the outcome of an item. Does nothing if its feed was removed. */
	settle({ number, title, infohash, size, status, reason, attempts, isInChannel }: ItemRecord): void {
		inTransaction(this.#database, () => {
			this.#prepare(
				`UPDATE feed_items SET title = ?, infohash = ?, size = ?, status = ?, reason = ?, attempts = ?, in_channel = ?
				WHERE number = ?`,
			).run(title, infohash ?? '', size ?? null, status, reason, attempts, isInChannel ? 1 : 0, number);
		});
	}

	#save(feed: FeedRecord): void {
		this.#prepare(
			`UPDATE feeds SET title = ?, etag = ?, last_modified = ?, ttl_minutes = ?, last_check = ?, next_check = ?, failures = ?, error = ?,
			filter = ?, filter_after = ?, scope = ? WHERE number = ?`,
		).run(
			feed.title,
			feed.etag,
			feed.lastModified,
			feed.ttlMinutes,
			feed.lastCheck ?? null,
			feed.nextCheck,
			feed.failures,
			feed.error,
			JSON.stringify(feed.filter),
			feed.filterAfter,
			feed.scope ?? '',
			feed.number,
		);
	}

	/** Forgets the oldest items beyond the limits. Those of the document stay: they would be new again. */
	#prune(feed: number, items: readonly FoundItem[]): void {
		this.#prepare(
			`DELETE FROM feed_items WHERE number IN (SELECT number FROM (
				SELECT number, key, count(*) OVER newest AS items, sum(length(title) + length(uri)) OVER newest AS text
				FROM feed_items WHERE feed = ? WINDOW newest AS (ORDER BY number DESC)
			) WHERE (items > ? OR text > ?) AND key NOT IN (SELECT value FROM json_each(?)))`,
		).run(
			feed,
			feedLimits.maxKnownItems,
			feedLimits.maxKnownText,
			JSON.stringify(items.map(({ key }) => key)),
		);
	}

	#count(feed: number): Pick<FeedRecord, 'items' | 'added'> {
		const sql =
			'SELECT count(*) AS items, coalesce(sum(in_channel), 0) AS added FROM feed_items WHERE feed = ?';
		return this.#rows(CountRow, sql, feed)[0] ?? { items: 0, added: 0 };
	}

	#items(condition: string, ...values: Value[]): ItemRecord[] {
		return this.#rows(ItemRow, `SELECT * FROM feed_items ${condition}`, ...values).map((row) => ({
			number: row.number,
			feed: row.feed,
			key: row.key,
			title: row.title,
			uri: row.uri,
			infohash: row.infohash === '' ? undefined : row.infohash,
			size: row.size ?? undefined,
			published: row.published ?? undefined,
			found: row.found,
			status: row.status,
			reason: row.reason,
			attempts: row.attempts,
			isInChannel: row.in_channel,
		}));
	}

	#rows<Schema extends Type.TSchema>(schema: Schema, sql: string, ...values: Value[]): Type.Static<Schema>[] {
		try {
			const rows: unknown[] = this.#prepare(sql).all(...values);
			return rows.map((row) => decode(schema, row).value);
		} catch (error) {
			throw new HttpError(500, 'StorageError', storeText.unreadable(reasonOf(error)), error);
		}
	}

	#prepare(sql: string): Statement {
		let statement = this.#statements.get(sql);
		if (!statement) {
			statement = this.#database.prepare(sql);
			this.#statements.set(sql, statement);
		}
		return statement;
	}
}

/** Returns the filter of a row. A damaged one counts as none: nothing is downloaded. */
function filterOf(text: string): FeedFilter | null {
	try {
		const { value, deviations } = decode(Filter, JSON.parse(text));
		return deviations.length === 0 ? value : null;
	} catch {
		return null;
	}
}
