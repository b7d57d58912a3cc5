import { pieceBytes, wholePieces } from '../../../../metainfo/layout.ts';
import { HASH_BYTES, type Metainfo, type MetainfoFile } from '../../../../metainfo/metainfo.ts';
import type { JobPieces } from './disk-jobs.ts';

/** Files of a job that examines and reads them. */
export const EARLY_BATCH = 512;
/** Larger files are read by jobs that share their bytes among the threads. */
const MAX_BATCH_BYTES = 16 * 1024 * 1024;

/**
 * Returns the pieces that lie completely within consecutive files of the torrent. Paths are counted without padding.
 * Returns undefined if there are none, or they are too much data for one job.
 */
export function piecesWithin(
	metainfo: Metainfo,
	files: readonly MetainfoFile[],
): { readonly first: number; readonly job: JobPieces } | undefined {
	const { pieceLength, pieceHashes } = metainfo;
	const [head, tail] = [files[0], files.at(-1)];
	if (!head || !tail) return undefined;
	const length = tail.offset + tail.length - head.offset;
	const pieces = wholePieces(metainfo, { offset: head.offset, length });
	if (!pieces || length > MAX_BATCH_BYTES) return undefined;
	const { first } = pieces;
	const after = pieces.last + 1;
	const ranges: number[] = [];
	let paths = 0;
	for (const file of files) {
		const path = file.padding ? -1 : paths++;
		const from = Math.max(file.offset, first * pieceLength);
		const to = Math.min(file.offset + file.length, after * pieceLength);
		if (from < to) ranges.push(path, from - file.offset, to - from);
	}
	return {
		first,
		job: {
			ranges: Float64Array.from(ranges),
			lengths: Float64Array.from({ length: after - first }, (_, at) => pieceBytes(metainfo, first + at)),
			// Neither a view nor `slice`, which returns a view of a Buffer: its whole memory would be copied to the thread.
			hashes: new Uint8Array(pieceHashes.subarray(first * HASH_BYTES, after * HASH_BYTES)),
		},
	};
}
