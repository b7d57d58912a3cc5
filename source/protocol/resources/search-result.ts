import Type from 'typebox';
import { BigInteger } from '../big-integer.ts';
import { swarmCounts } from './metadata.ts';

/** A channel that a search found, as in the event `search_result_channel`. Services in the field send more fields. */
export const FoundChannel = Type.Object({
	/** Id of the channel. */
	dispersy_cid: Type.String(),
	name: Type.String(),
	description: Type.Optional(Type.String()),
	/** Number of its torrents. */
	torrents: Type.Optional(Type.Integer()),
	/** Unix time of the last change, s. */
	modified: Type.Optional(Type.Number()),
	/** Whether it is the user's own channel. Our own service reports it. */
	can_edit: Type.Optional(Type.Boolean()),
});
export type FoundChannel = Type.Static<typeof FoundChannel>;

/** A torrent that a search found, as in the event `search_result_torrent`. */
export const FoundTorrent = Type.Object({
	/** Id of its metadata entry. */
	id: Type.Optional(BigInteger()),
	infohash: Type.String(),
	name: Type.String(),
	/** Id of its channel. */
	dispersy_cid: Type.Optional(Type.String()),
	/** Bytes. */
	size: Type.Optional(Type.Integer()),
	category: Type.Optional(Type.String()),
	/** Announce URLs. */
	trackers: Type.Optional(Type.Array(Type.String())),
	/** Unix time, s. */
	created: Type.Optional(Type.Number()),
	...swarmCounts,
});
export type FoundTorrent = Type.Static<typeof FoundTorrent>;
