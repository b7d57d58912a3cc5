import type { Metainfo, MetainfoFile } from './metainfo.ts';

/** Indices of pieces, both included. */
export interface PieceRange {
	readonly first: number;
	readonly last: number;
}

/** Is piece `index` set in a bitfield whose most significant bit comes first? */
export function hasPiece(bitfield: Uint8Array, index: number): boolean {
	return (((bitfield[index >> 3] ?? 0) >> (7 - (index & 7))) & 1) === 1;
}

/** Sets or clears piece `index` in place. */
export function setPiece(bitfield: Uint8Array, index: number, had: boolean): void {
	const at = index >> 3;
	const bit = 0x80 >> (index & 7);
	const byte = bitfield[at];
	if (byte !== undefined) bitfield[at] = had ? byte | bit : byte & ~bit;
}

/** A bitfield of the right size for a torrent with nothing had, or with everything. */
export function bitfieldOf(pieceCount: number, full = false): Uint8Array {
	const bitfield = new Uint8Array(Math.ceil(pieceCount / 8)).fill(full ? 0xff : 0);
	// The bits beyond the last piece stay zero.
	if (full)
		for (let index = pieceCount; index < bitfield.length * 8; index++) setPiece(bitfield, index, false);
	return bitfield;
}

/** How many pieces a bitfield has. */
export function countPieces(bitfield: Uint8Array): number {
	let count = 0;
	for (const byte of bitfield) for (let rest = byte; rest !== 0; rest &= rest - 1) count++;
	return count;
}

/** Bytes of piece `index`: the last one may be shorter. */
export function pieceBytes(metainfo: Metainfo, index: number): number {
	return Math.min(metainfo.pieceLength, metainfo.length - index * metainfo.pieceLength);
}

/** The pieces that hold some of a file's bytes; null for an empty file. */
export function piecesOf(metainfo: Metainfo, file: MetainfoFile): PieceRange | null {
	if (file.length === 0) return null;
	return {
		first: Math.floor(file.offset / metainfo.pieceLength),
		last: Math.floor((file.offset + file.length - 1) / metainfo.pieceLength),
	};
}

/** Bytes of `file` that lie in piece `index`. */
export function overlap(metainfo: Metainfo, file: MetainfoFile, index: number): number {
	const start = index * metainfo.pieceLength;
	const from = Math.max(start, file.offset);
	const to = Math.min(start + metainfo.pieceLength, file.offset + file.length);
	return Math.max(0, to - from);
}

/** The bytes of one file that complete pieces hold. */
export function fileBytesComplete(metainfo: Metainfo, file: MetainfoFile, bitfield: Uint8Array): number {
	const pieces = piecesOf(metainfo, file);
	if (!pieces) return 0;
	let bytes = 0;
	for (let index = pieces.first; index <= pieces.last; index++) {
		if (hasPiece(bitfield, index)) bytes += overlap(metainfo, file, index);
	}
	return bytes;
}

/** Progress of every file from 0 to 1, in the order of the torrent. An empty file is complete. */
export function fileProgress(metainfo: Metainfo, bitfield: Uint8Array): number[] {
	return metainfo.files.map((file) =>
		file.length === 0 ? 1 : fileBytesComplete(metainfo, file, bitfield) / file.length,
	);
}

/**
 * Bytes of the selected files, and how many of them complete pieces hold. `selected` holds indices of files, null
 * means all; indices that the torrent does not have are ignored.
 */
export function selectionBytes(
	metainfo: Metainfo,
	bitfield: Uint8Array,
	selected: readonly number[] | null,
): { wanted: number; complete: number } {
	const flags = wantedFlags(metainfo, selected);
	let wanted = 0;
	let complete = 0;
	metainfo.files.forEach((file, index) => {
		if (file.padding || flags[index] !== 1) return;
		wanted += file.length;
		complete += fileBytesComplete(metainfo, file, bitfield);
	});
	return { wanted, complete };
}

/** The files of a selection, padding never among them. */
export function selectedFiles(metainfo: Metainfo, selected: readonly number[] | null): MetainfoFile[] {
	const flags = wantedFlags(metainfo, selected);
	return metainfo.files.filter((file, index) => !file.padding && flags[index] === 1);
}

/** 1 for each file of a selection, by its index. */
export function wantedFlags(metainfo: Metainfo, selected: readonly number[] | null): Uint8Array {
	const flags = new Uint8Array(metainfo.files.length);
	if (selected === null) flags.fill(1);
	else for (const index of selected) flags[index] = 1;
	return flags;
}
