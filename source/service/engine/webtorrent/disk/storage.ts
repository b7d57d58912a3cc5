import type { Semaphore } from '../../../../concurrency/semaphore.ts';
import { hasBytesBeyond } from '../../../../metainfo/layout.ts';
import type { Metainfo, MetainfoFile } from '../../../../metainfo/metainfo.ts';
import type { MountPoints } from '../../../storage/mount-points.ts';
import type { PathGuard } from '../../../storage/path-guard.ts';
import type { ClaimAnswer, EngineDownload, FileClaim } from '../../port.ts';
import { allocateFiles, missingFiles } from './allocation.ts';
import type { Claim } from './check-plan.ts';
import { DataFolder } from './data-folder.ts';
import { DestinationDisk } from './destination-disk.ts';
import { type CheckedDisk, checkDisk } from './disk-check.ts';
import type { DiskWorkers } from './disk-workers.ts';
import { FileClaims, filesToWrite } from './file-claims.ts';
import type { FilePool } from './file-pool.ts';
import { FileWatch } from './file-watch.ts';
import { hashPieces } from './hash-pieces.ts';
import { FileStore } from './store.ts';

/** Disk resources shared by all downloads. */
export interface DiskResources {
	/** Refuses the service's own files. */
	readonly guard: PathGuard;
	readonly mounts: MountPoints;
	readonly pool: FilePool;
	readonly workers: DiskWorkers;
	/** Limits examinations of files and samples, and small hash checks. */
	readonly smallReads: Semaphore;
	/** Limits large hash checks to one at a time. */
	readonly checks: Semaphore;
}

/** Files of a download as the service describes them. */
type StoredFiles = Pick<EngineDownload, 'destination' | 'mountPoint' | 'ownFiles' | 'usesFiles'>;

/** Use of the files by their download. */
export interface FileUse {
	/** Whether a piece is complete. */
	readonly has: (index: number) => boolean;
	/** Asks the service for files, which then calls `answerClaim`. */
	readonly claim: (claim: FileClaim) => void;
}

/** Claim to verify by a check. */
interface CheckRequest extends Omit<Claim, 'isOwn'> {
	/** See `DiskCheck`. */
	readonly requires: boolean;
	/** Selected files. */
	readonly files: readonly MetainfoFile[];
	/** Called during a hash check with the share done, 0 to 1. */
	readonly onProgress: (progress: number) => void;
}

interface CheckedData {
	readonly metainfo: Metainfo;
	readonly claims: FileClaims;
	readonly store: FileStore;
}

/**
 * Files of a download: checks, creates, reads, writes and examines them. `signal` is aborted at the end of the
 * download.
 */
export class Storage {
	readonly #spec: StoredFiles;
	readonly #use: FileUse;
	readonly #disk: DestinationDisk;
	readonly #folder: DataFolder;
	readonly #resources: DiskResources;
	readonly #signal: AbortSignal;
	/** Torrent and its data; null until `check`. */
	#data: CheckedData | null = null;
	/** Selected files, after their creation. */
	#allocated: readonly MetainfoFile[] = [];
	#watch: FileWatch | null = null;

	constructor(spec: StoredFiles, use: FileUse, resources: DiskResources, signal: AbortSignal) {
		this.#spec = spec;
		this.#use = use;
		this.#disk = new DestinationDisk(spec.destination, resources.mounts, spec.mountPoint);
		this.#folder = new DataFolder(spec.destination, resources.guard, (isRoot) => this.#disk.require(isRoot));
		this.#resources = resources;
		this.#signal = signal;
	}

	/** Data of the download, for the library. Throws before `check`. */
	get store(): FileStore {
		return this.#checked.store;
	}

	get #checked(): CheckedData {
		if (!this.#data) throw new Error('the files of the download are not known yet');
		return this.#data;
	}

	/** Returns the mount point of the disk. Rejects with MissingData when it is not mounted where it was. */
	findDisk(): Promise<string> {
		return this.#disk.find();
	}

