import { hasBytesBeyond, hasPiece, piecesOf } from '../../../../metainfo/layout.ts';
import type { Metainfo, MetainfoFile } from '../../../../metainfo/metainfo.ts';
import { type DataFolder, diskPathOf } from './data-folder.ts';
import { DiskError, MissingData, missingText } from './disk-error.ts';
import { fileWatchText } from './file-watch.ts';

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

/** Pieces before and after a check. */
interface ComparedPieces {
	readonly recorded: Uint8Array;
	readonly found: Uint8Array;
	/** Pieces with missing bytes. */
	readonly absent: Uint8Array;
}

/**
 * Throws a DiskError when pieces of a file that was complete are on the disk, but wrong: the user or another program
 * changed it, and a download would overwrite that.
 */
export function requireUnchanged(
	{ metainfo, folder }: Pick<RecordedData, 'metainfo' | 'folder'>,
	{ recorded, found, absent }: ComparedPieces,
): void {
	if (recorded.length !== found.length) return;
	for (const file of metainfo.files) {
		const pieces = file.padding ? null : piecesOf(metainfo, file);
		if (!pieces) continue;
		let wrong = 0;
		let wasComplete = true;
		for (let index = pieces.first; wasComplete && index <= pieces.last; index++) {
			wasComplete = hasPiece(recorded, index);
			if (!hasPiece(found, index) && !hasPiece(absent, index)) wrong++;
		}
		if (wasComplete && wrong > 0)
			throw new DiskError(fileWatchText.changed(diskPathOf(folder.root, file), wrong));
	}
}
