import { open, stat } from 'node:fs/promises';
import type { MetainfoFile } from '../../../metainfo/metainfo.ts';
import { codeOf, diskError } from './disk-error.ts';
import { InsideFolder } from './stay-inside.ts';
import { diskPathOf } from './store.ts';

/** Files looked at together. */
const STAT_BATCH = 32;

export interface Allocation {
	readonly files: Iterable<MetainfoFile>;
	readonly destination: string;
	/** Ends it between two files. */
	readonly signal: AbortSignal;
	/** Called before the first file is created and after each, with the part that is done from 0 to 1. */
	readonly onProgress: (progress: number) => void;
}

/**
 * Creates those of the files that are not there yet, in their full length: the space itself is taken as data arrives,
 * but a file system that cannot hold such a file says so now. Does nothing, and tells no progress, when all are there.
 * Rejects with a DiskError.
 */
export async function allocateFiles({ files, destination, signal, onProgress }: Allocation): Promise<void> {
	const lacking = await filesNotThere([...files], destination);
	if (lacking.length === 0 || signal.aborted) return;
	const inside = new InsideFolder(destination);
	onProgress(0);
	for (const [at, file] of lacking.entries()) {
		if (signal.aborted) return;
		await create(file, diskPathOf(destination, file), inside);
		onProgress((at + 1) / lacking.length);
	}
}

async function filesNotThere(files: readonly MetainfoFile[], destination: string): Promise<MetainfoFile[]> {
	const lacking: MetainfoFile[] = [];
	for (let start = 0; start < files.length; start += STAT_BATCH) {
		const batch = files.slice(start, start + STAT_BATCH).filter(({ padding }) => !padding);
		const there = await Promise.all(batch.map((file) => isThere(file, destination)));
		lacking.push(...batch.filter((_, at) => there[at] === false));
	}
	return lacking;
}

/** A file of no bytes where there should be some was only just created: its length is still to be set. */
async function isThere(file: MetainfoFile, destination: string): Promise<boolean> {
	const path = diskPathOf(destination, file);
	try {
		const { size } = await stat(path);
		return size > 0 || file.length === 0;
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return false;
		throw diskError('read', path, error);
	}
}

async function create(file: MetainfoFile, path: string, inside: InsideFolder): Promise<void> {
	try {
		await inside.makeWay(path);
		const handle = await open(path, 'a');
		try {
			// Somebody else may have filled it meanwhile.
			if ((await handle.stat()).size === 0 && file.length > 0) await handle.truncate(file.length);
		} finally {
			await handle.close();
		}
	} catch (error) {
		throw diskError('write', path, error);
	}
}