	/** Symbolic links on the way to the files, as paths below the destination. Complete after `check`. */
	get links(): readonly string[] {
		return [...this.#folder.links].sort();
	}

	/** Determines the complete pieces on the disk. Rejects with a DiskError. */
	async check(
		metainfo: Metainfo,
		{ recorded, claimed, requires, files, onProgress }: CheckRequest,
	): Promise<CheckedDisk> {
		const { ownFiles = new Uint8Array(), usesFiles = false } = this.#spec;
		let known: ReadonlySet<MetainfoFile> = new Set();
		const claims = new FileClaims({
			metainfo,
			folder: this.#folder,
			has: this.#use.has,
			isKnown: (file) => known.has(file),
			own: ownFiles,
			usesFiles,
			signal: this.#signal,
			send: this.#use.claim,
		});
		const store = new FileStore(metainfo, this.#folder, this.#resources.pool, {
			claim: (files) => claims.claim(files),
			isShared: (file) => claims.isShared(file),
			whyShared: (file) => claims.whyShared(file),
			mayCreate: (file) => !this.#allocated.includes(file),
		});
		this.#data = { metainfo, claims, store };
		const checked = await checkDisk({
			...this.#resources,
			metainfo,
			folder: this.#folder,
			store,
			recorded,
			claimed,
			requires,
			isOwn: (file) => usesFiles || claims.wasOwn(file),
			selected: files,
			signal: this.#signal,
			onProgress,
		});
		known = checked.known;
		return checked;
	}

	/**
	 * Claims the files that missing pieces belong to, and creates missing selected files. A complete download can lack only
	 * empty ones. `bitfield`: complete pieces. Calls `onProgress` only if files are missing. Rejects with a DiskError.
	 */
	async allocate(
		{ files, missing }: { readonly files: readonly MetainfoFile[]; readonly missing: number },
		bitfield: Uint8Array,
		onProgress: (progress: number) => void = () => {},
	): Promise<void> {
		const { metainfo, claims } = this.#checked;
		const folder = this.#folder;
		const selected = new Set(files);
		const absent = missing > 0 ? await claims.claim(await this.#filesToClaim(files)) : [];
		// It was for data that is complete now.
		if (missing === 0) claims.endPermission();
		const empty = files.filter(({ length }) => length === 0);
		await allocateFiles({
			files: [...absent.filter((file) => selected.has(file)), ...(await missingFiles(empty, folder))],
			folder,
			hasData: (file) => hasBytesBeyond(metainfo, file, 0, bitfield),
			signal: this.#signal,
			onProgress,
		});
		this.#allocated = files;
	}

	/** Returns the files that missing pieces belong to, except missing neighbors of `files`: a write creates those. */
	async #filesToClaim(files: readonly MetainfoFile[]): Promise<MetainfoFile[]> {
		const { metainfo } = this.#checked;
		const selected = new Set(files);
		const written = filesToWrite(metainfo, files, this.#use.has);
		const neighbors = written.filter((file) => !selected.has(file));
		const absent = new Set(await missingFiles(neighbors, this.#folder));
		return written.filter((file) => !absent.has(file));
	}

	/** Handles the service's answer to a claim. */
	answerClaim(number: number, answer: ClaimAnswer): void {
		this.#data?.claims.answer(number, answer);
	}

	/** Enables `examine`, and reports read errors of requests by peers. */
	watch(onReadError: (error: Error) => void): void {
		const { metainfo, store } = this.#checked;
		store.onReadError = onReadError;
		this.#watch = new FileWatch({
			metainfo,
			folder: this.#folder,
			files: () => this.#allocated,
			has: this.#use.has,
			damaged: (pieces) => this.#countDamaged(pieces),
		});
	}

	/** Examines up to `count` next files and returns their number. Rejects with a DiskError. */
	async examine(count: number): Promise<number> {
		await this.#disk.require();
		try {
			return (await this.#watch?.examine(count)) ?? 0;
		} catch (error) {
			// Files are missing because their disk was unmounted meanwhile.
			await this.#disk.require(true);
			throw error;
		}
	}

	/** Refuses further reads and writes, waits for running ones, and closes the files. */
	async close(): Promise<void> {
		await this.#data?.store.end();
	}

	async #countDamaged(pieces: readonly number[]): Promise<number> {
		const { metainfo, store } = this.#checked;
		const { checks, workers } = this.#resources;
		const signal = this.#signal;
		let damaged = 0;
		const onPiece = (_: number, good: boolean): void => {
			if (!good) damaged++;
		};
		await checks.run(() => hashPieces({ metainfo, store, workers, pieces, signal, onPiece }), signal);
		return damaged;
	}
}
