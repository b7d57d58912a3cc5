import { hasPiece } from '../../../../metainfo/layout.ts';
import type { MetainfoFile } from '../../../../metainfo/metainfo.ts';
import type { SwarmData } from '../download/swarm.ts';
import type { SelectionProgress } from '../pieces/selection.ts';
import type { Semaphore } from '../semaphore.ts';
import { allocateFiles } from './allocation.ts';
import type { DataFolder } from './data-folder.ts';
import type { DiskWorkers } from './disk-workers.ts';
import { FileWatch } from './file-watch.ts';
import { hashPieces } from './hash-pieces.ts';

export interface FileCareOptions {
	readonly folder: DataFolder;
	/** The end of the download. */
	readonly signal: AbortSignal;
	/** For hashing: one download at a time. */
	readonly checks: Semaphore;
	readonly workers: DiskWorkers;
}

/** Sees to it that the wanted files of a download are on the disk, and that they stay what they are. */
export class FileCare {
	readonly #options: FileCareOptions;
	/** The wanted files, once they are on the disk. */
	#created: readonly MetainfoFile[] = [];
	#watch: FileWatch | null = null;

	constructor(options: FileCareOptions) {
		this.#options = options;
	}

	/**
	 * Creates the wanted files that are not there; of a complete download only the empty ones can be missing. `onProgress`
	 * is called only when there are any. Rejects with a DiskError.
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

	/** From now on `look` looks at the files. `bitfield` gives the pieces that are complete at the moment. */
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
				await checks.run(signal, () => hashPieces({ metainfo, store, workers, pieces, signal, onPiece }));
				return damaged;
			},
		});
	}

	/** Looks at the next `count` files at most; resolves with how many. Rejects with a DiskError. */
	async look(count: number): Promise<number> {
		return this.#watch?.look(count) ?? 0;
	}
}
