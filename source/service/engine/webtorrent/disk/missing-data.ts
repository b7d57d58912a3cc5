import { hasBytesBeyond } from '../../../../metainfo/layout.ts';
import type { Metainfo, MetainfoFile } from '../../../../metainfo/metainfo.ts';
import { type DataFolder, diskPathOf } from './data-folder.ts';
import { MissingData, missingText } from './disk-error.ts';

interface RecordedData {
	readonly metainfo: Metainfo;
	readonly folder: DataFolder;
	/** Pieces that were on the disk. */
	readonly recorded: Uint8Array;
	readonly selected: readonly MetainfoFile[];
	/** Bytes of each file on the disk, in the torrent's order; 0 if missing. */
	readonly sizes: Float64Array;
}

/**
 * Throws MissingData when bytes of recorded pieces are missing. A file that is not selected may be missing, because the
 * user may have deleted it, unless all files are.
 */
export function requireRecorded({ metainfo, folder, recorded, selected, sizes }: RecordedData): void {
	if (recorded.length !== Math.ceil(metainfo.pieceCount / 8)) return;
	const lacking: MetainfoFile[] = [];
	let isFound = false;
	for (const [at, file] of metainfo.files.entries()) {
		if (hasBytesBeyond(metainfo, file, sizes[at] ?? 0, recorded)) lacking.push(file);
		else isFound ||= hasBytesBeyond(metainfo, file, 0, recorded);
	}
	if (lacking.length === 0) return;
	const wanted = new Set(selected);
	refuseLacking(folder, isFound ? lacking.filter((file) => wanted.has(file)) : lacking);
}

/** Throws MissingData unless `files` is empty. */
export function refuseLacking(folder: DataFolder, files: readonly MetainfoFile[]): void {
	const [first] = files;
	if (first) throw new MissingData(missingText.files(diskPathOf(folder.root, first), files.length - 1));
}
