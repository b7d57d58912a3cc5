import { type FilePart, filePartsIn, pieceBytes } from '../../../../metainfo/layout.ts';
import { HASH_BYTES, type Metainfo } from '../../../../metainfo/metainfo.ts';
import { diskError } from './disk-error.ts';
import { type HashJob, PIECE_STATE, type Unreadable } from './disk-jobs.ts';
import type { DiskWorkers } from './disk-workers.ts';
import type { AllowedFiles } from './examine-files.ts';
import type { FileStore } from './store.ts';

/** Bytes and files per job. Small enough for quick aborts and progress. */
const MAX_JOB_BYTES = 8 * 1024 * 1024;
const MIN_JOB_BYTES = 512 * 1024;
const MAX_JOB_FILES = 256;
/** A small check is split into at least this many jobs per thread. */
const JOBS_PER_WORKER = 4;

export interface PieceCheck {
	readonly metainfo: Metainfo;
	readonly store: FileStore;
	readonly workers: DiskWorkers;
	/** Indices in ascending order. */
	readonly pieces: readonly number[];
	readonly signal: AbortSignal;
	/** Called for each piece, in any order. */
	readonly onPiece: (index: number, good: boolean) => void;
	/** Allowed files. Other files are verified when they are opened. */
	readonly allowed?: AllowedFiles | undefined;
}

/**
 * Reads and hashes pieces on several threads. A piece with missing bytes is not good. Rejects with a DiskError when
 * a file cannot be read, because its pieces may exist. Rejects with the signal's reason on abort.
 */
export async function hashPieces(check: PieceCheck): Promise<void> {
	const { store, workers, signal, onPiece } = check;
	const jobs = jobsOf(check);
	const work = async (): Promise<void> => {
		for (const { pieces, job } of jobs) {
			signal.throwIfAborted();
			const { pieces: states, opened, unreadable } = await workers.hash(job);
			if (signal.aborted) return;
			await store.verify(job.paths, opened);
			if (unreadable) throw unreadableError(unreadable);
			for (const [at, index] of pieces.entries()) onPiece(index, states[at] === PIECE_STATE.good);
		}
	};
	// One more than the number of threads, so that none waits for its next job.
	const results = await Promise.allSettled(Array.from({ length: workers.size + 1 }, work));
	signal.throwIfAborted();
	for (const result of results) if (result.status === 'rejected') throw result.reason;
}

function unreadableError({ path, code, message }: Unreadable): Error {
	return diskError('read', path, Object.assign(new Error(message), { code }));
}

interface PlannedJob {
	readonly pieces: readonly number[];
	readonly job: HashJob;
}

/** Yields the jobs of a check on demand. */
function* jobsOf({ metainfo, store, workers, pieces, allowed }: PieceCheck): Generator<PlannedJob> {
	const share = (pieces.length * metainfo.pieceLength) / (workers.size * JOBS_PER_WORKER);
	const most = Math.max(MIN_JOB_BYTES, Math.min(MAX_JOB_BYTES, share));
	for (let next = 0; next < pieces.length; ) {
		const some: number[] = [];
		const plan = new JobPlan(metainfo, allowed);
		while (next < pieces.length && (some.length === 0 || plan.fits(most))) {
			const index = pieces[next++] ?? 0;
			some.push(index);
			plan.add(index, store);
		}
		yield { pieces: some, job: plan.job(some) };
	}
}

class JobPlan {
	readonly #metainfo: Metainfo;
	readonly #allowed: AllowedFiles | undefined;
	readonly #paths: string[] = [];
	readonly #devices: number[] = [];
	readonly #inodes: number[] = [];
	readonly #ranges: number[] = [];
	/** Index of the file of the last path. */
	#lastFile = -1;
	#bytes = 0;

	constructor(metainfo: Metainfo, allowed: AllowedFiles | undefined) {
		this.#metainfo = metainfo;
		this.#allowed = allowed;
	}

	fits(bytes: number): boolean {
		return this.#bytes + this.#metainfo.pieceLength <= bytes && this.#paths.length < MAX_JOB_FILES;
	}

	add(index: number, store: FileStore): void {
		const from = index * this.#metainfo.pieceLength;
		const length = pieceBytes(this.#metainfo, index);
		this.#bytes += length;
		for (const part of filePartsIn(this.#metainfo, from, from + length)) this.#append(part, store);
	}

	job(pieces: readonly number[]): HashJob {
		const hashes = new Uint8Array(pieces.length * HASH_BYTES);
		for (const [at, index] of pieces.entries()) {
			const hash = this.#metainfo.pieceHashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES);
			hashes.set(hash, at * HASH_BYTES);
		}
		return {
			kind: 'hash',
			paths: this.#paths,
			ranges: Float64Array.from(this.#ranges),
			lengths: Float64Array.from(pieces, (index) => pieceBytes(this.#metainfo, index)),
			hashes,
			devices: Float64Array.from(this.#devices),
			inodes: Float64Array.from(this.#inodes),
		};
	}

	/** Merges adjacent ranges of a file. */
	#append({ file, index, position, length }: FilePart, store: FileStore): void {
		const ranges = this.#ranges;
		const last = ranges.length - 3;
		if (file.padding) {
			ranges.push(-1, 0, length);
			return;
		}
		if (this.#lastFile !== index) {
			this.#lastFile = index;
			this.#paths.push(store.pathOf(file));
			this.#devices.push(this.#allowed?.devices[index] ?? 0);
			this.#inodes.push(this.#allowed?.inodes[index] ?? 0);
		}
		const path = this.#paths.length - 1;
		const [lastPath = -1, lastPosition = 0, lastLength = 0] = last < 0 ? [] : ranges.slice(last);
		if (lastPath === path && lastPosition + lastLength === position) {
			ranges[last + 2] = lastLength + length;
			return;
		}
		ranges.push(path, position, length);
	}
}
