import Type from 'typebox';
import { BigInteger } from '../big-integer.ts';

/** What one tracker (or the DHT) says of a swarm (interface, part 2). */
export const TrackerHealth = Type.Object({
	/** URL of the tracker, or DHT. */
	tracker: Type.String(),
	infohash: Type.String({ default: '' }),
	seeders: Type.Integer({ default: 0 }),
	leechers: Type.Integer({ default: 0 }),
	/** Why it could not be asked; empty when it could. */
	error: Type.String({ default: '' }),
});
export type TrackerHealth = Type.Static<typeof TrackerHealth>;

/** The health of a swarm; while `checking` the results follow as events. */
export const SwarmHealth = Type.Object({
	checking: Type.Boolean({ default: false }),
	trackers: Type.Array(TrackerHealth, { default: [] }),
});
export type SwarmHealth = Type.Static<typeof SwarmHealth>;

/** An entry of a channel: a torrent or a channel. Its fields are those of services in the field. */
export const ChannelEntry = Type.Object({
	id: BigInteger({ default: 0n }),
	public_key: Type.String({ default: '' }),
	origin_id: BigInteger({ default: 0n }),
	type: Type.Integer({ default: 0 }),
	status: Type.Integer({ default: 0 }),
	name: Type.String({ default: '' }),
	category: Type.String({ default: '' }),
	infohash: Type.String({ default: '' }),
	/** Bytes. */
	size: Type.Integer({ default: 0 }),
	num_seeders: Type.Integer({ default: 0 }),
	num_leechers: Type.Integer({ default: 0 }),
	/** Seconds since 1970. */
	last_tracker_check: Type.Number({ default: 0 }),
	created: Type.Number({ default: 0 }),
	/** 'Deleted' in the answer to a removal; of a channel 'Personal' and others. */
	state: Type.Optional(Type.String()),
	torrents: Type.Optional(Type.Integer()),
	subscribed: Type.Optional(Type.Boolean()),
	votes: Type.Optional(Type.Number()),
	/** Has changes that are not published yet. */
	dirty: Type.Optional(Type.Boolean()),
	description_flag: Type.Optional(Type.Boolean()),
	thumbnail_flag: Type.Optional(Type.Boolean()),
});
export type ChannelEntry = Type.Static<typeof ChannelEntry>;

/** Names an entry, and holds what is to change of it. */
export const EntryChange = Type.Object({
	public_key: Type.String({ minLength: 1 }),
	id: BigInteger(),
	name: Type.Optional(Type.String()),
	category: Type.Optional(Type.String()),
	status: Type.Optional(Type.Integer()),
});
export type EntryChange = Type.Static<typeof EntryChange>;
