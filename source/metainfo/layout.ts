import { lowerBound } from '../basics/sorted.ts';
import type { Metainfo, MetainfoFile } from './metainfo.ts';

/** Indices of pieces, both inclusive. */
export interface PieceRange {
	readonly first: number;
	readonly last: number;
}

/** Whether piece `index` is set in a bitfield. The most significant bit is first. */
export function hasPiece(bitfield: Uint8Array, index: number): boolean {
	return (((bitfield[index >> 3] ?? 0) >> (7 - (index & 7))) & 1) === 1;
}

/** Sets or clears piece `index` in place. */
export function setPiece(bitfield: Uint8Array, index: number, isComplete: boolean): void {
	const at = index >> 3;
	const bit = 0x80 >> (index & 7);
	const byte = bitfield[at];
	if (byte !== undefined) bitfield[at] = isComplete ? byte | bit : byte & ~bit;
}

/** Creates a bitfield for a torrent, empty or full. */
export function bitfieldOf(pieceCount: number, full = false): Uint8Array {
	const bitfield = new Uint8Array(Math.ceil(pieceCount / 8)).fill(full ? 0xff : 0);
	clearRest(bitfield, pieceCount);
	return bitfield;
}

/** Returns a bitfield without the bits after the last piece; undefined if it has another length. */
export function exactBitfield({ pieceCount }: Metainfo, claimed: Uint8Array): Uint8Array | undefined {
	if (claimed.length !== Math.ceil(pieceCount / 8)) return undefined;
	const bitfield = Uint8Array.from(claimed);
	clearRest(bitfield, pieceCount);
	return bitfield;
}

/** Bits after the last piece must be zero. */
function clearRest(bitfield: Uint8Array, pieceCount: number): void {
	for (let index = pieceCount; index < bitfield.length * 8; index++) setPiece(bitfield, index, false);
}

/** Returns the number of pieces in a bitfield. */
export function countPieces(bitfield: Uint8Array): number {
	let count = 0;
	for (const byte of bitfield) for (let rest = byte; rest !== 0; rest &= rest - 1) count++;
	return count;
}

/** Returns the size of piece `index` in bytes. The last one may be shorter. */
export function pieceBytes(metainfo: Metainfo, index: number): number {
	return Math.min(metainfo.pieceLength, metainfo.length - index * metainfo.pieceLength);
}

/** Returns the pieces that contain bytes of a file, null for an empty file. */
export function piecesOf(metainfo: Metainfo, file: MetainfoFile): PieceRange | null {
	if (file.length === 0) return null;
	return {
		first: Math.floor(file.offset / metainfo.pieceLength),
		last: Math.floor((file.offset + file.length - 1) / metainfo.pieceLength),
	};
}

/** Returns the pieces that have bytes of this file only; null if there are none. */
export function wholePieces(
	{ pieceLength, pieceCount, length }: Metainfo,
	file: Pick<MetainfoFile, 'offset' | 'length'>,
): PieceRange | null {
	const end = file.offset + file.length;
	const first = Math.ceil(file.offset / pieceLength);
	const last = (end === length ? pieceCount : Math.floor(end / pieceLength)) - 1;
	return first <= last ? { first, last } : null;
}

/** Whether a piece of a range, empty if null, fulfills `is`. */
export function someIn(pieces: PieceRange | null, is: (index: number) => boolean): boolean {
	for (let index = pieces?.first ?? 0; pieces && index <= pieces.last; index++) if (is(index)) return true;
	return false;
}

/** Yields the pieces of a file that need bytes after its first `size`. */
export function* piecesBeyond(metainfo: Metainfo, file: MetainfoFile, size: number): Generator<number> {
	const pieces = piecesOf(metainfo, file);
	if (!pieces || size >= file.length) return;
	const firstCut = Math.floor((file.offset + size) / metainfo.pieceLength);
	for (let index = Math.max(firstCut, pieces.first); index <= pieces.last; index++) yield index;
}

/** Whether complete pieces have bytes of a file after its first `size`. */
export function hasBytesBeyond(
	metainfo: Metainfo,
	file: MetainfoFile,
	size: number,
	bitfield: Uint8Array,
): boolean {
	if (file.padding) return false;
	for (const index of piecesBeyond(metainfo, file, size)) if (hasPiece(bitfield, index)) return true;
	return false;
}

/** A part of one file, in bytes. */
export interface FilePart {
	readonly file: MetainfoFile;
	/** Index among the torrent's files. */
	readonly index: number;
	/** Start in the file. */
	readonly position: number;
	/** Start in the range. */
	readonly at: number;
	readonly length: number;
}

/** Yields the parts of files, padding included, with the torrent's bytes from `from` up to, excluding, `to`. */
export function* filePartsIn({ files }: Metainfo, from: number, to: number): Generator<FilePart> {
	const first = lowerBound(files, ({ offset, length }) => (offset + length <= from ? -1 : 0));
	for (let index = first; index < files.length; index++) {
		const file = files[index];
		if (!file || file.offset >= to) return;
		const start = Math.max(from, file.offset);
		const end = Math.min(to, file.offset + file.length);
		if (start < end)
			yield { file, index, position: start - file.offset, at: start - from, length: end - start };
	}
}

/** Returns the number of bytes of `file` in piece `index`. */
export function overlap(metainfo: Metainfo, file: MetainfoFile, index: number): number {
	const start = index * metainfo.pieceLength;
	const from = Math.max(start, file.offset);
	const to = Math.min(start + metainfo.pieceLength, file.offset + file.length);
	return Math.max(0, to - from);
}

/** Returns the number of bytes of a file in complete pieces. */
export function fileBytesComplete(metainfo: Metainfo, file: MetainfoFile, bitfield: Uint8Array): number {
	const pieces = piecesOf(metainfo, file);
	if (!pieces) return 0;
	let bytes = 0;
	for (let index = pieces.first; index <= pieces.last; index++) {
		if (hasPiece(bitfield, index)) bytes += overlap(metainfo, file, index);
	}
	return bytes;
}

/** Returns the progress of every file from 0 to 1, in the torrent's order. An empty file is complete. */
export function fileProgress(metainfo: Metainfo, bitfield: Uint8Array): number[] {
	return metainfo.files.map((file) =>
		file.length === 0 ? 1 : fileBytesComplete(metainfo, file, bitfield) / file.length,
	);
}

/**
 * Returns the number of bytes of the selected files, and of those in complete pieces. `selected` has indices of
 * files, null selects all. Indices outside the torrent are ignored.
 */
export function selectionBytes(
	metainfo: Metainfo,
	bitfield: Uint8Array,
	selected: readonly number[] | null,
): { total: number; complete: number } {
	const flags = selectionFlags(metainfo, selected);
	let total = 0;
	let complete = 0;
	metainfo.files.forEach((file, index) => {
		if (file.padding || flags[index] !== 1) return;
		total += file.length;
		complete += fileBytesComplete(metainfo, file, bitfield);
	});
	return { total, complete };
}

/** Returns the selected files without padding. */
export function selectedFiles(metainfo: Metainfo, selected: readonly number[] | null): MetainfoFile[] {
	const flags = selectionFlags(metainfo, selected);
	return metainfo.files.filter((file, index) => !file.padding && flags[index] === 1);
}

/** Returns 1 for each selected file, by index. */
export function selectionFlags(metainfo: Metainfo, selected: readonly number[] | null): Uint8Array {
	const flags = new Uint8Array(metainfo.files.length);
	if (selected === null) flags.fill(1);
	else for (const index of selected) flags[index] = 1;
	return flags;
}
