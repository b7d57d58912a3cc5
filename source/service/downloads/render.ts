import { type DownloadStatus, statusCode } from '../../protocol/download-status.ts';
import type { Download } from '../../protocol/resources/download.ts';
import type { File } from '../../protocol/resources/file.ts';
import type { Peer } from '../../protocol/resources/peer.ts';
import type { Tracker } from '../../protocol/resources/tracker.ts';
import type { EngineDiscovery, EnginePeer, EngineStatus } from '../engine/port.ts';
import { unfinishedMove } from '../moving/intent.ts';
import { shareRatio } from '../seeding/seeding-end.ts';
import { type DownloadRecord, nameOf } from '../storage/record.ts';
import type { Buffered } from './download-content.ts';
import { type MoveProgress, moveFailure } from './moves.ts';
import { statusOf } from './status.ts';

/** ETA without an estimate, in seconds: 100 days. */
const NO_ETA_SECONDS = 8_640_000;

/** Statuses of downloads that do not run. */
const inactive: readonly DownloadStatus[] = ['STOPPED', 'STOPPED_ON_ERROR', 'MOVING', 'QUEUED'];

/** A tracker with all fields of this service. */
type OwnTracker = Required<Pick<Tracker, 'url' | 'status' | 'peers' | 'error'>>;

interface Extras {
	readonly files?: File[] | undefined;
	readonly peers?: readonly EnginePeer[] | undefined;
	readonly pieces?: boolean | undefined;
	/** Present while content is streamed. */
	readonly buffered?: Buffered | undefined;
	/** Present while its data is moved. */
	readonly move?: MoveProgress | undefined;
}

/** Returns a download with the fields of both generations of the interface. */
export function renderDownload(
	record: DownloadRecord,
	figures: EngineStatus | undefined,
	extras: Extras,
): Download {
	const status = statusOf(record, figures?.phase);
	// The status of a stopped download that the engine has not ended yet is outdated.
	const live = inactive.includes(status) ? undefined : figures;
	const move = unfinishedMove(record);
	const moveError = moveFailure(record);
	const active = live !== undefined && (status === 'DOWNLOADING' || status === 'SEEDING');
	const ratio = shareRatio(record);
	return {
		name: nameOf(record),
		infohash: record.infohash,
		progress: move ? shareOf(extras.move) : (live?.progress ?? record.progress),
		speed_down: active ? Math.round(live.speedDown) : 0,
		speed_up: active ? Math.round(live.speedUp) : 0,
		status: `DLSTATUS_${status}`,
		status_code: statusCode(status),
		size: record.size,
		eta: etaOf(record, live, status === 'DOWNLOADING'),
		num_peers: Math.max(live?.peers ?? 0, live?.connectedPeers ?? 0),
		num_seeds: Math.max(live?.seeds ?? 0, live?.connectedSeeds ?? 0),
		num_connected_peers: live?.connectedPeers ?? 0,
		num_connected_seeds: live?.connectedSeeds ?? 0,
		total_up: Math.round(record.totalUp),
		total_down: Math.round(record.totalDown),
		ratio,
		all_time_download: Math.round(record.totalDown),
		all_time_upload: Math.round(record.totalUp),
		all_time_ratio: ratio,
		trackers: live ? [...live.trackers, ...pseudoTrackers(live.discovery)] : idleTrackers(record, status),
		hops: record.hops,
		anon_download: record.hops > 0,
		// Downloads with hops always seed through them; others never, whatever was requested.
		safe_seeding: record.hops > 0,
		max_upload_speed: record.maxUploadSpeed,
		max_download_speed: record.maxDownloadSpeed,
		destination: record.destination,
		availability: live?.availability ?? 0,
		total_pieces: record.totalPieces,
		vod_mode: extras.buffered !== undefined,
		vod_mod: extras.buffered !== undefined,
		vod_prebuffering_progress: extras.buffered?.share ?? 0,
		vod_prebuffering_progress_consec: extras.buffered?.consecutive ?? 0,
		error: record.error,
		time_added: record.timeAdded,
		...(record.timeFinished ? { time_finished: record.timeFinished } : {}),
		...(move ? { moving_to: move.to } : {}),
		...(moveError === undefined ? {} : { move_error: moveError }),
		...(record.givenName === '' ? {} : { torrent_name: record.name }),
		label: record.label,
		sequential: record.sequential,
		queue_position: record.place,
		seeding_ratio: record.seedingRatio,
		seeding_minutes: record.seedingMinutes,
		seeding_time: Math.floor(record.seedingSeconds),
		...(record.waitsFor ? { waits_for: record.waitsFor.name } : {}),
		...(record.ended === '' ? {} : { stopped_reason: record.ended }),
		...(extras.files ? { files: extras.files } : {}),
		...(extras.peers ? { peers: extras.peers.map(peerOf) } : {}),
		...(extras.pieces ? { pieces: Buffer.from(record.bitfield).toString('base64') } : {}),
	};
}

/** Returns the share of a move, 0 to 1. */
function shareOf(move: MoveProgress | undefined): number {
	return move && move.size > 0 ? move.moved / move.size : 0;
}

/** Returns a peer with the connection states of generation [A]: 0 idle, 2 busy, per direction. */
function peerOf(peer: EnginePeer): EnginePeer & Pick<Peer, 'wstate' | 'rstate'> {
	return { ...peer, wstate: peer.uprate > 0 ? '2' : '0', rstate: peer.downrate > 0 ? '2' : '0' };
}

/**
 * Returns the trackers of a download without a status. The engine contacts them soon, or not at all if it is
 * stopped.
 */
function idleTrackers({ trackers }: DownloadRecord, downloadStatus: DownloadStatus): OwnTracker[] {
	const status = inactive.includes(downloadStatus) ? 'Disabled' : 'Not contacted yet';
	return (trackers ?? []).map((url) => ({ url, status, peers: 0, error: '' }));
}

/** Returns the other sources of peers as tracker entries with their peer counts, as existing services do. */
function pseudoTrackers({ dht, peerExchange, local }: EngineDiscovery): OwnTracker[] {
	return [pseudoTracker('[DHT]', dht), pseudoTracker('[PeX]', peerExchange), pseudoTracker('[LSD]', local)];
}

function pseudoTracker(url: string, peers: number | null): OwnTracker {
	return { url, status: peers === null ? 'Disabled' : 'Working', peers: peers ?? 0, error: '' };
}

/** Returns whole seconds until the selected files are complete. */
function etaOf(record: DownloadRecord, live: EngineStatus | undefined, downloading: boolean): number {
	if (record.totalPieces > 0 && record.progress >= 1) return 0;
	if (!live || !downloading || live.speedDown < 1) return NO_ETA_SECONDS;
	return Math.min(NO_ETA_SECONDS, Math.ceil(live.remaining / live.speedDown));
}
