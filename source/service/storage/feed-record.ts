import Type from 'typebox';
import { decode } from '../../protocol/decode.ts';
import { FeedFilter } from '../../protocol/resources/channel.ts';
import { type AddressScope, addressScopes } from '../connections/network.ts';
import {
	automatic,
	field,
	fixed,
	flag,
	given,
	initialOf,
	integer,
	type Kind,
	nullable,
	oneOf,
	type RecordOf,
	RecordTable,
	recordReader,
	text,
	unsaved,
} from './record-table.ts';

const itemStatuses = ['waiting', 'added', 'downloaded', 'failed', 'ignored'] as const;

const Filter = Type.Union([FeedFilter, Type.Null()]);

/** A damaged filter counts as none: nothing is downloaded. */
const feedFilter: Kind<FeedFilter | null> = {
	type: 'TEXT',
	read: (stored) => {
		try {
			const { value, deviations } = decode(Filter, JSON.parse(text.read(stored)));
			return deviations.length === 0 ? value : null;
		} catch {
			return null;
		}
	},
	write: (value) => JSON.stringify(value),
};

/** An empty text counts as undefined. */
function optional<Value extends string>(kind: Kind<Value | ''>): Kind<Value | undefined> {
	return {
		...kind,
		read: (stored) => kind.read(stored) || undefined,
		write: (value) => kind.write(value ?? ''),
	};
}

const feedFields = {
	number: automatic('number'),
	/** As it was added. May contain credentials. */
	url: fixed('url', text),
	title: field('title', text, ''),
	/** Validators of the last response, or empty. */
	etag: field('etag', text, ''),
	lastModified: field('last_modified', text, ''),
	/** Minutes between checks that the document asks for; 0 if it does not. */
	ttlMinutes: field('ttl_minutes', integer, 0),
	/** Unix times, s. The last check is undefined before the first one; the next one may be in the past. */
	lastCheck: field('last_check', nullable(integer, undefined), undefined),
	nextCheck: field('next_check', integer, 0),
	/** Consecutive failed checks. */
	failures: field('failures', integer, 0),
	/** Reason of the last failed check; empty after a success. */
	error: field('error', text, ''),
	/** Condition for downloads; null if none of its items are downloaded. */
	filter: field('filter', feedFilter, null),
	/** Items with a higher number were found after the filter was set. */
	filterAfter: field('filter_after', integer, 0),
	/** Network of its server, the widest one so far. Undefined before the first connection. */
	scope: field('scope', optional<AddressScope>(oneOf('', ...addressScopes)), undefined, 9),
} as const;

const allFeedFields = {
	...feedFields,
	/** Number of known items. */
	items: unsaved(0),
	/** Number of items that were added to the channel. */
	added: unsaved(0),
} as const;

const itemFields = {
	/** Later ones have higher numbers. */
	number: automatic('number'),
	feed: fixed('feed', integer),
	/** Unique in the feed. */
	key: fixed('key', text),
	title: given('title', text),
	/** Absolute; empty if it has no torrent. */
	uri: fixed('uri', text),
	infohash: given('infohash', optional(text)),
	/** Bytes. */
	size: given('size', nullable(integer, undefined)),
	/** Unix time, s. */
	published: fixed('published', nullable(integer, undefined)),
	/** Unix time of the check that found it, s. */
	found: fixed('found', integer),
	status: field('status', oneOf(...itemStatuses), 'waiting'),
	/** Reason of a failure, or why it was ignored. */
	reason: field('reason', text, ''),
	/** Failed attempts. */
	attempts: field('attempts', integer, 0),
	/** Whether it was added to the channel. */
	isInChannel: field('in_channel', flag, false),
} as const;

/** Feeds of the own channel. */
export const feedTable = new RecordTable('feeds', { since: 8, constraint: 'UNIQUE (url)' }, feedFields);
/** Known items. None of them is added or downloaded again. */
export const itemTable = new RecordTable(
	'feed_items',
	{ since: 8, constraint: 'UNIQUE (feed, key)' },
	itemFields,
);

/** A feed of the own channel. */
export type FeedRecord = RecordOf<typeof allFeedFields>;
/** A known item. */
export type ItemRecord = Readonly<RecordOf<typeof itemFields>>;
/** An item that a check found. */
export type FoundItem = Pick<ItemRecord, 'key' | 'title' | 'uri' | 'infohash' | 'size' | 'published'>;

export const initialFeed = initialOf(allFeedFields);
export const initialItem = initialOf(itemFields);
export const readFeed = recordReader(allFeedFields);
export const readItem = recordReader(itemFields);
