import {
	hasBytesBeyond,
	hasPiece,
	type PieceRange,
	piecesOf,
	wholePieces,
} from '../../../../metainfo/layout.ts';
import type { Metainfo, MetainfoFile } from '../../../../metainfo/metainfo.ts';
import { type DataFolder, diskPathOf } from './data-folder.ts';
import { DiskError, MissingData, missingText } from './disk-error.ts';

export const unlikeRecorded = (path: string, pieces: number): string =>
	`${path} is not what it was: ${pieces} of its pieces ${pieces === 1 ? 'is' : 'are'} wrong. Another program changed it, or the machine stopped before it was on the disk. Nothing was written. Recheck this download to fetch them again.`;

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
 * Throws a DiskError when recorded pieces of a file are on the disk, but wrong, and it was complete, or all of them are: the
 * user or another program changed it, and a download would overwrite that.
 */
export function requireUnchanged(
	{ metainfo, folder }: Pick<RecordedData, 'metainfo' | 'folder'>,
	pieces: ComparedPieces,
): void {
	if (pieces.recorded.length !== pieces.found.length) return;
	const changed = metainfo.files.flatMap((file) => {
		const wrong = file.padding ? 0 : wrongPieces(piecesOf(metainfo, file), pieces);
		return wrong > 0 ? [{ file, wrong }] : [];
	});
	// A piece at the border of two files does not show which one was changed.
	const certain = changed.find(({ file }) => wrongPieces(wholePieces(metainfo, file), pieces) > 0);
	const [first] = certain ? [certain] : changed;
	if (!first) return;
	const beside = certain ? [] : changed.slice(1).map(({ file }) => diskPathOf(folder.root, file));
	throw new DiskError(
		unlikeRecorded([diskPathOf(folder.root, first.file), ...beside].join(' or '), first.wrong),
	);
}

/** Returns how many recorded pieces are wrong. 0 if some were missing, and some are right. */
function wrongPieces(range: PieceRange | null, { recorded, found, absent }: ComparedPieces): number {
	let wrong = 0;
	let wasComplete = true;
	let isRight = false;
	for (let index = range?.first ?? 0; range && index <= range.last; index++) {
		if (!hasPiece(recorded, index)) wasComplete = false;
		else if (hasPiece(found, index)) isRight = true;
		else if (!hasPiece(absent, index)) wrong++;
	}
	return wasComplete || !isRight ? wrong : 0;
}
