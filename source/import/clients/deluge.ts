import { join } from 'node:path';
import { plainFileBytes } from '../../metainfo/plain-file.ts';
import { torrentBytes } from '../../metainfo/torrent-bytes.ts';
import { type ImportClient, type ImportEntry, StateFolderError } from '../imported-download.ts';
import { MAX_ENTRIES, MAX_STATE_BYTES } from '../limits.ts';
import { assemble, metainfoOf } from '../reading/assemble.ts';
import { type PickleMap, type PickleValue, parsePickle } from '../reading/pickle.ts';
import { SavedValues, textEntries } from '../reading/saved-values.ts';
import { reasonOf, unlessMissing } from '../reading/state-files.ts';
import { delugeLabels } from './deluge-labels.ts';
import { libtorrentClaims } from './libtorrent-resume.ts';

export const delugeText = {
	notState: (folder: string) =>
		`${folder} is not a folder of deluge: it has no file state/torrents.state. Give the folder with core.conf.`,
	unreadable: (reason: string) => `Cannot read state/torrents.state: ${reason}.`,
	noList: 'it contains no list of downloads',
	noMetadata: 'its metadata has not arrived: add its magnet link',
	noResume: 'its saved progress is missing',
	moves: (folder: string) => `Its move to ${folder} on completion is not imported.`,
};

/** The classes of the saved state. Both have fields only. */
const CLASSES = ['deluge.core.torrentmanager TorrentManagerState', 'deluge.core.torrentmanager TorrentState'];
/** Unit of speed limits, bytes per second. */
const KIBIBYTE = 1024;

/** Reads the configuration folder of deluge 2. */
export const deluge: ImportClient = {
	name: 'deluge',
	processes: ['deluged', 'deluge', 'deluge-gtk'],
	folderOptions: ['-c', '--config'],
	pidFiles: ['deluged.pid'],

	folders: ({ home, environment }) => [
		join(environment.XDG_CONFIG_HOME || join(home, '.config'), 'deluge'),
		'/var/lib/deluged/.config/deluge',
		'/var/lib/deluged/config',
		'/var/lib/deluge/.config/deluge',
	],

	async *read(folder) {
		const state = join(folder, 'state');
		const bytes = await unlessMissing(state, 'torrents.state', stateBytes);
		if (!bytes) throw new StateFolderError(delugeText.notState(folder));
		const torrents = torrentsOf(bytes);
		const resumes = await resumesOf(state);
		const labels = await delugeLabels(folder);
		for (const torrent of torrents) yield await readEntry(state, torrent, resumes, labels);
	},
};

function stateBytes(path: string): Promise<Uint8Array> {
	return plainFileBytes(path, MAX_STATE_BYTES, 'the state of all downloads');
}

/** Returns the fields of each download. Throws a StateFolderError if they cannot be read. */
function torrentsOf(bytes: Uint8Array): PickleMap[] {
	try {
		const state = parsePickle(bytes, CLASSES);
		const torrents = state instanceof Map ? state.get('torrents') : undefined;
		if (!Array.isArray(torrents)) throw new Error(delugeText.noList);
		return torrents.filter((torrent) => torrent instanceof Map).slice(0, MAX_ENTRIES);
	} catch (error) {
		throw new StateFolderError(delugeText.unreadable(reasonOf(error)));
	}
}

async function resumesOf(state: string): Promise<ReadonlyMap<string, Uint8Array>> {
	const bytes = await unlessMissing(state, 'torrents.fastresume', stateBytes).catch(() => undefined);
	const resumes = new Map<string, Uint8Array>();
	if (!bytes) return resumes;
	try {
		for (const [infohash, resume] of textEntries(bytes)) resumes.set(infohash, resume);
	} catch {
		// The part before the damage stays usable. The data of the other downloads is checked.
	}
	return resumes;
}

async function readEntry(
	state: string,
	fields: PickleMap,
	resumes: ReadonlyMap<string, Uint8Array>,
	labels: ReadonlyMap<string, string>,
): Promise<ImportEntry> {
	const id = textOf(fields.get('torrent_id')) ?? '';
	const name = textOf(fields.get('name')) || textOf(fields.get('filename')) || id;
	try {
		if (!/^[0-9a-f]{40}$/.test(id)) return { kind: 'unusable', name, reason: 'it has no infohash' };
		const torrent = await unlessMissing(state, `${id}.torrent`, torrentBytes);
		if (!torrent) return { kind: 'unusable', name, reason: delugeText.noMetadata };
		const metainfo = metainfoOf(torrent);
		const resume = resumes.get(id);
		const claims = resume && libtorrentClaims(metainfo, SavedValues.parse(resume));
		const moves = fields.get('move_completed') === true ? textOf(fields.get('move_completed_path')) : '';
		return assemble(torrent, metainfo, {
			...claims,
			bitfield: claims?.bitfield,
			name: textOf(fields.get('name')),
			destination: claims?.destination || textOf(fields.get('save_path')),
			running: fields.get('paused') !== true,
			wanted: claims?.wanted ?? wantedOf(fields.get('file_priorities')),
			trackers: trackersOf(fields.get('trackers')),
			label: labels.get(id),
			maxDownloadSpeed: speedOf(fields.get('max_download_speed')),
			maxUploadSpeed: speedOf(fields.get('max_upload_speed')),
			sequential: fields.get('sequential_download') === true,
			seedingRatio: fields.get('stop_at_ratio') === true ? numberOf(fields.get('stop_ratio')) : undefined,
			notes: moves ? [delugeText.moves(moves)] : [],
		});
	} catch (error) {
		return { kind: 'unusable', name, reason: reasonOf(error) };
	}
}

function textOf(value: PickleValue | undefined): string | undefined {
	return typeof value === 'string' ? value : undefined;
}

function numberOf(value: PickleValue | undefined): number | undefined {
	return typeof value === 'number' ? value : undefined;
}

/** Returns bytes per second, 0 without a limit. */
function speedOf(value: PickleValue | undefined): number {
	const kibibytes = numberOf(value) ?? -1;
	return kibibytes > 0 ? Math.round(kibibytes * KIBIBYTE) : 0;
}

function wantedOf(value: PickleValue | undefined): boolean[] | undefined {
	return Array.isArray(value) && value.length > 0 ? value.map((priority) => priority !== 0) : undefined;
}

function trackersOf(value: PickleValue | undefined): string[] | undefined {
	if (!Array.isArray(value)) return undefined;
	return value.flatMap((tracker) => (tracker instanceof Map ? (textOf(tracker.get('url')) ?? []) : []));
}
