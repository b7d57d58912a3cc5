import { join } from 'node:path';
import Type from 'typebox';
import type { Span } from '../../metainfo/bencode.ts';
import { parseTorrent } from '../../metainfo/metainfo.ts';
import { plainFileBytes } from '../../metainfo/plain-file.ts';
import { torrentBytes } from '../../metainfo/torrent-bytes.ts';
import { decode } from '../../protocol/decode.ts';
import { type ImportClient, type ImportEntry, StateFolderError } from '../imported-download.ts';
import { MAX_ENTRIES, MAX_RESUME_BYTES } from '../limits.ts';
import { assemble } from '../reading/assemble.ts';
import { FileWindow } from '../reading/file-window.ts';
import { type PickleMap, type PickleValue, pickledItems } from '../reading/pickle.ts';
import { SavedValues } from '../reading/saved-values.ts';
import { reasonOf, unlessMissing } from '../reading/state-files.ts';
import { textSpans } from '../reading/text-spans.ts';
import { libtorrentClaims } from './libtorrent-resume.ts';

/** Maximum size of the file of labels, bytes. */
const MAX_LABELS_BYTES = 32 * 1024 * 1024;

const Labels = Type.Object({ torrent_labels: Type.Record(Type.String(), Type.String()) });

/** Returns the labels of the plugin 'Label' by infohash. It is empty without the plugin, or if its file is damaged. */
async function delugeLabels(folder: string): Promise<ReadonlyMap<string, string>> {
	try {
		const bytes = await unlessMissing(folder, 'label.conf', (path) =>
			plainFileBytes(path, MAX_LABELS_BYTES, 'labels'),
		);
		const text = Buffer.from(bytes ?? []).toString('utf8');
		// A dictionary with the version of the file precedes the one with the labels.
		const start = text.indexOf('}{');
		const json: unknown = JSON.parse(start < 0 ? text : text.slice(start + 1));
		return new Map(Object.entries(decode(Labels, json).value.torrent_labels));
	} catch {
		return new Map();
	}
}

const delugeText = {
	notState: (folder: string) =>
		`${folder} is not a folder of deluge: it has no file state/torrents.state. Give the folder with core.conf.`,
	unreadable: (reason: string) => `Cannot read state/torrents.state: ${reason}.`,
	noList: 'it contains no list of downloads',
	tooMany: `it contains more than ${MAX_ENTRIES} downloads`,
	noMetadata: 'its metadata has not arrived: add its magnet link',
	largeResume: `its saved progress is larger than ${MAX_RESUME_BYTES / 1024 / 1024} MiB`,
	moves: (folder: string) => `Its move to ${folder} on completion is not imported.`,
};

const DOWNLOAD = 'deluge.core.torrentmanager TorrentState';
/** The classes of the saved state. Both have fields only. */
const CLASSES = { allowed: ['deluge.core.torrentmanager TorrentManagerState', DOWNLOAD], item: DOWNLOAD };
/** Unit of speed limits, bytes per second. */
const KIBIBYTE = 1024;

/** Reads the configuration folder of deluge 2. A part of the files with all downloads is in memory. */
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
		const file = await unlessMissing(state, 'torrents.state', FileWindow.open);
		if (!file) throw new StateFolderError(delugeText.notState(folder));
		// A damaged list of resume data is one without: the data of the downloads is checked.
		const resumes = await unlessMissing(state, 'torrents.fastresume', FileWindow.open).catch(() => undefined);
		try {
			requireDownloads(file);
			const spans = new Map(resumes && textSpans(resumes));
			const labels = await delugeLabels(folder);
			for (const fields of pickledItems(file, CLASSES)) {
				const span = spans.get(textOf(fields.get('torrent_id')) ?? '');
				yield await readEntry(state, fields, () => resumes && span && resumeIn(resumes, span), labels);
			}
		} finally {
			await file.close();
			await resumes?.close();
		}
	},
};

/** Throws a StateFolderError unless all of the saved state can be read, so that none of it is imported otherwise. */
function requireDownloads(file: FileWindow): void {
	try {
		const items = pickledItems(file, CLASSES);
		let count = 0;
		let next = items.next();
		for (; !next.done; next = items.next()) if (++count > MAX_ENTRIES) throw new Error(delugeText.tooMany);
		const state = next.value;
		if (!(state instanceof Map && Array.isArray(state.get('torrents')))) throw new Error(delugeText.noList);
	} catch (error) {
		throw new StateFolderError(delugeText.unreadable(reasonOf(error)));
	}
}

function resumeIn(resumes: FileWindow, { start, end }: Span): Uint8Array {
	if (end - start > MAX_RESUME_BYTES) throw new Error(delugeText.largeResume);
	return resumes.bytes(start, end);
}

async function readEntry(
	state: string,
	fields: PickleMap,
	resumeData: () => Uint8Array | undefined,
	labels: ReadonlyMap<string, string>,
): Promise<ImportEntry> {
	const id = textOf(fields.get('torrent_id')) ?? '';
	const name = textOf(fields.get('name')) || textOf(fields.get('filename')) || id;
	try {
		if (!/^[0-9a-f]{40}$/.test(id)) return { kind: 'unusable', name, reason: 'it has no infohash' };
		const torrent = await unlessMissing(state, `${id}.torrent`, torrentBytes);
		if (!torrent) return { kind: 'unusable', name, reason: delugeText.noMetadata };
		const metainfo = parseTorrent(torrent);
		const resume = resumeData();
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
