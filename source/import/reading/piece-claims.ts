import { bitfieldOf, hasPiece, pieceBytes, setPiece } from '../../metainfo/layout.ts';
import type { Metainfo } from '../../metainfo/metainfo.ts';

/** Maximum size of a block of transmission, bytes. */
const MAX_BLOCK = 16 * 1024;

/** Returns the bitfield of a torrent with all pieces. */
export function allPieces({ pieceCount }: Metainfo): Uint8Array {
	return bitfieldOf(pieceCount, true);
}

/**
 * Returns the bitfield of one byte for each piece, as libtorrent saves it. The lowest bit is set for a complete piece.
 * Returns undefined if the number of pieces differs.
 */
export function bitfieldOfBytes({ pieceCount }: Metainfo, pieces: Uint8Array): Uint8Array | undefined {
	if (pieces.length !== pieceCount) return undefined;
	const bitfield = bitfieldOf(pieceCount);
	for (const [index, value] of pieces.entries()) if ((value & 1) === 1) setPiece(bitfield, index, true);
	return bitfield;
}

/**
 * Returns the bitfield of the pieces whose blocks are all set, as transmission saves them, most significant bit first.
 * Returns undefined if the number of blocks is that of another torrent.
 */
export function bitfieldOfBlocks(metainfo: Metainfo, blocks: Uint8Array): Uint8Array | undefined {
	const size = [MAX_BLOCK, blockSize(metainfo.pieceLength)].find(
		(bytes) => Math.ceil(Math.ceil(metainfo.length / bytes) / 8) === blocks.length,
	);
	if (size === undefined) return undefined;
	const bitfield = bitfieldOf(metainfo.pieceCount);
	for (let index = 0; index < metainfo.pieceCount; index++) {
		const start = index * metainfo.pieceLength;
		const last = Math.floor((start + pieceBytes(metainfo, index) - 1) / size);
		let complete = true;
		for (let block = Math.floor(start / size); complete && block <= last; block++) {
			complete = hasPiece(blocks, block);
		}
		if (complete) setPiece(bitfield, index, true);
	}
	return bitfield;
}

/** Returns the size of a block in transmission 3: the piece length halved until it is at most 16 KiB. */
function blockSize(pieceLength: number): number {
	let size = pieceLength;
	while (size > MAX_BLOCK) size /= 2;
	return Math.max(1, Math.floor(size));
}
