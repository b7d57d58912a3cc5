import Type from 'typebox';
import { File } from './file.ts';
import { Peer } from './peer.ts';
import { Tracker } from './tracker.ts';

/**
 * A download (interface, part 2), with the fields of both generations. A number that the service omits is absent: it
 * is unknown, not 0.
 */
export const Download = Type.Object({
	name: Type.String(),
	/** 40 hexadecimal digits in lower case. On 8.4, 64 for version 2 and hybrid torrents. */
	infohash: Type.String(),
	/** Progress of the activity in `status`, 0 to 1. */
	progress: Type.Optional(Type.Number()),
	/** Bytes per second. */
	speed_down: Type.Optional(Type.Number()),
	speed_up: Type.Optional(Type.Number()),
	/** On the wire with or without DLSTATUS_, after decoding always without. Unknown statuses are unchanged. */
	status: Type.String(),
	status_code: Type.Optional(Type.Integer()),
	/** Bytes. 0 until a magnet's metadata arrives. */
	size: Type.Optional(Type.Integer()),
	/** Seconds. Services in the field send up to 2e15 for 'never'. */
	eta: Type.Optional(Type.Number()),
	num_peers: Type.Optional(Type.Integer()),
	num_seeds: Type.Optional(Type.Integer()),
	num_connected_peers: Type.Optional(Type.Integer()),
	num_connected_seeds: Type.Optional(Type.Integer()),
	/** Bytes. */
	total_up: Type.Optional(Type.Integer()),
	total_down: Type.Optional(Type.Integer()),
	ratio: Type.Optional(Type.Number()),
	all_time_download: Type.Optional(Type.Integer()),
	all_time_upload: Type.Optional(Type.Integer()),
	all_time_ratio: Type.Optional(Type.Number()),
	files: Type.Optional(Type.Array(File)),
	trackers: Type.Optional(Type.Array(Tracker)),
	hops: Type.Optional(Type.Integer()),
	anon_download: Type.Optional(Type.Boolean()),
	safe_seeding: Type.Optional(Type.Boolean()),
	/** Bytes per second. 0: no limit of its own; -1: no limit, even if its label has one. (8.4 has other names.) */
	max_upload_speed: Type.Optional(Type.Integer()),
	max_download_speed: Type.Optional(Type.Integer()),
	destination: Type.String({ default: '' }),
	/** Distributed copies. Services of 8.x send it only with get_availability=1. */
	availability: Type.Optional(Type.Number()),
	peers: Type.Optional(Type.Array(Peer)),
	/** Base64 of a bitmap, most significant bit first. Empty without metadata. */
	pieces: Type.Optional(Type.String()),
	total_pieces: Type.Optional(Type.Integer()),
	/** Services in the field send null while nothing streams, which means false. */
	vod_mode: Type.Boolean({ default: false }),
	/** The spelling of [A]. */
	vod_mod: Type.Optional(Type.Boolean()),
	vod_prebuffering_progress: Type.Optional(Type.Number()),
	vod_prebuffering_progress_consec: Type.Optional(Type.Number()),
	/** Empty if there is none. May be a traceback of many lines. */
	error: Type.String({ default: '' }),
	/** Unix time, s. */
	time_added: Type.Optional(Type.Number()),
	/** 8.x: destination of the data after completion. Empty for no move. */
	completed_dir: Type.Optional(Type.String()),
	streamable: Type.Optional(Type.Boolean()),
	/** The ratio at which seeding ends. 8.4, and extension 'seeding': 0 for no limit, null for that of its label or of all. */
	seeding_ratio: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
	time_finished: Type.Optional(Type.Number()),
	/** Absent if the download is not queued. */
	queue_position: Type.Optional(Type.Integer()),
	auto_managed: Type.Optional(Type.Boolean()),
	user_stopped: Type.Optional(Type.Boolean()),
	/** Extension 'move': destination of an unfinished move; its progress is `progress`. */
	moving_to: Type.Optional(Type.String()),
	/** Extension 'move': why the last move failed, or left old files. */
	move_error: Type.Optional(Type.String()),
	/** Extension 'seeding': minutes of seeding after which it ends, with 0 and null as above. */
	seeding_minutes: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
	/** Extension 'seeding': time of seeding in total, seconds, at most a minute old. */
	seeding_time: Type.Optional(Type.Integer()),
	/** Extension 'seeding': the limit that stopped it, as a sentence; absent otherwise. */
	stopped_reason: Type.Optional(Type.String()),
	/** Extension 'use-files': name of the download that writes the same files. It waits until that one has ended. */
	waits_for: Type.Optional(Type.String()),
	/** Extension 'rename': name of the torrent, of a download whose `name` a user gave; absent otherwise. */
	torrent_name: Type.Optional(Type.String()),
	/** Extension 'labels'. Empty for none. */
	label: Type.Optional(Type.String()),
	/** Extension 'sequential': whether its pieces are requested in their order. */
	sequential: Type.Optional(Type.Boolean()),
});
export type Download = Type.Static<typeof Download>;

/** Progress of the service in loading its downloads at start. */
export const Checkpoints = Type.Object({
	all_loaded: Type.Optional(Type.Boolean()),
	loaded: Type.Optional(Type.Integer()),
	total: Type.Optional(Type.Integer()),
});
export type Checkpoints = Type.Static<typeof Checkpoints>;
