import Type from 'typebox';
import { File } from './file.ts';
import { Peer } from './peer.ts';
import { Tracker } from './tracker.ts';

/** A download (interface, part 2): the superset of both generations' fields. */
export const Download = Type.Object({
	name: Type.String(),
	/** 40 hexadecimal digits, lower case; 64 for version 2 and hybrid torrents on 8.4. */
	infohash: Type.String(),
	/** 0 to 1, of what the status says is being done. */
	progress: Type.Number(),
	/** Bytes per second. */
	speed_down: Type.Number({ default: 0 }),
	speed_up: Type.Number({ default: 0 }),
	/** On the wire with or without DLSTATUS_; after decoding always without. Unknown ones stay as they came. */
	status: Type.String(),
	status_code: Type.Optional(Type.Integer()),
	/** Bytes; 0 while a magnet's metadata is missing. */
	size: Type.Integer({ default: 0 }),
	/** Seconds; services in the field send up to 2e15 for 'never'. */
	eta: Type.Number({ default: 0 }),
	num_peers: Type.Integer({ default: 0 }),
	num_seeds: Type.Integer({ default: 0 }),
	num_connected_peers: Type.Optional(Type.Integer()),
	num_connected_seeds: Type.Optional(Type.Integer()),
	/** Bytes. */
	total_up: Type.Integer({ default: 0 }),
	total_down: Type.Integer({ default: 0 }),
	ratio: Type.Number({ default: 0 }),
	all_time_download: Type.Optional(Type.Integer()),
	all_time_upload: Type.Optional(Type.Integer()),
	all_time_ratio: Type.Optional(Type.Number()),
	files: Type.Optional(Type.Array(File)),
	trackers: Type.Array(Tracker, { default: [] }),
	hops: Type.Integer({ default: 0 }),
	anon_download: Type.Boolean({ default: false }),
	safe_seeding: Type.Boolean({ default: false }),
	/** Bytes per second, 0 for no limit (8.4 has -1 for that, and other names). */
	max_upload_speed: Type.Integer({ default: 0 }),
	max_download_speed: Type.Integer({ default: 0 }),
	destination: Type.String({ default: '' }),
	/** Distributed copies. */
	availability: Type.Number({ default: 0 }),
	peers: Type.Optional(Type.Array(Peer)),
	/** Base64 of a bitmap, most significant bit first; empty without metadata. */
	pieces: Type.Optional(Type.String()),
	total_pieces: Type.Integer({ default: 0 }),
	vod_mode: Type.Boolean({ default: false }),
	/** The same, as [A] spells it. */
	vod_mod: Type.Optional(Type.Boolean()),
	vod_prebuffering_progress: Type.Optional(Type.Number()),
	vod_prebuffering_progress_consec: Type.Optional(Type.Number()),
	/** Empty when there is none. May be a traceback of many lines. */
	error: Type.String({ default: '' }),
	/** Seconds since 1970. */
	time_added: Type.Number({ default: 0 }),
	/** 8.x: where the data goes when it is complete; empty for no move. */
	completed_dir: Type.Optional(Type.String()),
	streamable: Type.Optional(Type.Boolean()),
	/** 8.4: the ratio at which seeding ends. */
	seeding_ratio: Type.Optional(Type.Number()),
	time_finished: Type.Optional(Type.Number()),
	/** Absent for a download that does not wait. */
	queue_position: Type.Optional(Type.Integer()),
	auto_managed: Type.Optional(Type.Boolean()),
	user_stopped: Type.Optional(Type.Boolean()),
});
export type Download = Type.Static<typeof Download>;

/** How far the service is in loading its downloads at start. Absent before 7.12: then all is loaded. */
export const Checkpoints = Type.Object({
	all_loaded: Type.Boolean({ default: true }),
	loaded: Type.Integer({ default: 0 }),
	total: Type.Integer({ default: 0 }),
});
export type Checkpoints = Type.Static<typeof Checkpoints>;
