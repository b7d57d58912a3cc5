import { channelTable } from './channel-record.ts';
import { feedTable, itemTable } from './feed-record.ts';
import { downloadTable, transferTable } from './record.ts';

const tables = [downloadTable, transferTable, channelTable, feedTable, itemTable];

/** Statements of steps beside those of the record tables, which run before them. */
const otherStatements: Readonly<Record<number, string>> = {
	1: `
	-- Exactly the bytes that came in. Apart from downloads: it is large and never changes.
	CREATE TABLE torrents (infohash TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
	`,
	6: `
	-- Records of the market as JSON, one table for each kind.
	CREATE TABLE market_orders (key TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT, WITHOUT ROWID;
	CREATE TABLE market_ticks (key TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT, WITHOUT ROWID;
	CREATE TABLE market_proposals (key TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT, WITHOUT ROWID;
	CREATE TABLE market_transactions (key TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT, WITHOUT ROWID;
	-- Payments. Rows are only appended: each step of a note once.
	CREATE TABLE market_ledger (
		number INTEGER PRIMARY KEY AUTOINCREMENT,
		note TEXT NOT NULL,            -- transaction, payer and round
		kind TEXT NOT NULL,            -- 'paid', 'confirmed' or 'received'
		record TEXT NOT NULL,          -- the note as JSON
		UNIQUE (note, kind)
	) STRICT;
	CREATE TRIGGER market_ledger_unchanged BEFORE UPDATE ON market_ledger
		BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
	CREATE TRIGGER market_ledger_kept BEFORE DELETE ON market_ledger
		BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
	`,
	7: `
	CREATE TABLE channel_torrents (
		channel TEXT NOT NULL,
		id INTEGER NOT NULL,           -- of its metadata entry, 1 to 2^63 - 1
		infohash TEXT NOT NULL,
		search TEXT NOT NULL,          -- name in lower case
		record TEXT NOT NULL,          -- the other fields as JSON
		PRIMARY KEY (channel, id),
		UNIQUE (channel, infohash)
	) STRICT;
	CREATE INDEX channel_torrents_of_infohash ON channel_torrents (infohash);
	CREATE TABLE channel_playlists (
		channel TEXT NOT NULL,
		id INTEGER NOT NULL,
		record TEXT NOT NULL,          -- name, description and infohashes as JSON
		PRIMARY KEY (channel, id)
	) STRICT, WITHOUT ROWID;
	`,
	8: `
	CREATE INDEX feed_items_of_feed ON feed_items (feed, number);
	CREATE INDEX feed_items_of_infohash ON feed_items (infohash) WHERE infohash <> '';
	`,
	10: `
	CREATE TABLE labels (
		name TEXT PRIMARY KEY,
		record TEXT NOT NULL           -- the other fields as JSON
	) STRICT, WITHOUT ROWID;
	CREATE TABLE settings (
		section TEXT PRIMARY KEY,
		value TEXT NOT NULL            -- JSON
	) STRICT, WITHOUT ROWID;
	`,
	11: `
	-- Old transactions are deleted. What remains: sums of their payments by asset, and the ids that were used.
	CREATE TABLE market_sums (key TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT, WITHOUT ROWID;
	CREATE TABLE market_used (
		id BLOB PRIMARY KEY            -- of a transaction, or the hash of asset and id of a payment; 32 bytes
	) STRICT, WITHOUT ROWID;
	DROP TRIGGER market_ledger_kept;
	CREATE TRIGGER market_ledger_kept BEFORE DELETE ON market_ledger
		WHEN NOT EXISTS (SELECT 1 FROM market_used WHERE id = unhex(json_extract(OLD.note, '$[0]')))
		BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
	`,
	12: `
	UPDATE downloads SET unverified = 1 WHERE error <> '';
	`,
	13: `
	-- Earlier versions wrote all files of a download.
	UPDATE downloads SET uses_files = 1 WHERE total_pieces > 0;
	`,
};

const steps = [...Object.keys(otherStatements).map(Number), ...tables.map(({ lastStep }) => lastStep)];

/**
 * Upgrade steps of the database. user_version is the number of completed steps. A released step never changes. A new
 * column of a record table is a new step (`since`).
 */
export const migrations: readonly string[] = Array.from({ length: Math.max(...steps) }, (_, index) =>
	[...tables.map((table) => table.step(index + 1)), otherStatements[index + 1] ?? ''].join('\n'),
);
