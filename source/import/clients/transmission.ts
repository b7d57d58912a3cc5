import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { type Metainfo, parseTorrent } from '../../metainfo/metainfo.ts';
import { torrentBytes } from '../../metainfo/torrent-bytes.ts';
import { type ImportClient, type ImportEntry, StateFolderError } from '../imported-download.ts';
import { assemble } from '../reading/assemble.ts';
import { allPieces, bitfieldOfBlocks } from '../reading/piece-claims.ts';
import { SavedValues } from '../reading/saved-values.ts';
import { namesIn, reasonOf, resumeBytes, stateFilesText, unlessMissing } from '../reading/state-files.ts';

export const transmissionText = {
	notState: (folder: string) =>
		`${folder} is not a folder of transmission: it has no folder 'torrents'. Give the folder with settings.json.`,
	magnet: 'its metadata has not arrived: add its magnet link',
	moreLabels: (labels: readonly string[]) => `Labels that are not imported: ${labels.join(', ')}.`,
	idleLimit: 'Its limit of idle seeding is not imported.',
	incomplete: (folder: string) => `Its data stays in ${folder}, also when it is complete.`,
};

/** One entry of the folder 'torrents': <infohash>.torrent, or <name>.<first 16 digits>.torrent before version 3. */
const TORRENT = '.torrent';
const MAGNET = '.magnet';
/** Smallest ratio of a limit. 0 is no limit. */
const MIN_SEEDING_RATIO = 0.01;
/** Speeds are saved in kB of 1000 bytes before version 2.4. */
const KILOBYTE = 1000;

/** Reads the configuration folder of transmission 2 to 4. */
export const transmission: ImportClient = {
	name: 'transmission',
	processes: ['transmission-da', 'transmission-gt', 'transmission-qt', 'transmission-cl'],
	folderOptions: ['-g', '--config-dir'],
	pidFiles: [],

	folders: ({ home, environment }) => [
		...(environment.TRANSMISSION_HOME ? [environment.TRANSMISSION_HOME] : []),
		join(environment.XDG_CONFIG_HOME || join(home, '.config'), 'transmission-daemon'),
		join(environment.XDG_CONFIG_HOME || join(home, '.config'), 'transmission'),
		'/var/lib/transmission-daemon/.config/transmission-daemon',
		'/var/lib/transmission/.config/transmission-daemon',
	],

	async *read(folder) {
		const torrents = join(folder, 'torrents');
		const names = await namesIn(torrents, TORRENT);
		if (!names) throw new StateFolderError(transmissionText.notState(folder));
		for (const name of names) yield await readEntry(folder, name);
		for (const name of (await namesIn(torrents, MAGNET)) ?? []) {
			yield { kind: 'unusable', name, reason: transmissionText.magnet };
		}
	},
};

async function readEntry(folder: string, file: string): Promise<ImportEntry> {
	try {
		const torrent = await torrentBytes(join(folder, 'torrents', file));
		const metainfo = parseTorrent(torrent);
		const resume = `${file.slice(0, -TORRENT.length)}.resume`;
		const bytes = await unlessMissing(join(folder, 'resume'), resume, resumeBytes);
		if (!bytes) throw new Error(stateFilesText.missing(`resume/${resume}`));
		return await downloadOf(torrent, metainfo, SavedValues.parse(bytes));
	} catch (error) {
		return { kind: 'unusable', name: file, reason: reasonOf(error) };
	}
}

async function downloadOf(torrent: Uint8Array, metainfo: Metainfo, saved: SavedValues): Promise<ImportEntry> {
	const [label = '', ...more] = (saved.texts('labels') ?? []).filter((text) => text !== undefined);
	const folder = saved.text('destination');
	const incomplete = saved.text('incomplete-dir');
	const paths = pathsOf(metainfo, saved);
	const isIncomplete =
		incomplete !== undefined && folder !== incomplete && (await hasData(metainfo, paths, incomplete, folder));
	const idle = saved.dictionary('idle-limit');
	return assemble(torrent, metainfo, {
		name: saved.text('name'),
		destination: isIncomplete ? incomplete : folder,
		bitfield: bitfieldFrom(metainfo, saved.dictionary('progress')),
		running: saved.integer('paused') !== 1,
		wanted: saved.integers('dnd')?.map((unwanted) => unwanted !== 1),
		downloaded: saved.integer('downloaded'),
		uploaded: saved.integer('uploaded'),
		timeAdded: saved.integer('added-date'),
		timeFinished: saved.integer('done-date'),
		seedingSeconds: saved.integer('seeding-time-seconds'),
		label,
		maxDownloadSpeed: speedOf(saved.dictionary('speed-limit-down')),
		maxUploadSpeed: speedOf(saved.dictionary('speed-limit-up')),
		sequential: (saved.integer('sequentialDownload') ?? saved.integer('sequential_download')) === 1,
		seedingRatio: ratioOf(saved.dictionary('ratio-limit')),
		paths,
		notes: [
			...(more.length > 0 ? [transmissionText.moreLabels(more)] : []),
			...(isIncomplete ? [transmissionText.incomplete(incomplete)] : []),
			...(idle?.integer('idle-mode') === 1 ? [transmissionText.idleLimit] : []),
		],
	});
}

/** Returns the paths of renamed files. A renamed root is in the path of each file. */
function pathsOf({ files }: Metainfo, saved: SavedValues): (string | undefined)[] | undefined {
	const paths = saved.texts('files');
	return paths?.length === files.length ? paths : undefined;
}

/**
 * Whether the data is in the folder for incomplete downloads, as transmission finds out: its first file is there, or it
 * is not in the other one.
 */
async function hasData(
	{ files }: Metainfo,
	paths: readonly (string | undefined)[] | undefined,
	incomplete: string,
	complete: string | undefined,
): Promise<boolean> {
	const first = files.findIndex(({ padding }) => !padding);
	const path = paths?.[first] || files[first]?.diskPath;
	if (path === undefined) return false;
	const isIn = async (folder: string) =>
		(await exists(join(folder, path))) || (await exists(join(folder, `${path}.part`)));
	return (await isIn(incomplete)) && !(complete !== undefined && (await isIn(complete)));
}

function exists(path: string): Promise<boolean> {
	return access(path).then(
		() => true,
		() => false,
	);
}

function bitfieldFrom(metainfo: Metainfo, progress: SavedValues | undefined): Uint8Array | undefined {
	const blocks = progress?.bytes('blocks') ?? progress?.bytes('bitfield');
	const word = blocks && blocks.length <= 4 ? Buffer.from(blocks).toString('latin1') : '';
	if (word === 'all' || (!blocks && progress?.text('have') === 'all')) return allPieces(metainfo);
	if (word === 'none') return new Uint8Array(Math.ceil(metainfo.pieceCount / 8));
	return blocks && bitfieldOfBlocks(metainfo, blocks);
}

/** Returns the ratio at which seeding ends; 0 for never. Its mode is 1 for a ratio of its own, 2 for never. */
function ratioOf(limit: SavedValues | undefined): number | undefined {
	const mode = limit?.integer('ratio-mode');
	if (mode === 2) return 0;
	return mode === 1 ? Math.max(MIN_SEEDING_RATIO, Number(limit?.text('ratio-limit'))) : undefined;
}

function speedOf(limit: SavedValues | undefined): number {
	if (limit?.integer('use-speed-limit') !== 1) return 0;
	return limit.integer('speed-Bps') ?? (limit.integer('speed') ?? 0) * KILOBYTE;
}
