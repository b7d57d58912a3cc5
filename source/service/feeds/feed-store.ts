import Type from 'typebox';
import { decode } from '../../protocol/decode.ts';
import type { FeedFilter } from '../../protocol/resources/channel.ts';
import {
	type FeedRecord,
	type FoundItem,
	feedTable,
	type ItemRecord,
	initialFeed,
	initialItem,
	itemTable,
	readFeed,
	readItem,
} from '../storage/feed-record.ts';
import { type Database, statementsOf } from '../storage/sqlite.ts';
import { inTransaction, readStored } from '../storage/transaction.ts';
import { feedLimits } from './limits.ts';

const CountRow = Type.Object({ items: Type.Integer(), added: Type.Integer() });
const WaitingRow = Type.Object({ feed: Type.Integer() });
const NumberRow = Type.Object({ number: Type.Integer() });

type Value = string | number | null;

/** Feeds and their items in the database. Every method but the reads is durable on return, or throws an HttpError. */
export class FeedStore {
	readonly #database: Database;
	readonly #prepare: ReturnType<typeof statementsOf>;
	readonly #insertFeed: ReturnType<typeof feedTable.inserting>;
	readonly #saveFeed: (feed: FeedRecord) => void;
	readonly #insertItem: ReturnType<typeof itemTable.inserting>;
	readonly #settle: (item: ItemRecord) => void;

	constructor(database: Database) {
		this.#database = database;
		this.#prepare = statementsOf(database);
		this.#insertFeed = feedTable.inserting(database);
		this.#saveFeed = feedTable.updating(database);
		this.#insertItem = itemTable.inserting(
			database,
			`ON CONFLICT (feed, key) DO UPDATE SET uri = excluded.uri
			WHERE status IN ('waiting', 'failed') AND uri <> excluded.uri AND excluded.uri <> ''`,
		);
		this.#settle = itemTable.updating(database);
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
		return readStored(() => this.#prepare('SELECT * FROM feeds ORDER BY number').all().map(readFeed)).map(
			(feed) => ({
				...feed,
				nextCheck: interrupted.has(feed.number) ? Math.min(feed.nextCheck, now) : feed.nextCheck,
				...this.#count(feed.number),
			}),
		);
	}

	/** Adds a feed, to be checked at once. */
	insert(url: string): FeedRecord {
		let number = 0;
		inTransaction(this.#database, () => {
			number = this.#insertFeed({ ...initialFeed, url });
		});
		return { ...initialFeed, number, url };
	}

	remove(number: number): void {
		inTransaction(this.#database, () => {
			this.#prepare('DELETE FROM feed_items WHERE feed = ?').run(number);
			this.#prepare('DELETE FROM feeds WHERE number = ?').run(number);
		});
	}

	/** Saves a feed without its items. */
	save(feed: FeedRecord): void {
		inTransaction(this.#database, () => this.#saveFeed(feed));
	}

	/** Sets the condition for downloads. It applies to items that are found later. */
	setFilter(feed: FeedRecord, filter: FeedFilter | null): void {
		const [newest] = this.#rows(
			NumberRow,
			'SELECT coalesce(max(number), 0) AS number FROM feed_items WHERE feed = ?',
			feed.number,
		);
		const filterAfter = newest?.number ?? 0;
		inTransaction(this.#database, () => this.#saveFeed({ ...feed, filter, filterAfter }));
		Object.assign(feed, { filter, filterAfter });
	}

	/**
	 * Saves the new state of a feed together with the items of its document, the newest first. The state has the
	 * validators: without the items, the next response would be 304. Known items keep their status.
	 */
	saveDocument(feed: FeedRecord, items: readonly FoundItem[], now: number): void {
		inTransaction(this.#database, () => {
			this.#saveFeed(feed);
			for (const item of items.toReversed())
				this.#insertItem({ ...initialItem, ...item, feed: feed.number, found: now });
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
	settle(item: ItemRecord): void {
		inTransaction(this.#database, () => this.#settle(item));
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
		return readStored(() =>
			this.#prepare(`SELECT * FROM feed_items ${condition}`)
				.all(...values)
				.map(readItem),
		);
	}

	#rows<Schema extends Type.TSchema>(schema: Schema, sql: string, ...values: Value[]): Type.Static<Schema>[] {
		const rows: unknown[] = readStored(() => this.#prepare(sql).all(...values));
		return rows.map((row) => decode(schema, row).value);
	}
}
