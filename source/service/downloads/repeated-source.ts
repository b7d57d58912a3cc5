import { parseMagnet } from '../../metainfo/magnet.ts';
import type { Metainfo } from '../../metainfo/metainfo.ts';
import { newTrackers } from '../../metainfo/tracker-list.ts';
import { newWebSeeds } from '../../metainfo/web-seed-list.ts';
import type { MoreSources } from '../engine/port.ts';
import type { DownloadRecord } from '../storage/record.ts';
import { type Addition, checkSelection, selectionOf } from './addition.ts';
import type { Source } from './source.ts';

/**
 * Returns the change that a .torrent makes to a record with missing or damaged metadata. Throws if the selection
 * names missing files.
 */
export function completion(
	record: DownloadRecord,
	{ metainfo }: Extract<Source, { kind: 'torrent' }>,
	{ selected }: Addition,
	damaged: boolean,
): Partial<DownloadRecord> {
	const { name, length, pieceCount, files, trackers, webSeeds } = metainfo;
	checkSelection(selected, files.length);
	// A private torrent uses only its own sources (BEP 27).
	const others = metainfo.private ? [] : knownTrackers(record);
	const own = record.ownTrackers ? knownTrackers(record) : undefined;
	return {
		name,
		size: length,
		totalPieces: pieceCount,
		selected: selected ?? selectionOf(record, files.length),
		trackers: own ?? [...trackers, ...newTrackers(trackers, others)],
		webSeeds: metainfo.private ? [] : newWebSeeds(webSeeds, knownWebSeeds(record)),
		// The damage was the error.
		...(damaged ? { error: '' } : {}),
	};
}

/** Returns the new sources of a repeated source; `metainfo` is undefined while it is missing. */
export function moreSources(
	record: DownloadRecord,
	metainfo: Metainfo | undefined,
	source: Source,
): MoreSources {
	if (metainfo?.private) return { trackers: [], webSeeds: [], peers: [] };
	const known = knownTrackers(record, metainfo);
	const knownSeeds = knownWebSeeds(record, metainfo);
	const { trackers, webSeeds } = source.kind === 'torrent' ? source.metainfo : source.magnet;
	return {
		// A list that the user changed stays as it is.
		trackers: record.ownTrackers ? [] : newTrackers(known, trackers),
		webSeeds: newWebSeeds(knownSeeds, webSeeds),
		peers: source.kind === 'torrent' ? [] : source.magnet.peers,
	};
}

/** Returns all web seed URLs of a download. */
function knownWebSeeds({ webSeeds, magnet }: DownloadRecord, metainfo?: Metainfo): readonly string[] {
	const own = metainfo ?? (magnet === '' ? undefined : parseMagnet(magnet));
	return [...(own?.webSeeds ?? []), ...webSeeds];
}

/** Returns all announce URLs of a download. */
export function knownTrackers({ trackers, magnet }: DownloadRecord, metainfo?: Metainfo): readonly string[] {
	return trackers ?? metainfo?.trackers ?? (magnet === '' ? [] : parseMagnet(magnet).trackers);
}
