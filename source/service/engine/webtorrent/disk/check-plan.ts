import { bitfieldOf, hasPiece, overlap, piecesOf, setPiece } from '../../../../metainfo/layout.ts';
import type { Metainfo, MetainfoFile } from '../../../../metainfo/metainfo.ts';
import { NOT_A_FILE } from '../../../storage/opened-path.ts';
import type { FileIdentity } from '../../../storage/path-guard.ts';
import type { DataFolder, Location } from './data-folder.ts';
import { codeOf, DiskError, diskError } from './disk-error.ts';
import { PIECE_STATE, type StatResult } from './disk-jobs.ts';
import type { DiskWorkers } from './disk-workers.ts';
import { EARLY_BATCH, piecesWithin } from './early-pieces.ts';
import { diskPathOf } from './store.ts';

/** Files per job of a worker thread. */
const STAT_BATCH = 2048;
/** Maximum number of pieces read to verify a bitfield. */
const MAX_SAMPLE = 64;

/** Unit of `blocks` of stat, in bytes. */
const STAT_BLOCK = 512;
/** Typical allocation unit of file systems, in bytes. */
const DISK_BLOCK = 4096;

/** Maximum bytes read to find pieces that a bitfield does not contain yet. */
const MAX_RECOVERY_BYTES = 64 * 1024 * 1024;

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
	/** Files that may be used. */
	readonly allowed: AllowedFiles;
}

/** Identities of files that are inside the destination and not the service's own. */
export interface AllowedFiles {
	/** Devices and inodes in the torrent's order; 0 for missing files, padding and symbolic links. */
	readonly devices: Float64Array;
	readonly inodes: Float64Array;
}

/**
 * Compares a claimed bitfield with the file sizes. Files that fit are believed and only sampled. In all other files,
 * and without a bitfield, pieces with bytes on the disk are hashed. Missing files cost nothing. Rejects with a
 * DiskError when a selected file is unusable, or a file cannot be examined.
 */
