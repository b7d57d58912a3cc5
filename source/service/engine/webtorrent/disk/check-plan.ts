import {
	bitfieldOf,
	fileBytesComplete,
	hasBytesBeyond,
	hasPiece,
	overlap,
	piecesBeyond,
	piecesOf,
	setPiece,
} from '../../../../metainfo/layout.ts';
import type { Metainfo, MetainfoFile } from '../../../../metainfo/metainfo.ts';
import type { DataFolder } from './data-folder.ts';
import { PIECE_STATE } from './disk-jobs.ts';
import type { DiskWorkers } from './disk-workers.ts';
import { type AllowedFiles, type EarlyReading, examineFiles } from './examine-files.ts';
import { filesToWrite } from './file-claims.ts';
import { requireRecorded } from './missing-data.ts';

/** Maximum number of pieces read to verify a bitfield. */
const MAX_SAMPLE = 64;

/** Typical allocation unit of file systems, in bytes. */
const DISK_BLOCK = 4096;

/** Maximum bytes read to find pieces that a bitfield does not contain yet. */
const MAX_RECOVERY_BYTES = 64 * 1024 * 1024;

/** Pieces that are known before a check. */
export interface Claim {
	/** Pieces that were on the disk; undefined if unknown. Their bytes must exist. */
	readonly recorded: Uint8Array | undefined;
	/** The same, if they are believed without reading them all. */
	readonly claimed: Uint8Array | undefined;
	/** Whether the download may have created a file: if it has gaps, what it has not recorded is not read. */
	readonly isOwn: (file: MetainfoFile) => boolean;
}

/** Pieces to read to find out what is on the disk. */
export interface CheckPlan {
	/** Pieces believed complete. */
	readonly bitfield: Uint8Array;
	/** Believed pieces to read as a sample, about one per file. A wrong bitfield shows in them. */
	readonly sample: readonly number[];
	/**
	 * Unclaimed selected pieces whose bytes are on the disk. A killed engine wrote them after its last reported
	 * bitfield. Empty if there are many: then they are holes.
	 */
	readonly recover: readonly number[];
	/** Pieces without information whose bytes are on the disk. */
	readonly hash: readonly number[];
	/** Number of pieces that were read together with the examination of the files. */
	readonly read: number;
	/** Pieces with missing bytes, which need no reading. */
	readonly absent: Uint8Array;
	/** Files whose data is known after this check: all pieces on the disk are hashed or believed. */
	readonly known: ReadonlySet<MetainfoFile>;
	/** Files that may be used. */
	readonly allowed: AllowedFiles;
}

/**
 * Compares a claimed bitfield with the file sizes. Files that fit are believed and only sampled. In all other files,
 * and without a bitfield, pieces with bytes on the disk are hashed. Missing files cost nothing. Rejects with a
 * DiskError when a selected file is unusable, or a file cannot be examined, and with MissingData when bytes of
 * `recorded` pieces are missing.
 */
export async function planCheck(
	metainfo: Metainfo,
	folder: DataFolder,
	{ recorded, claimed, isOwn }: Claim,
	selected: readonly MetainfoFile[],
	workers: DiskWorkers,
	reading?: EarlyReading,
): Promise<CheckPlan> {
	const found = await examineFiles({ metainfo, folder, selected: new Set(selected), workers, reading });
	const { sizes, allocated, allowed, pieces } = found;
	if (recorded) requireRecorded({ metainfo, folder, recorded, selected, sizes });
	const absent = absentPieces(metainfo, sizes);
	const bitfield = bitfieldOf(metainfo.pieceCount);
	const usable = claimed?.length === bitfield.length ? claimed : undefined;
	const hash = new Set<number>();
	if (!usable) {
		let read = 0;
		for (let index = 0; index < metainfo.pieceCount; index++) {
			const state = pieces[index];
			if (state !== PIECE_STATE.incomplete) read++;
			if (hasPiece(absent, index)) continue;
			if (state === PIECE_STATE.incomplete) hash.add(index);
			else setPiece(bitfield, index, state === PIECE_STATE.good);
		}
		const known = new Set(metainfo.files.filter((_, at) => (sizes[at] ?? 0) > 0));
		return { bitfield, sample: [], recover: [], hash: [...hash], read, absent, known, allowed };
	}
	for (let index = 0; index < metainfo.pieceCount; index++) {
		if (hasPiece(usable, index) && !hasPiece(absent, index)) setPiece(bitfield, index, true);
	}
	const read = new Set<MetainfoFile>();
	metainfo.files.forEach((file, at) => {
		const pieces = piecesOf(metainfo, file);
		const size = sizes[at] ?? 0;
		if (!pieces || file.padding || size === 0) return;
		if (size <= file.length && !hasBytesBeyond(metainfo, file, size, usable)) return;
		read.add(file);
		for (const index of piecesPresent(metainfo, file, absent)) hash.add(index);
	});
	for (const index of hash) setPiece(bitfield, index, false);
	const written = new Set(filesToWrite(metainfo, selected, (index) => hasPiece(usable, index)));
	metainfo.files.forEach((file, at) => {
		const size = sizes[at] ?? 0;
		if (!written.has(file) || size === 0) return;
		// One without gaps and without a recorded piece may have been replaced.
		const isBelieved = (allocated[at] ?? 0) < size || hasBytesBeyond(metainfo, file, 0, usable);
		if (isOwn(file) && isBelieved) return;
		read.add(file);
		for (const index of piecesPresent(metainfo, file, absent))
			if (!hasPiece(bitfield, index)) hash.add(index);
	});
	const isKnown = (index: number): boolean =>
		hasPiece(bitfield, index) || hasPiece(absent, index) || hash.has(index);
	return {
		bitfield,
		sample: samplePieces(metainfo, bitfield),
		recover: recoverablePieces(metainfo, filesWithMore(metainfo, allocated, bitfield, selected), isKnown),
		hash: sorted(hash),
		read: 0,
		absent,
		known: read,
		allowed,
	};
}

