import type { Dialect } from '../dialect.ts';
import { Float } from '../python-json.ts';
import type { ForeignDownload } from '../world/downloads.ts';
import { piecesOf, sizeOf } from '../world/torrents.ts';
import { fileList } from './files.ts';

/** Ratio of each download, and the time it has seeded, seconds. */
export const RATIO = 0.5;
export const SEEDING_S = 40 * 60;

/** Codes of the statuses, for dialects that have them. */
const codes: Readonly<Record<string, number>> = {
	WAITING_FOR_HASHCHECK: 1,
	HASHCHECKING: 2,
	DOWNLOADING: 3,
	SEEDING: 4,
	STOPPED: 5,
	STOPPED_ON_ERROR: 6,
	METADATA: 7,
	LOADING: 8,
	MOVING: 10,
	QUEUED: 11,
};

/** Returns a download in a dialect. */
export function renderDownload(dialect: Dialect, download: ForeignDownload, query: URLSearchParams): unknown {
	const { torrent, status } = download;
	const truth = truthsOf(dialect);
	// A flag is on only when it is exactly 1.
	const has = (flag: string) => query.get(flag) === '1';
	// 8.x limits peers and pieces to the requested download, by lower-case infohash only.
	const here = dialect.family !== '8.x' || [null, torrent.infohash].includes(query.get('infohash'));
	return {
		name: torrent.name,
		progress: download.complete ? 1 : new Float(0.25),
		infohash: torrent.infohash,
		speed_down: status === 'DOWNLOADING' ? 60_925 : 0,
		speed_up: 0,
		status: statusText(dialect, status),
		status_code: dialect.statusCode ? codes[status] : undefined,
		size: sizeOf(torrent),
		// Idle: never, which is a huge number.
		eta: download.complete ? new Float(0) : new Float(5_904_455_000_000.5),
		num_peers: 2,
		num_seeds: 1,
		num_connected_peers: 1,
		num_connected_seeds: 1,
		trackers: trackers(dialect, download),
		hops: download.hops,
		anon_download: truth(download.hops > 0),
		safe_seeding: truth(download.safeSeeding),
		destination: download.destination,
		availability: dialect.availability === 'always' || has('get_availability') ? new Float(2.12) : undefined,
		total_pieces: piecesOf(torrent),
		[dialect.vod]: null,
		error: download.error,
		time_added: 1_795_206_986,
		channel_download: dialect.family === '7.12–7.14' ? false : undefined,
		...totals(dialect),
		...limits(dialect, download),
		...(has('get_files') || dialect.generation === 'A' ? { files: fileList(dialect, download) } : {}),
		...(has('get_peers') ? { peers: here ? [peer(dialect)] : [] } : {}),
		...(has('get_pieces') ? { pieces: here ? pieces(download) : '' } : {}),
	};
}

export function truthsOf(dialect: Dialect): (value: boolean) => boolean | number {
	return (value) => (dialect.truths === 'numbers' ? Number(value) : value);
}

function statusText(dialect: Dialect, status: string): string {
	if (!dialect.statusPrefix) return status;
	return `DLSTATUS_${status === 'WAITING_FOR_HASHCHECK' ? 'WAITING4HASHCHECK' : status}`;
}

function totals(dialect: Dialect): object {
	if (dialect.fields !== '8.1' && dialect.fields !== '8.2')
		return { total_up: 2_629, total_down: 493_278, ratio: dialect.fields === '8.4' ? new Float(RATIO) : 0 };
	return {
		all_time_upload: 2_629,
		all_time_download: 493_278,
		all_time_ratio: new Float(RATIO),
		completed_dir: '/srv/done',
		streamable: true,
	};
}

/** Without limits of one download, each download shows those of the whole service. */
function limits(dialect: Dialect, download: ForeignDownload): object {
	if (!dialect.appliesLimits) return { max_upload_speed: 0, max_download_speed: 4_096 };
	const { down, up } = download.limits;
	return {
		upload_limit: up,
		download_limit: down,
		seeding_ratio: new Float(2),
		last_download: 1_795_206_990,
		last_upload: 0,
		time_finished: 0,
		queue_position: download.place,
		auto_managed: download.place >= 0,
		user_stopped: false,
	};
}

function trackers(dialect: Dialect, download: ForeignDownload): object[] {
	const more = dialect.fields === '8.4' ? { seeds: -1, leeches: 3 } : {};
	return [
		...download.trackers.map((url) => ({ url, peers: 2, status: 'Working', ...more })),
		{ url: '[DHT]', peers: 0, status: 'Disabled', ...more },
		{ url: '[PeX]', peers: 1, status: 'Not contacted yet', ...more },
	];
}

function peer(dialect: Dialect): object {
	const truth = truthsOf(dialect);
	return {
		id: '2d4c54323038302d',
		// The user chooses the name.
		extended_version: '\u001b[31mseed\u202eA 1.0',
		ip: '127.0.0.2',
		port: 6999,
		optimistic: truth(false),
		direction: 'L',
		uprate: 0,
		uinterested: truth(false),
		uchoked: truth(false),
		uhasqueries: truth(false),
		uflushed: truth(false),
		downrate: 18_009,
		dinterested: truth(true),
		dchoked: truth(true),
		snubbed: truth(false),
		utotal: 0,
		dtotal: 131_072,
		completed: new Float(1),
		speed: 0,
		connection_type: 1,
		seed: truth(true),
		upload_only: truth(true),
		...(dialect.generation === 'A' ? states(dialect) : {}),
		...(dialect.fields === '8.4' ? { from_dht: false, from_pex: true, from_lsd: false } : {}),
	};
}

/** Text in the document, integers in releases. */
function states(dialect: Dialect): object {
	return dialect.family === 'document' ? { wstate: 'c', rstate: 'o' } : { wstate: 3, rstate: 1 };
}

/** Returns a bitmap, the first piece in the highest bit; empty without metadata. */
function pieces({ torrent, complete }: ForeignDownload): string {
	const count = piecesOf(torrent);
	const bitmap = Buffer.alloc(Math.ceil(count / 8));
	for (let piece = 0; piece < count; piece++) {
		if (complete || piece === 0) bitmap[piece >> 3] = (bitmap[piece >> 3] ?? 0) | (0x80 >> (piece & 7));
	}
	return bitmap.toString('base64');
}