export async function planCheck(
	metainfo: Metainfo,
	folder: DataFolder,
	claimed: Uint8Array | undefined,
	selected: readonly MetainfoFile[],
	workers: DiskWorkers,
	reading?: EarlyReading,
): Promise<CheckPlan> {
	const found = await findFiles({ metainfo, folder, selected: new Set(selected), workers, reading });
	const { sizes, allocated, allowed, pieces } = found;
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
		return { bitfield, sample: [], recover: [], hash: [...hash], read, absent, allowed };
	}
	for (let index = 0; index < metainfo.pieceCount; index++) {
		if (hasPiece(usable, index) && !hasPiece(absent, index)) setPiece(bitfield, index, true);
	}
	metainfo.files.forEach((file, at) => {
		const pieces = piecesOf(metainfo, file);
		const size = sizes[at] ?? 0;
		if (!pieces || file.padding || size === 0) return;
		if (size <= file.length && !claimsBeyond(usable, metainfo, file, size)) return;
		for (const index of piecesPresent(metainfo, file, absent)) hash.add(index);
	});
	for (const index of hash) setPiece(bitfield, index, false);
	const known = (index: number): boolean =>
		hasPiece(bitfield, index) || hasPiece(absent, index) || hash.has(index);
	return {
		bitfield,
		sample: samplePieces(metainfo, bitfield),
		recover: recoverablePieces(metainfo, filesWithMore(metainfo, allocated, bitfield, selected), known),
		hash: sorted(hash),
		read: 0,
		absent,
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

/** Files on the disk in the torrent's order. Both sizes of a missing file are 0. */
interface FoundFiles {
	/** Lengths in bytes. */
	readonly sizes: Float64Array;
	/** Allocated bytes. Fewer than the length in sparse files. */
	readonly allocated: Float64Array;
	readonly allowed: AllowedFiles;
	/** States of pieces that were read early; others are incomplete. */
	readonly pieces: Uint8Array;
}

/** Reading of small files while they are examined. Otherwise each of them would be looked up twice. */
export interface EarlyReading {
	readonly signal: AbortSignal;
	/** Called with the number of further pieces that were read. */
	readonly onRead: (pieces: number) => void;
}

interface Examination {
	readonly metainfo: Metainfo;
	readonly folder: DataFolder;
	readonly selected: ReadonlySet<MetainfoFile>;
	readonly workers: DiskWorkers;
	readonly reading: EarlyReading | undefined;
}

async function findFiles(examination: Examination): Promise<FoundFiles> {
	const { metainfo, workers, reading } = examination;
	const { files } = metainfo;
	const found: FoundFiles = {
		sizes: new Float64Array(files.length),
		allocated: new Float64Array(files.length),
		allowed: { devices: new Float64Array(files.length), inodes: new Float64Array(files.length) },
		pieces: new Uint8Array(metainfo.pieceCount),
	};
	const batch = reading ? EARLY_BATCH : STAT_BATCH;
	let next = 0;
	const work = async (): Promise<void> => {
		while (next < files.length) {
			reading?.signal.throwIfAborted();
			const start = next;
			next += batch;
			await findBatch(files.slice(start, next), start, examination, found);
		}
	};
	// One more than the number of threads, so that none waits for the next batch.
	const results = await Promise.allSettled(Array.from({ length: workers.size + 1 }, work));
	for (const result of results) if (result.status === 'rejected') throw result.reason;
	return found;
}

/** Rejects with a DiskError when a selected file is refused, cannot be examined, or is not a regular file. */
async function findBatch(
	batch: readonly MetainfoFile[],
	start: number,
	{ metainfo, folder, selected, workers, reading }: Examination,
	found: FoundFiles,
): Promise<void> {
	const stored = batch.filter(({ padding }) => !padding);
	const paths = stored.map((file) => diskPathOf(folder.root, file));
	const places = await folder.locations(paths);
	const early = reading && piecesWithin(metainfo, batch);
	const answer = await workers.stat(
		places.map(({ path }) => path),
		early?.job,
	);
	if (early) found.pieces.set(answer.pieces, early.first);
	const read = answer.pieces.filter((state) => state !== PIECE_STATE.incomplete).length;
	if (read > 0) reading?.onRead(read);
	const check = await folder.locationVerifier(places);
	setFound({ batch, start, selected, paths, places, answer, check }, found);
	for (const at of answer.links) {
		const path = paths[at] ?? '';
		const file = stored[at];
		if (!file) continue;
		try {
			const target = await folder.stat(path);
			if (target && !target.isFile()) throw notAFile(path, target.isDirectory() ? 'EISDIR' : NOT_A_FILE);
			const index = start + batch.indexOf(file);
			found.sizes[index] = target?.size ?? 0;
			found.allocated[index] = (target?.blocks ?? 0) * STAT_BLOCK;
		} catch (error) {
			refuseUnlessAbsent(diskError('read', path, error), file, selected);
		}
	}
}

interface ExaminedBatch {
	readonly batch: readonly MetainfoFile[];
	/** Index of its first file. */
	readonly start: number;
	readonly selected: ReadonlySet<MetainfoFile>;
	/** Paths and locations of the files without padding. */
	readonly paths: readonly string[];
	readonly places: readonly Location[];
	readonly answer: StatResult;
	/** Throws for forbidden files. */
	readonly check: (place: Location, identity: FileIdentity | undefined) => void;
}

/**
 * Sets what was found, except of links. Not a part of `findBatch`: V8 would compile the loop again for each of the
 * points at which that function waits.
 */
function setFound(examined: ExaminedBatch, found: FoundFiles): void {
	const { batch, start, selected, paths, places, answer, check } = examined;
	let next = 0;
	for (const [within, file] of batch.entries()) {
		const index = start + within;
		if (file.padding) {
			found.sizes[index] = file.length;
			found.allocated[index] = file.length;
			continue;
		}
		const at = next++;
		if (answer.links.has(at)) continue;
		const [path = '', place] = [paths[at], places[at]];
		if (!place) throw new Error(`${path} has no place`);
		try {
			const [dev = 0, ino = 0] = [answer.devices[at], answer.inodes[at]];
			check(place, ino === 0 ? undefined : { dev, ino });
			const fault = answer.unreadable.get(at);
			if (fault?.code === 'EISDIR' || fault?.code === NOT_A_FILE) throw notAFile(path, fault.code);
			if (fault) throw Object.assign(new Error(fault.message), { code: fault.code });
			found.sizes[index] = answer.sizes[at] ?? 0;
			found.allocated[index] = answer.allocated[at] ?? 0;
			found.allowed.devices[index] = dev;
			found.allowed.inodes[index] = ino;
		} catch (error) {
			refuseUnlessAbsent(diskError('read', path, error), file, selected);
		}
	}
}

function notAFile(path: string, code: string): DiskError {
	return diskError('write', path, Object.assign(new Error('not a file'), { code }));
}

/** Treats an unselected file as absent if something else is in its place. Throws all other failures. */
function refuseUnlessAbsent(error: Error, file: MetainfoFile, selected: ReadonlySet<MetainfoFile>): void {
	const code = error instanceof DiskError ? codeOf(error.cause) : undefined;
	if (!selected.has(file) && (code === 'ENOTDIR' || code === 'EISDIR' || code === NOT_A_FILE)) return;
	throw error;
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
		const pieces = piecesOf(metainfo, file);
		if (!pieces || !selectedFiles.has(file)) return false;
		let known = 0;
		for (let index = pieces.first; index <= pieces.last; index++) {
			if (hasPiece(bitfield, index)) known += overlap(metainfo, file, index);
		}
		return (allocated[at] ?? 0) > known + DISK_BLOCK;
	});
}

/** Returns the pieces that extend beyond the current end of a file. */
function absentPieces(metainfo: Metainfo, sizes: Float64Array): Uint8Array {
	const absent = bitfieldOf(metainfo.pieceCount);
	metainfo.files.forEach((file, at) => {
		for (const index of piecesBeyond(metainfo, file, sizes[at] ?? 0)) setPiece(absent, index, true);
	});
	return absent;
}

/** Whether the claim includes pieces beyond the current end of a file. */
function claimsBeyond(claimed: Uint8Array, metainfo: Metainfo, file: MetainfoFile, size: number): boolean {
	for (const index of piecesBeyond(metainfo, file, size)) if (hasPiece(claimed, index)) return true;
	return false;
}

/** Yields the pieces of a file that need bytes after its first `size`. */
function* piecesBeyond(metainfo: Metainfo, file: MetainfoFile, size: number): Generator<number> {
	const pieces = piecesOf(metainfo, file);
	if (!pieces || size >= file.length) return;
	const firstCut = Math.floor((file.offset + size) / metainfo.pieceLength);
	for (let index = Math.max(firstCut, pieces.first); index <= pieces.last; index++) yield index;
}

function* piecesPresent(metainfo: Metainfo, file: MetainfoFile, absent: Uint8Array): Generator<number> {
	const pieces = piecesOf(metainfo, file);
	if (!pieces) return;
	for (let index = pieces.first; index <= pieces.last; index++) if (!hasPiece(absent, index)) yield index;
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
		const range = piecesOf(metainfo, file);
		if (!range) continue;
		for (let index = range.first; index <= range.last; index++) {
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