/** Returns the pieces to hash after a bad sample: all pieces of the affected files. */
export function suspectPieces(metainfo: Metainfo, bad: readonly number[], absent: Uint8Array): number[] {
	const suspects = new Set<number>(bad);
	for (const file of metainfo.files) {
		if (!bad.some((index) => overlap(metainfo, file, index) > 0)) continue;
		for (const index of piecesPresent(metainfo, file, absent)) suspects.add(index);
	}
	return sorted(suspects);
}

/**
 * Returns the selected files with more allocated bytes than their known pieces. Only those can have pieces that
 * were written but not reported; the rest of a sparse file was never written.
 */
function filesWithMore(
	metainfo: Metainfo,
	allocated: Float64Array,
	bitfield: Uint8Array,
	selected: readonly MetainfoFile[],
): MetainfoFile[] {
	const selectedFiles = new Set(selected);
	return metainfo.files.filter((file, at) => {
		if (!selectedFiles.has(file)) return false;
		return (allocated[at] ?? 0) > fileBytesComplete(metainfo, file, bitfield) + DISK_BLOCK;
	});
}

/** Returns the pieces that extend beyond the current end of a file. */
function absentPieces(metainfo: Metainfo, sizes: Float64Array): Uint8Array {
	const absent = bitfieldOf(metainfo.pieceCount);
	metainfo.files.forEach((file, at) => {
		const size = sizes[at] ?? 0;
		// Most files are complete, and a generator for each of them takes longer than all the rest.
		if (size >= file.length) return;
		for (const index of piecesBeyond(metainfo, file, size)) setPiece(absent, index, true);
	});
	return absent;
}

function* piecesPresent(metainfo: Metainfo, file: MetainfoFile, absent: Uint8Array): Generator<number> {
	for (const index of piecesBeyond(metainfo, file, 0)) if (!hasPiece(absent, index)) yield index;
}

/** Returns the last believed piece of each file; with many files, of evenly spread ones. */
function samplePieces(metainfo: Metainfo, bitfield: Uint8Array): number[] {
	const pieces = new Set<number>();
	for (const file of metainfo.files) {
		const range = file.padding ? null : piecesOf(metainfo, file);
		for (let index = range?.last ?? -1; range && index >= range.first; index--) {
			if (!hasPiece(bitfield, index)) continue;
			pieces.add(index);
			break;
		}
	}
	const all = [...pieces];
	const step = Math.max(1, all.length / MAX_SAMPLE);
	const sample: number[] = [];
	for (let at = 0; at < all.length; at += step) sample.push(all[Math.floor(at)] ?? 0);
	return sample;
}

function recoverablePieces(
	metainfo: Metainfo,
	selected: readonly MetainfoFile[],
	known: (index: number) => boolean,
): number[] {
	const most = Math.floor(MAX_RECOVERY_BYTES / metainfo.pieceLength);
	const pieces = new Set<number>();
	for (const file of selected) {
		for (const index of piecesBeyond(metainfo, file, 0)) {
			if (known(index)) continue;
			pieces.add(index);
			if (pieces.size > most) return [];
		}
	}
	return sorted(pieces);
}

function sorted(indices: Iterable<number>): number[] {
	return [...indices].sort((a, b) => a - b);
}
