import { join } from 'node:path';
import { type Metainfo, parseTorrent } from '../../metainfo/metainfo.ts';
import { torrentBytes } from '../../metainfo/torrent-bytes.ts';
import { type ImportClient, type ImportEntry, StateFolderError } from '../imported-download.ts';
import { assemble } from '../reading/assemble.ts';
import { SavedValues } from '../reading/saved-values.ts';
import { namesIn, reasonOf, resumeBytes, unlessMissing } from '../reading/state-files.ts';
import { libtorrentClaims } from './libtorrent-resume.ts';
import { type DatabaseRow, lengthOf, readDatabase } from './qbittorrent-database.ts';

export const qbittorrentText = {
	notState: (folder: string) =>
		`${folder} is not a folder of qBittorrent: it has neither BT_backup nor torrents.db. Give the folder with one of them.`,
	noMetadata: 'its metadata has not arrived: add its magnet link',
	tags: (tags: readonly string[]) => `Tags that are not imported: ${tags.join(', ')}.`,
	incomplete: (folder: string) => `Its data stays in ${folder}, also when it is complete.`,
};

const RESUME = '.fastresume';
const BACKUP = 'BT_backup';
const DATABASE = 'torrents.db';
/** Ratios are saved in thousandths. */
const RATIO_UNIT = 1000;
/** Smallest ratio of a limit. 0 is no limit. */
const MIN_SEEDING_RATIO = 0.01;
const MINUTE_S = 60;

/** Reads the data folder of qBittorrent 4.2 and newer, with either way to save its downloads. */
export const qbittorrent: ImportClient = {
	name: 'qbittorrent',
	processes: ['qbittorrent', 'qbittorrent-nox'],
	folderOptions: ['--profile'],
	pidFiles: [],

	folders: ({ home, environment }) => [
		join(environment.XDG_DATA_HOME || join(home, '.local/share'), 'qBittorrent'),
		join(environment.XDG_DATA_HOME || join(home, '.local/share'), 'data/qBittorrent'),
		join(home, 'qBittorrent/data'),
		'/var/lib/qbittorrent/.local/share/qBittorrent',
	],

	async *read(folder) {
		const database = join(folder, DATABASE);
		if ((await lengthOf(database)) !== undefined) {
			for await (const row of readDatabase(database)) yield 'kind' in row ? row : readRow(row);
			return;
		}
		const backup = folder.endsWith(`/${BACKUP}`) ? folder : join(folder, BACKUP);
		const names = await namesIn(backup, RESUME);
		if (!names) throw new StateFolderError(qbittorrentText.notState(folder));
		for (const name of names) yield await readEntry(backup, name);
	},
};

async function readEntry(folder: string, file: string): Promise<ImportEntry> {
	try {
		const saved = SavedValues.parse(await resumeBytes(join(folder, file)));
		const torrent = await unlessMissing(folder, `${file.slice(0, -RESUME.length)}.torrent`, torrentBytes);
		if (!torrent) throw new Error(qbittorrentText.noMetadata);
		const metainfo = parseTorrent(torrent);
		const ratio = saved.integer('qBt-ratioLimit');
		return downloadOf(torrent, metainfo, saved, {
			name: saved.text('qBt-name'),
			category: saved.text('qBt-category'),
			tags: (saved.texts('qBt-tags') ?? []).filter((tag) => tag !== undefined),
			folder: saved.text('qBt-savePath'),
			incompleteFolder: saved.text('qBt-downloadPath'),
			ratio,
			seedingMinutes: saved.integer('qBt-seedingTimeLimit'),
			stopped: undefined,
		});
	} catch (error) {
		return { kind: 'unusable', name: file, reason: reasonOf(error) };
	}
}

function readRow(row: DatabaseRow): ImportEntry {
	try {
		if (!row.metadata) throw new Error(qbittorrentText.noMetadata);
		const metainfo = parseTorrent(row.metadata);
		const saved = SavedValues.parse(row.resumeData);
		return downloadOf(row.metadata, metainfo, saved, row);
	} catch (error) {
		return { kind: 'unusable', name: row.name || row.id, reason: reasonOf(error) };
	}
}

/** Values of qBittorrent itself. */
interface OwnValues {
	readonly name: string | undefined;
	readonly category: string | undefined;
	readonly tags: readonly string[];
	readonly folder: string | undefined;
	readonly incompleteFolder: string | undefined;
	/** Thousandths; negative without a limit of its own. */
	readonly ratio: number | undefined;
	/** Negative without a limit of its own. */
	readonly seedingMinutes: number | undefined;
	/** Undefined if only libtorrent's values are saved. */
	readonly stopped: boolean | undefined;
}

function downloadOf(
	torrent: Uint8Array,
	metainfo: Metainfo,
	saved: SavedValues,
	own: OwnValues,
): ImportEntry {
	const claims = libtorrentClaims(metainfo, saved);
	// A queued download is paused too, but libtorrent may start it.
	const stopped = own.stopped ?? !(claims.running || claims.autoManaged);
	const destination = claims.destination || own.folder;
	const [tag = '', ...moreTags] = own.tags;
	const unused = own.category ? own.tags : moreTags;
	const { incompleteFolder } = own;
	return assemble(torrent, metainfo, {
		...claims,
		name: own.name,
		destination,
		running: !stopped,
		label: own.category || tag,
		seedingRatio: limitOf(own.ratio, RATIO_UNIT, MIN_SEEDING_RATIO),
		seedingTime: limitOf(own.seedingMinutes, 1 / MINUTE_S, MINUTE_S),
		notes: [
			...(unused.length > 0 ? [qbittorrentText.tags(unused)] : []),
			...(incompleteFolder && destination === incompleteFolder
				? [qbittorrentText.incomplete(incompleteFolder)]
				: []),
		],
	});
}

/**
 * Returns a limit of seeding, 0 for never; undefined for that of all downloads. `unit` saved ones are 1. -1 is saved for
 * never, as a ratio in thousandths.
 */
function limitOf(saved: number | undefined, unit: number, least: number): number | undefined {
	if (saved === undefined || saved === -2 || saved === -2 * RATIO_UNIT) return undefined;
	return saved < 0 ? 0 : Math.max(least, saved / unit);
}
