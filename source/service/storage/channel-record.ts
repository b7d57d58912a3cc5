import Type from 'typebox';
import {
	blob,
	fixed,
	flag,
	given,
	integer,
	json,
	nullable,
	type RecordOf,
	RecordTable,
	text,
} from './record-table.ts';

/** As JSON, because SQLite ends a text at a NUL. */
const anyText = json(Type.String());

/** Fields that lists of channels read. */
export const channelFields = {
	/** Public key of its service, 64 hexadecimal digits. */
	id: fixed('id', text),
	isOwn: fixed('own', flag),
	name: given('name', anyText),
	description: given('description', anyText),
	version: given('version', integer),
	/** Unix seconds. */
	created: given('created', integer),
	updated: given('updated', integer),
	/** Size of its torrents and playlists as JSON. */
	bytes: given('bytes', integer),
} as const;

const fields = {
	...channelFields,
	/** Name in lower case. */
	search: given('search', text),
	/** Signed head; undefined for the own channel. */
	head: given('head', nullable(blob, undefined)),
} as const;

/** The own channel and those of other services. */
export const channelTable = new RecordTable('channels', { since: 7, isWithoutRowid: true }, fields);

export type ChannelRecord = Readonly<RecordOf<typeof fields>>;
