import Type from 'typebox';
import {
	blob,
	field,
	fixed,
	flag,
	given,
	initialOf,
	integer,
	json,
	type Kind,
	nullable,
	oneOf,
	type RecordOf,
	RecordTable,
	real,
	recordReader,
	text,
	unsaved,
} from './record-table.ts';

export type Removing = '' | 'record' | 'data';

/** Priority of a file; all others are normal. */
export type StoredPriority = 'low' | 'high';

const texts = json(Type.Array(Type.String()));
const priorityOfIndex = json(Type.Record(Type.String(), Type.Enum(['low', 'high'])));
const priorities: Kind<ReadonlyMap<number, StoredPriority>> = {
	type: 'TEXT',
	read: (stored) =>
		new Map(
			Object.entries(priorityOfIndex.read(stored)).map(([index, priority]) => [Number(index), priority]),
		),
	write: (value) => priorityOfIndex.write(Object.fromEntries(value)),
};

/** Requested settings of a download, and its state that changes rarely. */
const downloadFields = {
	/** 40 lower-case hexadecimal digits. */
	infohash: fixed('infohash', text),
	/** Name of the torrent, and of its file or folder. Messages use `nameOf`. */
	name: given('name', text),
	/** Magnet link it was added by; empty for a .torrent. */
	magnet: fixed('magnet', text),
	/** Bytes; 0 while the metadata is missing. */
	size: field('size', integer, 0),
	/** 0 while the metadata is missing. */
	totalPieces: field('total_pieces', integer, 0),
	destination: given('destination', text),
	requestedState: field('wanted', oneOf('running', 'stopped'), 'running'),
	/** Whether a recheck is requested and not complete. */
	checking: field('checking', flag, false),
	/** Indices of the selected files; null for all. */
	selected: field('selected', json(Type.Union([Type.Array(Type.Integer()), Type.Null()])), null),
	/** Number of proxies; 0 for a plain download. */
	hops: given('hops', integer),
	safeSeeding: fixed('safe_seeding', flag),
	/** Unix seconds. */
	timeAdded: fixed('time_added', integer),
	/** Error that stopped it; empty otherwise. */
	error: field('error', text, ''),
	/** Bytes per second. 0: that of its label, if there is one. -1: none. */
	maxDownloadSpeed: field('max_download_speed', integer, 0, 2),
	maxUploadSpeed: field('max_upload_speed', integer, 0, 2),
	/** Announce URLs, used while the engine does not run it; null until the torrent of an older record is read. */
	trackers: field('trackers', json(Type.Union([Type.Array(Type.String()), Type.Null()])), null, 3),
	/** Removal that was requested and is not complete: of the download alone, or with its data. Empty otherwise. */
	removing: field('removing', oneOf<Removing>('', 'record', 'data'), '', 4),
	/** Web seed URLs of repeated sources, in addition to those of the torrent or magnet link. */
	webSeeds: field('web_seeds', texts, [], 5),
	/** Empty for none. */
	label: field('label', text, '', 10),
	/** Name that the user gave; empty for that of the torrent. */
	givenName: field('given_name', text, '', 10),
	/** Whether pieces are requested in their order. */
	sequential: field('sequential', flag, false, 10),
	/** By index of the file. */
	priorities: field('priorities', priorities, new Map(), 10),
	/** Whether `trackers` replaces those of the torrent or magnet link. */
	ownTrackers: field('own_trackers', flag, false, 10),
	/** Null: behind all that have one. */
	queuePosition: field('queue_position', nullable(integer, null), null, 10),
	/** Whether it runs without waiting in the queue. */
	forced: field('forced', flag, false, 10),
	/** Seeding ends at this ratio, or after these minutes. Null: the limit of its label or of all downloads. */
	seedingRatio: field('seeding_ratio', nullable(real, null), null, 10),
	seedingMinutes: field('seeding_minutes', nullable(integer, null), null, 10),
	/** Seeding limit that stopped it, as text; empty for none. */
	ended: field('ended', text, '', 10),
	/** Unix seconds; 0 while it was never complete; null if unknown. */
	timeFinished: field('time_finished', nullable(integer, null), null, 10),
	/** Unfinished move as JSON; empty for none. */
	moving: field('moving', text, '', 10),
	/** Whether the command on completion has to run. */
	completionDue: field('completion_due', flag, false, 10),
	/** Mount point of the disk of the destination; empty if unknown. */
	mountPoint: field('mount_point', text, '', 12),
	/**
	 * Whether the bitfield predates an error that casts doubt on the data. The next check hashes everything. The
	 * bitfield is kept until that check ends, because a disk that still fails proves nothing about the data.
	 */
	unverified: field('unverified', flag, false, 12),
	/** Files that this download created or wrote, a bit each as in `bitfield`; may be shorter. */
	ownFiles: field('own_files', blob, new Uint8Array(), 13),
	/** Whether the user permits the next claim to write existing files. Those of other downloads stay theirs. */
	usesFiles: field('uses_files', flag, false, 13),
	/** Symbolic links on the way to its files, as paths below the destination, at the last check. */
	links: field('links', texts, [], 14),
} as const;

/** State that changes every second while something downloads. */
const transferFields = {
	infohash: downloadFields.infohash,
	/** Pieces on the disk, most significant bit first; empty if unknown. */
	bitfield: field('bitfield', blob, new Uint8Array()),
	/** Share of the selected bytes, 0 to 1. */
	progress: field('progress', real, 0),
	/** Bytes of all time. */
	totalDown: field('total_down', integer, 0),
	totalUp: field('total_up', integer, 0),
	/** Time of seeding of all time, seconds. */
	seedingSeconds: field('seeding_seconds', integer, 0, 10),
} as const;

/** State that is not saved. */
const unsavedFields = {
	/** Whether `checking` was requested since the start of the service. Then it accepts the loss of missing data. */
	acceptsLoss: unsaved(false),
	/** Download that writes the same files, whose end it waits for; null for none. */
	waitsFor: unsaved<{ readonly infohash: string; readonly name: string } | null>(null),
	/** Whether it waits for a slot in the queue. */
	queued: unsaved(false),
	/** Place among the downloads of its role, from 0. */
	place: unsaved(0),
} as const;

const fields = { ...downloadFields, ...transferFields, ...unsavedFields };

export const downloadTable = new RecordTable('downloads', { since: 1 }, downloadFields);
export const transferTable = new RecordTable('transfers', { since: 1 }, transferFields);

/** Data of one download. */
export type DownloadRecord = RecordOf<typeof fields>;

/** Values of a new download, of the fields that have one. */
export const initialDownload = initialOf(fields);

/** Returns the download of a row of both tables. */
export const readDownload = recordReader(fields);

/** Returns the name to show: that of the user, or else that of the torrent. Untrusted text. */
export function nameOf({ givenName, name }: Pick<DownloadRecord, 'givenName' | 'name'>): string {
	return givenName === '' ? name : givenName;
}
