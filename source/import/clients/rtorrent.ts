import { basename, dirname, join } from 'node:path';
import { percentDecoded } from '../../basics/percent-decoding.ts';
import { exactBitfield, setPiece } from '../../metainfo/layout.ts';
import { type Metainfo, parseTorrent } from '../../metainfo/metainfo.ts';
import { torrentBytes } from '../../metainfo/torrent-bytes.ts';
import { type ImportClient, type ImportEntry, StateFolderError } from '../imported-download.ts';
import { assemble } from '../reading/assemble.ts';
import { allPieces } from '../reading/piece-claims.ts';
import { SavedValues } from '../reading/saved-values.ts';
import { namesIn, reasonOf, resumeBytes, stateFilesText, unlessMissing } from '../reading/state-files.ts';

const rtorrentText = {
	notState: (folder: string) =>
		`${folder} is not a session folder of rtorrent: it has no file *.torrent.rtorrent. Give the folder of session.path.`,
	noMetadata: 'its metadata has not arrived: add its magnet link',
	throttle: (name: string) => `Its throttle group '${name}' is not imported.`,
};

const SETTINGS = '.torrent.rtorrent';
/** A saved index of a piece, bytes. */
const INDEX_BYTES = 4;

/** Reads the session folder of rtorrent 0.9 and newer. */
export const rtorrent: ImportClient = {
	name: 'rtorrent',
	processes: ['rtorrent', 'rtorrent main'],
	folderOptions: ['-s'],
	pidFiles: ['rtorrent.lock'],

	folders: ({ home }) => [
		join(home, '.session'),
		join(home, '.rtorrent/session'),
		join(home, 'rtorrent/.session'),
		join(home, 'rtorrent/session'),
		join(home, '.local/share/rtorrent/session'),
		join(home, '.rtorrent/.session'),
	],

	async *read(folder) {
		const names = await namesIn(folder, SETTINGS);
		if (!names || names.length === 0) throw new StateFolderError(rtorrentText.notState(folder));
		for (const name of names) yield await readEntry(folder, name);
	},
};

async function readEntry(folder: string, file: string): Promise<ImportEntry> {
	try {
		const name = file.slice(0, -'.rtorrent'.length);
		const torrent = await unlessMissing(folder, name, torrentBytes);
		if (!torrent) throw new Error(stateFilesText.missing(name));
		const settings = SavedValues.parse(await resumeBytes(join(folder, file)));
		// A magnet link is saved as a torrent that describes no data.
		if (SavedValues.parse(torrent).has('magnet-uri')) throw new Error(rtorrentText.noMetadata);
		const resume = await unlessMissing(folder, `${name}.libtorrent_resume`, resumeBytes);
		return downloadOf(torrent, parseTorrent(torrent), settings, resume && SavedValues.parse(resume));
	} catch (error) {
		return { kind: 'unusable', name: file, reason: reasonOf(error) };
	}
}

function downloadOf(
	torrent: Uint8Array,
	metainfo: Metainfo,
	settings: SavedValues,
	resume: SavedValues | undefined,
): ImportEntry {
	const { destination, paths } = placeOf(metainfo, settings.text('directory'));
	const throttle = settings.text('throttle_name') ?? '';
	return assemble(torrent, metainfo, {
		destination,
		bitfield: resume && bitfieldFrom(metainfo, resume),
		running: settings.integer('state') === 1,
		wanted: resume?.integersWithin('files', 'priority')?.map((priority) => priority !== 0),
		downloaded: settings.integer('total_downloaded'),
		uploaded: settings.integer('total_uploaded'),
		timeAdded: timeAdded(settings),
		timeFinished: settings.integer('timestamp.finished'),
		// Web interfaces encode it.
		label: percentDecoded(settings.text('custom1') ?? ''),
		trackers: trackersOf(resume?.dictionary('trackers')),
		paths,
		notes: throttle === '' ? [] : [rtorrentText.throttle(throttle)],
	});
}

/**
 * Returns the folder that contains the torrent's root. rtorrent saves the root itself for a torrent of several files,
 * which may have another name.
 */
function placeOf(metainfo: Metainfo, directory: string | undefined) {
	if (metainfo.isSingleFile || !directory?.startsWith('/')) return { destination: directory };
	const root = basename(directory);
	return {
		destination: dirname(directory),
		paths: metainfo.files.map(({ diskPath }) => root + diskPath.slice(diskPath.indexOf('/'))),
	};
}

function bitfieldFrom(metainfo: Metainfo, resume: SavedValues): Uint8Array | undefined {
	const count = resume.integer('bitfield');
	const bytes = resume.bytes('bitfield');
	const bitfield =
		count === metainfo.pieceCount
			? allPieces(metainfo)
			: count === 0
				? new Uint8Array(Math.ceil(metainfo.pieceCount / 8))
				: bytes && exactBitfield(metainfo, bytes);
	// Pieces that may not have been on the disk yet, as indices with the most significant byte first.
	const uncertain = Buffer.from(resume.bytes('uncertain_pieces') ?? []);
	for (let at = 0; bitfield && at + INDEX_BYTES <= uncertain.length; at += INDEX_BYTES) {
		setPiece(bitfield, uncertain.readUInt32BE(at), false);
	}
	return bitfield;
}

/** Returns the time at which a web interface added the download, or rtorrent started it. */
function timeAdded(settings: SavedValues): number | undefined {
	const added = Number.parseInt(settings.dictionary('custom')?.text('addtime') ?? '', 10);
	return Number.isSafeInteger(added) ? added : settings.integer('timestamp.started');
}

function trackersOf(trackers: SavedValues | undefined): string[] | undefined {
	return trackers?.names.filter((url) => trackers.dictionary(url)?.integer('enabled') !== 0);
}
