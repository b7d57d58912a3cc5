import { lstat, realpath, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ignoreMissing } from '../../basics/error.ts';
import { eachInGroups } from '../../concurrency/each-in-groups.ts';
import { bytes } from '../../format/bytes.ts';
import { DataFolders } from '../../metainfo/data-folders.ts';
import type { MetainfoFile } from '../../metainfo/metainfo.ts';
import { clip, HttpError, reasonOf } from '../http/http-error.ts';
import type { FileCheck, PathGuard } from '../storage/path-guard.ts';
import type { MoveIntent } from './intent.ts';

/** Refusals of a move. Nothing has changed then. */
export const refusalText = {
	sameFolder: (path: string) => `The data of this download is already in ${clip(path)}.`,
	exists: (path: string) =>
		`Cannot move: ${clip(path)} exists already. Move or rename it, or choose another destination.`,
	taken: (path: string, folder: string) =>
		`Cannot move: another download has the file ${clip(path)} in ${clip(folder)} too. Remove that download without its data, or choose another destination.`,
	link: (path: string) =>
		`Cannot move: ${clip(path)} is a symbolic link, which a move does not follow. Replace it by the file or folder itself.`,
	notAFile: (path: string) => `Cannot move: ${clip(path)} is not a file. Remove it first.`,
	ownFile: (path: string, reason: string) => `Cannot move ${clip(path)}: ${reason}.`,
	space: (path: string, needed: number, free: number) =>
		`Cannot move: ${clip(path)} has ${bytes(free)} of free space, but the data needs ${bytes(needed)}. Free space, or choose another destination.`,
	missing: (path: string) =>
		`Cannot move: downloaded data is missing at ${clip(path)}. Mount its disk or put it back. If it is lost, recheck the download first.`,
	unreadable: (path: string, reason: string) => `Cannot move: ${clip(path)} cannot be read: ${reason}.`,
};

const refusal = (message: string, cause?: unknown) => new HttpError(409, 'MoveConflictError', message, cause);

/** Number of files that are examined together. */
const FILES_PER_GROUP = 64;
/** st_blocks counts these units. */
const BLOCK_BYTES = 512;

interface MoveRequest {
	/** Files on the disk or in future, without padding. Empty while the metadata is missing. */
	readonly files: readonly MetainfoFile[];
	/** Old and new destination. The new one exists. */
	readonly from: string;
	readonly to: string;
	readonly guard: PathGuard;
	/** Whether a file has downloaded bytes, so that it must exist. */
	readonly hasData: (file: MetainfoFile) => boolean;
	/** Paths of other downloads, relative to the old and to the new destination. */
	readonly others: { readonly from: ReadonlySet<string>; readonly to: ReadonlySet<string> };
}

/**
 * Examines both places before a move and returns how to move. Changes nothing. Rejects with an HttpError when a file
 * would be overwritten, is shared, is not a plain file, or does not fit.
 */
export async function examineMove(
	request: MoveRequest,
): Promise<Pick<MoveIntent, 'mode' | 'kept' | 'present'>> {
	const { from, to, files } = request;
	try {
		await refuseSameFolder(from, to);
		const kept = await examineTarget(request);
		const { allocated, devices, present } = await examineSource(request);
		const target = await stat(to);
		const mode = [...devices].every((device) => device === target.dev) ? 'rename' : 'copy';
		if (mode === 'copy' && files.length > 0) {
			const free = await statfs(to).then(({ bavail, bsize }) => bavail * bsize);
			if (free < allocated) throw new HttpError(507, 'NoSpaceError', refusalText.space(to, allocated, free));
		}
		return { mode, kept, present };
	} catch (error) {
		if (error instanceof HttpError) throw error;
		throw refusal(refusalText.unreadable(from, reasonOf(error)), error);
	}
}

async function refuseSameFolder(from: string, to: string): Promise<void> {
	const [source, target] = await Promise.all([stat(from).catch(ignoreMissing), stat(to)]);
	const isSame = source && source.dev === target.dev && source.ino === target.ino;
	if (isSame || from === to) throw refusal(refusalText.sameFolder(to));
}

/** Returns the torrent's folders that exist already. Rejects if one of its files exists. */
async function examineTarget({ files, to, others }: MoveRequest): Promise<string[]> {
	const root = await realpath(to);
	const folders = new DataFolders(root);
	await eachInGroups(files, FILES_PER_GROUP, async ({ diskPath }) => {
		if (others.to.has(diskPath)) throw refusal(refusalText.taken(diskPath, to));
		const state = await folders.enterFolderOf(diskPath);
		if (state === 'missing') return;
		const found = state === 'folder' ? await lstat(join(root, diskPath)).catch(ignoreMissing) : true;
		if (found) throw refusal(refusalText.exists(join(to, diskPath)));
	});
	const levels = await folders.levelsDeepestFirst();
	return levels.flat().map((path) => path.slice(root.length).replace(/^\//, ''));
}

/** Returns the bytes on the disk of all files, the devices they are on, and the number of existing files. */
async function examineSource({ files, from, guard, hasData, others }: MoveRequest) {
	const devices = new Set<number>();
	let allocated = 0;
	let present = 0;
	const refuseLost = (file: MetainfoFile): void => {
		if (hasData(file)) throw refusal(refusalText.missing(join(from, file.diskPath)));
	};
	const root = await realpath(from).catch(ignoreMissing);
	if (root === undefined) {
		files.forEach(refuseLost);
		return { allocated, devices, present };
	}
	const folders = new DataFolders(root);
	const checks = new Map<string, Promise<FileCheck>>();
	await eachInGroups(files, FILES_PER_GROUP, async (file) => {
		const { diskPath } = file;
		const state = await folders.enterFolderOf(diskPath);
		if (state === 'link') throw refusal(refusalText.link(join(from, dirname(diskPath))));
		const place = join(root, diskPath);
		const found = state === 'folder' ? await lstat(place).catch(ignoreMissing) : undefined;
		if (!found) {
			refuseLost(file);
			return;
		}
		if (others.from.has(diskPath)) throw refusal(refusalText.taken(diskPath, from));
		if (found.isSymbolicLink()) throw refusal(refusalText.link(place));
		if (!found.isFile()) throw refusal(refusalText.notAFile(place));
		const folder = dirname(place);
		const reading = checks.get(folder) ?? guard.checkFilesIn(folder);
		checks.set(folder, reading);
		const check = await reading;
		try {
			check(place, found);
		} catch (error) {
			throw refusal(refusalText.ownFile(place, reasonOf(error)), error);
		}
		present += 1;
		devices.add(found.dev);
		allocated += Math.min(found.size, found.blocks * BLOCK_BYTES);
	});
	return { allocated, devices, present };
}
