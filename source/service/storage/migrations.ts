/**
 * Upgrade steps of the database. user_version is the number of completed steps. A released step never changes; new
 * ones are appended.
 */
export const migrations: readonly string[] = [
	`
	CREATE TABLE downloads (
		infohash TEXT PRIMARY KEY,
		name TEXT NOT NULL,
		magnet TEXT NOT NULL,          -- empty when it was added by a .torrent
		size INTEGER NOT NULL,         -- bytes, 0 without metadata
		total_pieces INTEGER NOT NULL, -- 0 without metadata
		destination TEXT NOT NULL,
		wanted TEXT NOT NULL,          -- 'running' or 'stopped'
		checking INTEGER NOT NULL,     -- 1 while a recheck is asked for and not done
		selected TEXT NOT NULL,        -- indices of wanted files as JSON, or 'null' for all
		hops INTEGER NOT NULL,
		safe_seeding INTEGER NOT NULL,
		time_added INTEGER NOT NULL,   -- seconds since 1970
		error TEXT NOT NULL            -- why it is stopped on an error, or empty
	) STRICT;
	-- Exactly the bytes that came in. Apart from downloads: it is large and never changes.
	CREATE TABLE torrents (infohash TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
	-- What changes every second while something downloads.
	CREATE TABLE transfers (
		infohash TEXT PRIMARY KEY,
		bitfield BLOB NOT NULL,        -- pieces on the disk, most significant bit first
		progress REAL NOT NULL,        -- 0 to 1 of the wanted bytes
		total_down INTEGER NOT NULL,   -- bytes
		total_up INTEGER NOT NULL
	) STRICT;
	`,
	`
	-- Bytes per second, 0 for none.
	ALTER TABLE downloads ADD COLUMN max_download_speed INTEGER NOT NULL DEFAULT 0;
	ALTER TABLE downloads ADD COLUMN max_upload_speed INTEGER NOT NULL DEFAULT 0;
	`,
	`
	-- Announce URLs as JSON; 'null' until they are read from the torrent.
	ALTER TABLE downloads ADD COLUMN trackers TEXT NOT NULL DEFAULT 'null';
	`,
	`
	-- 'record' or 'data' from the request to remove a download until that is done, otherwise empty.
	ALTER TABLE downloads ADD COLUMN removing TEXT NOT NULL DEFAULT '';
	`,
	`
	-- Web seed URLs as JSON, beside those of the torrent.
	ALTER TABLE downloads ADD COLUMN web_seeds TEXT NOT NULL DEFAULT '[]';
	`,
	`
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
	`
	-- The own channel and those of other services.
	CREATE TABLE channels (
		id TEXT PRIMARY KEY,           -- public key of its service, 64 hexadecimal digits
		own INTEGER NOT NULL,          -- 1 for the own channel
		name TEXT NOT NULL,            -- as JSON, because SQLite ends a text at a NUL
		description TEXT NOT NULL,     -- as JSON
		version INTEGER NOT NULL,
		created INTEGER NOT NULL,      -- seconds since 1970
		updated INTEGER NOT NULL,
		bytes INTEGER NOT NULL,        -- size of torrents and playlists below, as JSON
		search TEXT NOT NULL,          -- name in lower case
		head BLOB                      -- signed head; null for the own channel
	) STRICT, WITHOUT ROWID;
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
	`
	-- Feeds of the own channel.
	CREATE TABLE feeds (
		number INTEGER PRIMARY KEY AUTOINCREMENT,
		url TEXT NOT NULL UNIQUE,      -- may contain credentials
		title TEXT NOT NULL DEFAULT '',
		etag TEXT NOT NULL DEFAULT '', -- validators of the last response
		last_modified TEXT NOT NULL DEFAULT '',
		ttl_minutes INTEGER NOT NULL DEFAULT 0,   -- time between checks that the document asks for
		last_check INTEGER,            -- seconds since 1970; null before the first check
		next_check INTEGER NOT NULL DEFAULT 0,
		failures INTEGER NOT NULL DEFAULT 0,
		error TEXT NOT NULL DEFAULT '',
		filter TEXT NOT NULL DEFAULT 'null',      -- condition for downloads as JSON
		filter_after INTEGER NOT NULL DEFAULT 0   -- newest item when it was set
	) STRICT;
	-- Known items: none of them is added or downloaded again.
	CREATE TABLE feed_items (
		number INTEGER PRIMARY KEY AUTOINCREMENT,
		feed INTEGER NOT NULL,
		key TEXT NOT NULL,             -- unique in the feed
		title TEXT NOT NULL,
		uri TEXT NOT NULL,             -- empty without a torrent
		infohash TEXT NOT NULL,        -- empty if unknown
		size INTEGER,                  -- bytes
		published INTEGER,             -- seconds since 1970
		found INTEGER NOT NULL,        -- seconds since 1970
		status TEXT NOT NULL DEFAULT 'waiting',
		reason TEXT NOT NULL DEFAULT '',
		attempts INTEGER NOT NULL DEFAULT 0,      -- failed ones
		in_channel INTEGER NOT NULL DEFAULT 0,    -- 1 if it was added to the channel
		UNIQUE (feed, key)
	) STRICT;
	CREATE INDEX feed_items_of_feed ON feed_items (feed, number);
	CREATE INDEX feed_items_of_infohash ON feed_items (infohash) WHERE infohash <> '';
	`,
	`
	-- Network of the server of a feed: 'loopback', 'private' or 'public'; empty before the first connection.
	ALTER TABLE feeds ADD COLUMN scope TEXT NOT NULL DEFAULT '';
	`,
	`
	-- Extensions of the interface.
	ALTER TABLE downloads ADD COLUMN label TEXT NOT NULL DEFAULT '';         -- empty for none
	ALTER TABLE downloads ADD COLUMN given_name TEXT NOT NULL DEFAULT '';    -- name that the user gave; empty for none
	ALTER TABLE downloads ADD COLUMN sequential INTEGER NOT NULL DEFAULT 0;  -- 1 for pieces in their order
	ALTER TABLE downloads ADD COLUMN priorities TEXT NOT NULL DEFAULT '{}';  -- JSON: 'low' or 'high' by index of a file
	ALTER TABLE downloads ADD COLUMN own_trackers INTEGER NOT NULL DEFAULT 0;  -- 1 if trackers replaces those of the torrent
	ALTER TABLE downloads ADD COLUMN queue_position INTEGER;                 -- null: behind all others
	ALTER TABLE downloads ADD COLUMN forced INTEGER NOT NULL DEFAULT 0;      -- 1 if it runs without waiting in the queue
	ALTER TABLE downloads ADD COLUMN seeding_ratio REAL;                     -- null: the limit of its label or of all
	ALTER TABLE downloads ADD COLUMN seeding_minutes INTEGER;                -- null: the limit of its label or of all
	ALTER TABLE downloads ADD COLUMN ended TEXT NOT NULL DEFAULT '';         -- seeding limit that stopped it; empty for none
	ALTER TABLE downloads ADD COLUMN time_finished INTEGER;                  -- seconds since 1970; null if unknown
	ALTER TABLE downloads ADD COLUMN moving TEXT NOT NULL DEFAULT '';        -- JSON of an unfinished move; empty for none
	ALTER TABLE downloads ADD COLUMN completion_due INTEGER NOT NULL DEFAULT 0;  -- 1 if the command on completion has to run
	ALTER TABLE transfers ADD COLUMN seeding_seconds INTEGER NOT NULL DEFAULT 0;
	CREATE TABLE labels (
		name TEXT PRIMARY KEY,
		record TEXT NOT NULL           -- the other fields as JSON
	) STRICT, WITHOUT ROWID;
	CREATE TABLE settings (
		section TEXT PRIMARY KEY,
		value TEXT NOT NULL            -- JSON
	) STRICT, WITHOUT ROWID;
	`,
	`
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
	`
	ALTER TABLE downloads ADD COLUMN mount_point TEXT NOT NULL DEFAULT '';   -- of the disk of its destination; empty if unknown
	ALTER TABLE downloads ADD COLUMN unverified INTEGER NOT NULL DEFAULT 0;  -- 1 if the next check has to hash everything
	UPDATE downloads SET unverified = 1 WHERE error <> '';
	`,
	`
	-- Files that a download may write.
	ALTER TABLE downloads ADD COLUMN own_files BLOB NOT NULL DEFAULT x'';    -- those that it created or wrote, a bit each
	ALTER TABLE downloads ADD COLUMN uses_files INTEGER NOT NULL DEFAULT 0;  -- 1 if the user permits to write existing ones
	-- Earlier versions wrote all files of a download.
	UPDATE downloads SET uses_files = 1 WHERE total_pieces > 0;
	`,
	`
	-- Symbolic links on the way to its files, a JSON list of paths below the destination.
	ALTER TABLE downloads ADD COLUMN links TEXT NOT NULL DEFAULT '[]';
	`,
];
