import type { MetainfoFile } from '../../../../metainfo/metainfo.ts';
import { isUnfilled } from '../../../storage/blank-file.ts';
import { NOT_A_FILE } from '../../../storage/opened-path.ts';
import { type DataFolder, diskPathOf } from './data-folder.ts';
import { DiskError, diskError } from './disk-error.ts';
import { refuseLacking } from './missing-data.ts';

/** Files examined at once. */
const STAT_BATCH = 32;

const allocationText = {
	filled: (path: string) =>
		`${path} was created by another program at the same time. Nothing was written. Recheck this download to replace it, or remove it and choose another destination.`,
};

interface Allocation {
	/** Missing files. */
	readonly files: readonly MetainfoFile[];
	readonly folder: DataFolder;
	/** Whether a file has bytes of complete pieces. */
	readonly hasData: (file: MetainfoFile) => boolean;
	/** Aborts between two files. */
	readonly signal: AbortSignal;
	/** Called before the first file is created and after each, with the share done, 0 to 1. */
	readonly onProgress: (progress: number) => void;
}

/**
 * Creates files sparsely in their full length. A file system that cannot hold such a file fails now; disk space is used
 * as data arrives. Does nothing, and reports no progress, without files. Rejects with a DiskError, also for a file with
 * data: it vanished after the check.
 */
export async function allocateFiles({
	files,
	folder,
	hasData,
	signal,
	onProgress,
}: Allocation): Promise<void> {
	refuseLacking(folder, files.filter(hasData));
	if (files.length === 0 || signal.aborted) return;
	onProgress(0);
	for (const [at, file] of files.entries()) {
		if (signal.aborted) return;
		await create(file, diskPathOf(folder.root, file), folder);
		onProgress((at + 1) / files.length);
	}
}

/** Returns the files that are missing, or empty although they should not be: those still need their length. */
export async function missingFiles(
	files: readonly MetainfoFile[],
	folder: DataFolder,
): Promise<MetainfoFile[]> {
	const missing: MetainfoFile[] = [];
	for (let start = 0; start < files.length; start += STAT_BATCH) {
		const batch = files.slice(start, start + STAT_BATCH).filter(({ padding }) => !padding);
		const exist = await Promise.all(batch.map((file) => hasFile(file, folder)));
		missing.push(...batch.filter((_, at) => exist[at] === false));
	}
	return missing;
}

async function hasFile(file: MetainfoFile, folder: DataFolder): Promise<boolean> {
	const path = diskPathOf(folder.root, file);
	try {
		const found = await folder.stat(path);
		if (found && !found.isFile()) {
			const code = found.isDirectory() ? 'EISDIR' : NOT_A_FILE;
			throw diskError('write', path, Object.assign(new Error('not a file'), { code }));
		}
		return found !== undefined && (found.size > 0 || file.length === 0);
	} catch (error) {
		throw diskError('read', path, error);
	}
}

async function create(file: MetainfoFile, path: string, folder: DataFolder): Promise<void> {
	try {
		const handle = await folder.open(path, 'create');
		try {
			// Another program may have created it meanwhile, or the engine of a killed service.
			const found = await handle.stat();
			if (found.size > 0 && !(await isUnfilled(found, () => folder.open(path, 'read'))))
				throw new DiskError(allocationText.filled(path));
			if (found.size < file.length) await handle.truncate(file.length);
		} finally {
			await handle.close();
		}
	} catch (error) {
		throw diskError('write', path, error);
	}
}
