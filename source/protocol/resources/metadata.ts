import Type from 'typebox';
import { BigInteger } from '../big-integer.ts';

/** Counts of a swarm, and the time of their check. Absent numbers are unknown. */
export const swarmCounts = {
	num_seeders: Type.Optional(Type.Integer()),
	num_leechers: Type.Optional(Type.Integer()),
	/** Unix time, s. 0 for never. */
	last_tracker_check: Type.Optional(Type.Number()),
};

/** The report of one tracker (or the DHT) about a swarm (interface, part 2). Absent numbers are unknown. */
export const TrackerHealth = Type.Object({
	/** URL of the tracker, or DHT. */
	tracker: Type.String(),
	infohash: Type.Optional(Type.String()),
	seeders: Type.Optional(Type.Integer()),
	leechers: Type.Optional(Type.Integer()),
	/** Reason of a failed check, otherwise empty. Services send it instead of the numbers, or not at all. */
	error: Type.String({ default: '' }),
});
export type TrackerHealth = Type.Static<typeof TrackerHealth>;

/** The health of a swarm. While `checking`, the results follow as events. */
export const SwarmHealth = Type.Object({
	checking: Type.Boolean({ default: false }),
	trackers: Type.Array(TrackerHealth, { default: [] }),
});
export type SwarmHealth = Type.Static<typeof SwarmHealth>;

/**
 * An entry of a channel: a torrent or a channel. The fields are those of services in the field. Absent ones are
 * unknown.
 */
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
	...swarmCounts,
	created: Type.Optional(Type.Number()),
	/** 'Deleted' in the response to a removal. For a channel 'Personal' and others. */
	state: Type.Optional(Type.String()),
	torrents: Type.Optional(Type.Integer()),
	subscribed: Type.Optional(Type.Boolean()),
	votes: Type.Optional(Type.Number()),
	/** Whether it has unpublished changes. */
	dirty: Type.Optional(Type.Boolean()),
	description_flag: Type.Optional(Type.Boolean()),
	thumbnail_flag: Type.Optional(Type.Boolean()),
});
export type ChannelEntry = Type.Static<typeof ChannelEntry>;

/** The key of an entry and its changed fields. */
export const EntryChange = Type.Object({
	public_key: Type.String({ minLength: 1 }),
	id: BigInteger(),
	name: Type.Optional(Type.String()),
	category: Type.Optional(Type.String()),
	status: Type.Optional(Type.Integer()),
});
export type EntryChange = Type.Static<typeof EntryChange>;
