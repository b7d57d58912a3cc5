import { Float } from '../python-json.ts';
import { nested } from './torrents.ts';

export interface ForeignEntry {
	readonly type: number;
	readonly id: bigint;
	origin_id: bigint;
	readonly public_key: string;
	status: number;
	name: string;
	category: string;
	readonly infohash: string;
	readonly size: number;
	readonly num_seeders: number;
	readonly num_leechers: number;
	readonly last_tracker_check: number;
	readonly created: number;
	readonly [more: string]: unknown;
}

export const publicKey = '9a'.repeat(64);
/** Both exceed 2^53, above which numbers of JavaScript are not exact. */
export const entryIds = { channel: 485_715_071_346_326_385n, torrent: 3_559_321_380_488_045_401n } as const;

export function createEntries(): ForeignEntry[] {
	const figures = { num_seeders: 0, num_leechers: 0, last_tracker_check: 0, created: 1_795_207_917 };
	return [
		{
			type: 400,
			id: entryIds.channel,
			origin_id: 0n,
			public_key: publicKey,
			status: 0,
			name: 'My chan',
			category: '',
			torrents: 0,
			state: 'Personal',
			description_flag: false,
			thumbnail_flag: false,
			infohash: '0'.repeat(40),
			size: 0,
			...figures,
			tag_processor_version: 0,
			subscribed: true,
			votes: new Float(0),
			dirty: false,
		},
		{
			type: 300,
			id: entryIds.torrent,
			origin_id: entryIds.channel,
			public_key: publicKey,
			status: 2,
			name: 'nested',
			category: 'other',
			infohash: nested.infohash,
			size: 71_456,
			...figures,
			tag_processor_version: 0,
		},
	];
}
