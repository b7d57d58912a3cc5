import { parseMagnet } from '../../metainfo/magnet.ts';
import { indicesOf, noSuchFile } from '../../metainfo/selection.ts';
import { HttpError, invalidParameter } from '../http/http-error.ts';
import { type DownloadRecord, initialDownload } from '../storage/record.ts';
import type { Source } from './source.ts';

/** A request to add a download. */
export interface Addition {
	readonly source: Source;
	readonly destination: string;
	readonly hops: number;
	readonly safeSeeding: boolean;
	/** Indices of the selected files; null for all. */
	readonly selected: readonly number[] | null;
	/** Omitted or empty for none. */
	readonly label?: string;
	/** Whether pieces are requested in their order. Default: false. */
	readonly sequential?: boolean;
	/** Whether existing files may be written. Default: false. */
	readonly usesFiles?: boolean;
}

/** Returns the record of a new download, in the started state. Throws if the selection names missing files. */
export function newRecord({
	source,
	destination,
	hops,
	safeSeeding,
	selected,
	label = '',
	sequential = false,
	usesFiles = false,
}: Addition): DownloadRecord {
	const metainfo = source.kind === 'torrent' ? source.metainfo : undefined;
	const { infohash, name, trackers } = source.kind === 'torrent' ? source.metainfo : source.magnet;
	if (metainfo) checkSelection(selected, metainfo.files.length);
	return {
		...initialDownload,
		infohash,
		name: name || infohash,
		magnet: source.kind === 'magnet' ? source.uri : '',
		size: metainfo?.length ?? 0,
		totalPieces: metainfo?.pieceCount ?? 0,
		trackers,
		destination,
		selected,
		hops,
		safeSeeding,
		timeAdded: Math.floor(Date.now() / 1000),
		usesFiles,
		label,
		sequential,
	};
}

/** Returns the existing download. Throws if it has fewer hops than requested. */
export function requireHops(existing: DownloadRecord, hops: number): DownloadRecord {
	if (hops <= existing.hops) return existing;
	throw new HttpError(
		500,
		'HopsConflictError',
		`This download was already added, with fewer hops (${existing.hops}). Change them with PATCH and anon_hops alone, or remove it first.`,
	);
}

/** Throws when a selection has an index outside of `count` files. */
export function checkSelection(selected: readonly number[] | null, count: number): void {
	const outside = selected?.find((index) => index < 0 || index >= count);
	if (outside !== undefined) throw invalidParameter(noSuchFile(outside, count));
}

/** Returns the selected files once their number is known: the chosen ones, or the magnet link's. */
export function selectionOf({ selected, magnet }: DownloadRecord, count: number): readonly number[] | null {
	if (selected !== null || magnet === '') return selected;
	const { selection } = parseMagnet(magnet);
	return selection && indicesOf(selection, count);
}
