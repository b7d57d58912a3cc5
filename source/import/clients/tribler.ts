import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Ini, readIni } from '../../client/discovery/ini.ts';
import { parseTorrent } from '../../metainfo/metainfo.ts';
import { plainFileBytes } from '../../metainfo/plain-file.ts';
import { type ImportClient, type ImportEntry, StateFolderError } from '../imported-download.ts';
import { assemble } from '../reading/assemble.ts';
import { SavedValues } from '../reading/saved-values.ts';
import { namesIn, reasonOf } from '../reading/state-files.ts';
import { libtorrentClaims } from './libtorrent-resume.ts';

export const triblerText = {
	notState: (folder: string) =>
		`${folder} is not a folder of Tribler: it has no folder 'dlcheckpoints'. Give the folder of its version, e.g. ~/.Tribler/8.0.`,
	damaged: 'its saved state is damaged',
	noMetadata: 'its metadata has not arrived: add its magnet link',
	channel: 'it is a channel of Tribler itself',
	hops: (hops: number) =>
		`It was anonymous there, with ${hops} ${hops === 1 ? 'hop' : 'hops'}. It is stopped: choose its hops with 'seedtop hops' before you resume it.`,
	completed: (folder: string) => `Its move to ${folder} on completion is not imported.`,
};

const CHECKPOINTS = 'dlcheckpoints';
/** Base64 of a torrent of the maximum size and of its resume data. */
const MAX_CHECKPOINT_BYTES = 64 * 1024 * 1024;

/** Reads the state folder of a version of Tribler 7 or 8. */
export const tribler: ImportClient = {
	name: 'tribler',
	processes: ['tribler', 'Tribler', 'triblerd'],
	folderOptions: ['-s', '--statedir'],
	pidFiles: ['triblerd.lock'],

	folders: ({ home, environment }) => [environment.TSTATEDIR || join(home, '.Tribler')],

	async *read(folder) {
		const checkpoints = await checkpointsIn(folder);
		const names = checkpoints && (await namesIn(checkpoints, '.conf'));
		if (!checkpoints || !names) throw new StateFolderError(triblerText.notState(folder));
		for (const name of names) yield await readEntry(checkpoints, name);
	},
};

/** Returns the folder of checkpoints in a folder of one version, or of the newest version in the folder of all. */
async function checkpointsIn(folder: string): Promise<string | undefined> {
	const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
	if (folder.endsWith(`/${CHECKPOINTS}`)) return folder;
	if (entries.some(({ name }) => name === CHECKPOINTS)) return join(folder, CHECKPOINTS);
	const versions = entries
		.map(({ name }) => name)
		.filter((name) => /^\d+(\.\d+)*$/.test(name))
		.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
	for (const version of versions) {
		if ((await namesIn(join(folder, version, CHECKPOINTS), '.conf')) !== undefined)
			return join(folder, version, CHECKPOINTS);
	}
	return undefined;
}

async function readEntry(folder: string, file: string): Promise<ImportEntry> {
	try {
		const bytes = await plainFileBytes(join(folder, file), MAX_CHECKPOINT_BYTES, 'checkpoints');
		const ini = readIni(Buffer.from(bytes).toString('utf8'));
		if (!ini) throw new Error(triblerText.damaged);
		return downloadOf(ini);
	} catch (error) {
		return { kind: 'unusable', name: file, reason: reasonOf(error) };
	}
}

function downloadOf(ini: Ini): ImportEntry {
	const settings = ini.get('download_defaults');
	const state = ini.get('state');
	const torrent = Buffer.from(state?.get('metainfo') ?? '', 'base64');
	if (settings?.get('channel_download') === 'True') throw new Error(triblerText.channel);
	// Without metadata there is a name and an infohash only.
	if (torrent.length === 0 || !SavedValues.parse(torrent).dictionary('info'))
		throw new Error(triblerText.noMetadata);
	const metainfo = parseTorrent(torrent);
	const resume = Buffer.from(state?.get('engineresumedata') ?? '', 'base64');
	const claims = libtorrentClaims(metainfo, SavedValues.parse(resume.length > 0 ? resume : EMPTY));
	const hops = Number(settings?.get('hops') ?? 0);
	const moves = settings?.get('completed_dir') ?? '';
	const folder = settings?.get('saveas');
	return assemble(torrent, metainfo, {
		...claims,
		destination: claims.destination || (folder === 'None' ? undefined : folder),
		running: settings?.get('user_stopped') !== 'True' && !(hops > 0),
		wanted: wantedOf(settings?.get('selected_file_indexes'), metainfo.files.length) ?? claims.wanted,
		timeAdded: Number(settings?.get('time_added') ?? 0) || claims.timeAdded,
		notes: [
			...(hops > 0 ? [triblerText.hops(hops)] : []),
			...(moves !== '' && moves !== 'None' && moves !== claims.destination
				? [triblerText.completed(moves)]
				: []),
		],
	});
}

/** An empty dictionary, bencoded. */
const EMPTY = Buffer.from('de');

/** Returns which files are selected; undefined for all. The list is '0, 2', or ',' if it is empty. */
function wantedOf(list: string | undefined, count: number): boolean[] | undefined {
	const chosen = new Set<number>();
	let isEmpty = true;
	for (const [digits] of (list ?? '').matchAll(/\d+/g)) {
		isEmpty = false;
		if (Number(digits) < count) chosen.add(Number(digits));
	}
	if (isEmpty) return undefined;
	return Array.from({ length: count }, (_, index) => chosen.has(index));
}
