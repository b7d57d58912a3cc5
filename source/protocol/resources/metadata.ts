import Type from 'typebox';
import { BigInteger } from '../big-integer.ts';

/** What one tracker (or the DHT) says of a swarm (interface, part 2). Absent numbers are unknown. */
export const TrackerHealth = Type.Object({
	/** URL of the tracker, or DHT. */
	tracker: Type.String(),
	infohash: Type.Optional(Type.String()),
	seeders: Type.Optional(Type.Integer()),
	leechers: Type.Optional(Type.Integer()),
	/** Why it could not be asked; empty when it could. Services send this field in place of the numbers, or not at all. */
	error: Type.String({ default: '' }),
});
export type TrackerHealth = Type.Static<typeof TrackerHealth>;

/** The health of a swarm; while `checking` the results follow as events. */
export const SwarmHealth = Type.Object({
	checking: Type.Boolean({ default: false }),
	trackers: Type.Array(TrackerHealth, { default: [] }),
});
export type SwarmHealth = Type.Static<typeof SwarmHealth>;

/** An entry of a channel: a torrent or a channel. Its fields are those of services in the field. Absent ones are unknown. */
export const ChannelEntry = Type.Object({
	id: Type.Optional(BigInteger()),
	public_key: Type.Optional(Type.String()),
	origin_id: Type.Optional(BigInteger()),
	type: Type.Optional(Type.Integer()),
	status: Type.Optional(Type.Integer()),
	name: Type.Optional(Type.String()),
	category: Type.Optional(Type.String()),
	infohash: Type.Optional(Type.String()),
	/** Bytes. */
	size: Type.Optional(Type.Integer()),
	num_seeders: Type.Optional(Type.Integer()),
	num_leechers: Type.Optional(Type.Integer()),
	/** Seconds since 1970. */
	last_tracker_check: Type.Optional(Type.Number()),
	created: Type.Optional(Type.Number()),
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
