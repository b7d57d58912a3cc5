import type { Stats } from 'node:fs';
import { piecesBeyond } from '../../../../metainfo/layout.ts';
import type { Metainfo, MetainfoFile } from '../../../../metainfo/metainfo.ts';
import { type DataFolder, diskPathOf } from './data-folder.ts';
import { DiskError, diskCauses, diskError, diskText, MissingData, missingText } from './disk-error.ts';

/** Causes of a failed examination. */
export const fileWatchText = {
	notFile: 'it is no file any more',
	replaced: 'another file is in its place',
	shorter: 'it is shorter than it was',
	changed: (path: string, pieces: number) =>
		`${path} was changed by another program: ${pieces} of its pieces ${pieces === 1 ? 'is' : 'are'} no longer what the torrent says. Nothing was written. Recheck the download to fetch the torrent's data again.`,
};

interface FileWatchOptions {
	readonly metainfo: Metainfo;
	readonly folder: DataFolder;
	/** Files that must exist: the selected ones, after their creation. */
	readonly files: () => readonly MetainfoFile[];
	/** Whether a piece is complete. */
	readonly has: (index: number) => boolean;
	/** Reads pieces and returns how many are wrong. */
	readonly damaged: (pieces: readonly number[]) => Promise<number>;
}

/** Attributes of a file that reveal changes. */
interface FileState {
	readonly inode: number;
	/** null while pieces are still being written to it. */
	readonly finished: { readonly size: number; readonly modified: number } | null;
}

/**
 * Examines the files of a running download, a few at a time. Otherwise deleted folders would go unnoticed, because
 * open files still work, and so would replaced data of a seed.
 */
export class FileWatch {
	readonly #options: FileWatchOptions;
	readonly #states = new Map<MetainfoFile, FileState>();
	#next = 0;

	constructor(options: FileWatchOptions) {
		this.#options = options;
	}

	/** Examines up to `count` next files and returns their number. Rejects with a DiskError. */
	async examine(count: number): Promise<number> {
		const files = this.#options.files();
		const total = Math.min(count, files.length);
		for (let examined = 0; examined < total; examined++) {
			const file = files[this.#next++ % files.length];
			if (file && file.length > 0 && !file.padding) await this.#examineFile(file);
		}
		return total;
	}

	async #examineFile(file: MetainfoFile): Promise<void> {
		const path = diskPathOf(this.#options.folder.root, file);
		// Read before the file is examined: pieces complete by then are not written again.
		const before = this.#states.get(file);
		const complete = before?.finished != null || this.#isComplete(file);
		const found = await statOf(this.#options.folder, path);
		if (!found.isFile()) throw new DiskError(diskText('read', path, fileWatchText.notFile));
		if (before && before.inode !== found.ino)
			throw new DiskError(diskText('read', path, fileWatchText.replaced));
		if (complete && found.size < file.length)
			throw new MissingData(diskText('read', path, missingText.cause(fileWatchText.shorter)));
		const now = { size: found.size, modified: found.mtimeMs };
		const same = before?.finished?.size === now.size && before.finished.modified === now.modified;
		if (complete && before?.finished && !same) await this.#compare(file, path);
		this.#states.set(file, { inode: found.ino, finished: complete ? now : null });
	}

	/** Verifies a file with a new modification time by hashing its pieces. */
	async #compare(file: MetainfoFile, path: string): Promise<void> {
		const damaged = await this.#options.damaged(this.#pieces(file));
		if (damaged === 0) return;
		throw new DiskError(fileWatchText.changed(path, damaged));
	}

	#isComplete(file: MetainfoFile): boolean {
		return this.#pieces(file).every(this.#options.has);
	}

	#pieces(file: MetainfoFile): number[] {
		return [...piecesBeyond(this.#options.metainfo, file, 0)];
	}
}

async function statOf(folder: DataFolder, path: string): Promise<Stats> {
	try {
		const found = await folder.stat(path);
		if (found) return found;
		throw new MissingData(diskText('read', path, missingText.cause(diskCauses.ENOENT)));
	} catch (error) {
		throw diskError('read', path, error);
	}
}
