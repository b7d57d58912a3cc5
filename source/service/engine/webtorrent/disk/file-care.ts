import type { Semaphore } from '../../../../concurrency/semaphore.ts';
import { hasPiece } from '../../../../metainfo/layout.ts';
import type { MetainfoFile } from '../../../../metainfo/metainfo.ts';
import type { SwarmData } from '../peer/swarm.ts';
import type { SelectionProgress } from '../pieces/selection.ts';
import { allocateFiles } from './allocation.ts';
import type { DataFolder } from './data-folder.ts';
import type { DiskWorkers } from './disk-workers.ts';
import { FileWatch } from './file-watch.ts';
import { hashPieces } from './hash-pieces.ts';

export interface FileCareOptions {
	readonly folder: DataFolder;
	/** Aborted at the end of the download. */
	readonly signal: AbortSignal;
	/** Limits hashing to one download at a time. */
	readonly checks: Semaphore;
	readonly workers: DiskWorkers;
}

/** Creates the selected files of a download and detects changes to them. */
export class FileCare {
	readonly #options: FileCareOptions;
	/** Selected files, after their creation. */
	#created: readonly MetainfoFile[] = [];
	#watch: FileWatch | null = null;

	constructor(options: FileCareOptions) {
		this.#options = options;
	}

	/**
	 * Creates missing selected files. A complete download can lack only empty ones. Calls `onProgress`
	 * only if files are missing. Rejects with a DiskError.
	 */
	async allocate(
		{ files, missing }: SelectionProgress,
		onProgress: (progress: number) => void,
	): Promise<void> {
		const { folder, signal } = this.#options;
		await allocateFiles({
			files: missing > 0 ? files : files.filter(({ length }) => length === 0),
			folder,
			signal,
			onProgress,
		});
		this.#created = files;
	}

	/** Enables `look`. `bitfield` returns the currently complete pieces. */
	watch({ metainfo, store }: SwarmData, bitfield: () => Uint8Array): void {
		const { folder, signal, checks, workers } = this.#options;
		this.#watch = new FileWatch({
			metainfo,
			folder,
			files: () => this.#created,
			has: (index) => hasPiece(bitfield(), index),
			damaged: async (pieces) => {
				let damaged = 0;
				const onPiece = (_: number, good: boolean): void => {
					if (!good) damaged++;
				};
				await checks.run(() => hashPieces({ metainfo, store, workers, pieces, signal, onPiece }), signal);
				return damaged;
			},
		});
	}

	/** Examines up to `count` next files and returns their number. Rejects with a DiskError. */
	async look(count: number): Promise<number> {
		return this.#watch?.look(count) ?? 0;
	}
}
