import { codeOf } from '../../../../basics/error.ts';
import type { Metainfo, MetainfoFile } from '../../../../metainfo/metainfo.ts';
import { NOT_A_FILE } from '../../../storage/opened-path.ts';
import type { FileIdentity } from '../../../storage/path-guard.ts';
import { type DataFolder, diskPathOf, type Location } from './data-folder.ts';
import { DiskError, diskError } from './disk-error.ts';
import { PIECE_STATE, type StatResult } from './disk-jobs.ts';
import type { DiskWorkers } from './disk-workers.ts';
import { EARLY_BATCH, piecesWithin } from './early-pieces.ts';

/** Files per job of a worker thread. */
const STAT_BATCH = 2048;
/** Unit of `blocks` of stat, in bytes. */
const STAT_BLOCK = 512;

/** Identities of files that are inside the destination and not the service's own. */
export interface AllowedFiles {
	/** Devices and inodes in the torrent's order; 0 for missing files, padding and symbolic links. */
	readonly devices: Float64Array;
	readonly inodes: Float64Array;
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
	/** If given, small files are read. */
	readonly reading: EarlyReading | undefined;
}

/**
 * Examines the files of a torrent, and reads the small ones. Rejects with a DiskError when a selected file is unusable, or
 * a file cannot be examined.
 */
export async function examineFiles(examination: Examination): Promise<FoundFiles> {
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
