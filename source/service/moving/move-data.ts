import { lstat, mkdir, readdir, rename, rmdir, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf, ignoreExisting, ignoreMissing } from '../../basics/error.ts';
import { DataFolders } from '../../metainfo/data-folders.ts';
import { reasonOf } from '../http/http-error.ts';
import type { PathGuard } from '../storage/path-guard.ts';
import { copyFile, type FileStamp, haveSameContent } from './copy-file.ts';
import { type MoveIntent, stagingFolder } from './intent.ts';
import { placeFile, syncFolder } from './place-file.ts';

export const moveDataText = {
	notAFolder: (path: string) => `${path} is not a folder`,
	changed: 'another program changed it after it was copied',
	missing: (count: number, of: number) =>
		`${count} of its ${of} files are missing. Mount their disk, or restore them`,
	notCopied: 'it is not at its new place',
	notDeleted: (path: string, reason: string) => `${path} could not be deleted: ${reason}`,
};

/** A file to move, by its path below the destination, with '/'. */
interface MovedFile {
	readonly diskPath: string;
}

/** Paths at which a file may be during a move. */
interface FilePaths {
	readonly old: string;
	readonly moved: string;
	readonly copy: string;
}

/** A second change within this time may leave the times of a file as they are. FAT has steps of 2 s. */
const TIME_PRECISION_MS = 2_000;

export interface MoveDataOptions {
	/** All files of the torrent without padding. Missing ones are ignored. The order never changes. */
	readonly files: readonly MovedFile[];
	readonly guard: Pick<PathGuard, 'reasonToKeepFolder'>;
	/** Ends a move between two chunks or files. */
	readonly signal: AbortSignal;
	/** Saves a step of the intent. It is durable when it resolves. */
	readonly save: (intent: MoveIntent) => Promise<void>;
	/** Called with the bytes that are moved, and the bytes of all files. */
	readonly onProgress: (moved: number, size: number) => void;
	/** Bytes that are copied between two flushes to the disk. Default: 64 MiB. */
	readonly window?: number;
}

/**
 * Moves the files of a download, or returns them. Each step can be interrupted at any moment, also by the death of
 * the process, and continues with the saved intent. See `MoveIntent` for the steps.
 */
export class MoveData {
	readonly #options: MoveDataOptions;
	#intent: MoveIntent;
	#moved = 0;
	#size = 0;
	/** Created or existing folders of this run. */
	readonly #made = new Set<string>();
	/** Folders with changed names that are not flushed to the disk. */
	readonly #changed = new Set<string>();
	/** Stamps of original files that equal their copies, by path. Only those that reveal each later change. */
	readonly #copied = new Map<string, FileStamp>();

	constructor(intent: MoveIntent, options: MoveDataOptions) {
		this.#intent = intent;
		this.#options = options;
	}

	/**
	 * Moves everything to the new destination. Resolves with the problems of deleting old files, one sentence each.
	 * Rejects with the system's error, an Error with a reason, or the signal's reason. Then `revert` has to follow,
	 * unless the move continues later.
	 */
	async move(): Promise<readonly string[]> {
		if (this.#intent.step === 'moving') {
			await this.#measure();
			await this.#requireFiles(({ old, moved }) => [old, moved]);
			if (this.#intent.mode === 'rename') await this.#renameOrCopy();
			if (this.#intent.mode === 'copy') {
				await this.#copyAll();
				await this.#requireFiles(({ copy }) => [copy]);
				await this.#save({ step: 'placing', placed: true });
			} else {
				await this.#requireFiles(({ moved }) => [moved]);
				await this.#save({ step: 'cleaning' });
			}
		}
		if (this.#intent.step === 'placing') {
			await this.#requireFiles(({ copy, moved }) => [copy, moved]);
			await this.#placeCopies();
			await this.#save({ step: 'cleaning' });
		}
		return this.#clean();
	}

	/** Returns everything to the old destination. Rejects with the system's error or an Error with a reason. */
	async revert(): Promise<void> {
		const isCopy = this.#intent.mode === 'copy';
		// Without any file, its disk is probably not mounted: discarded copies might be the only ones.
		await this.#requireFiles(({ old, moved }) => (isCopy ? [old] : [old, moved]), 1);
		if (this.#intent.mode === 'rename') await this.#renameBack();
		else await this.#discardCopies();
		await this.#removeFolders(this.#intent.to, new Set(this.#intent.kept));
		await this.#flush();
	}

	async #save(change: Partial<MoveIntent>): Promise<void> {
		const intent = { ...this.#intent, ...change };
		await this.#options.save(intent);
		this.#intent = intent;
	}

	/** Determines the size of all files, and how much of them is at the new place. */
	async #measure(): Promise<void> {
		const { from, to } = this.#intent;
		for (const { diskPath } of this.#options.files) {
			this.#options.signal.throwIfAborted();
			const found = (await lstatIfThere(join(from, diskPath))) ?? (await lstatIfThere(join(to, diskPath)));
			this.#size += found?.size ?? 0;
		}
		this.#options.onProgress(0, this.#size);
	}

	/**
	 * Throws if fewer files are found than the move began with: their disk is not mounted any more, or another program
	 * deleted them. `least`: the number that is enough.
	 */
	async #requireFiles(
		placesOf: (paths: FilePaths) => readonly string[],
		least = this.#intent.present,
	): Promise<void> {
		const { present, from, to } = this.#intent;
		let found = 0;
		for (const [index, { diskPath }] of this.#options.files.entries()) {
			if (found >= Math.min(least, present)) return;
			const places = placesOf({
				old: join(from, diskPath),
				moved: join(to, diskPath),
				copy: join(stagingFolder(this.#intent), String(index)),
			});
			for (const place of places)
				if (await lstatIfThere(place)) {
					found += 1;
					break;
				}
		}
		if (found < Math.min(least, present)) throw new Error(moveDataText.missing(present - found, present));
	}

	#advance(bytes: number): void {
		this.#moved += bytes;
		this.#options.onProgress(Math.min(this.#moved, this.#size), this.#size);
	}

	/** Renames all files. Changes the mode to 'copy' if the new place is on another file system after all. */
	async #renameOrCopy(): Promise<void> {
		try {
			for (const { diskPath } of this.#options.files) {
				this.#options.signal.throwIfAborted();
				const target = join(this.#intent.to, diskPath);
				await this.#place(join(this.#intent.from, diskPath), this.#intent.to, diskPath);
				this.#advance((await lstatIfThere(target))?.size ?? 0);
			}
			await this.#flush();
		} catch (error) {
			if (codeOf(error) !== 'EXDEV') throw error;
			await this.#renameBack();
			this.#moved = 0;
			await this.#save({ mode: 'copy' });
		}
	}

	async #renameBack(): Promise<void> {
		const { from, to } = this.#intent;
		for (const { diskPath } of this.#options.files) {
			const path = join(to, diskPath);
			const [moved, old] = await Promise.all([lstatIfThere(path), lstatIfThere(join(from, diskPath))]);
			// A file that was not renamed is at its old place. The new place has one of another program then.
			if (moved && old && (moved.dev !== old.dev || moved.ino !== old.ino)) continue;
			await this.#place(path, from, diskPath);
		}
	}

	/** Gives a file its place below `root`. Creates folders for existing files only. */
	async #place(path: string, root: string, diskPath: string): Promise<void> {
		if (!(await lstatIfThere(path))) return;
		await this.#makeFolders(root, diskPath.split('/').slice(0, -1));
		const place = join(root, diskPath);
		await placeFile(path, place);
		this.#changed.add(dirname(path)).add(dirname(place));
	}

	async #makeFolders(root: string, components: readonly string[]): Promise<void> {
		let path = root;
		for (const component of components) {
			path = join(path, component);
			if (this.#made.has(path)) continue;
			await mkdir(path).catch(ignoreExisting);
			const found = await lstat(path);
			if (!found.isDirectory()) throw new Error(moveDataText.notAFolder(path));
			this.#made.add(path);
			this.#changed.add(dirname(path));
		}
	}

	/** Copies all files into the staging folder. The name of a complete copy is its index. */
	async #copyAll(): Promise<void> {
		const { files, signal, window } = this.#options;
		const staging = stagingFolder(this.#intent);
		await this.#makeFolders(this.#intent.to, [this.#intent.staging]);
		for (const [index, { diskPath }] of files.entries()) {
			signal.throwIfAborted();
			const source = join(this.#intent.from, diskPath);
			const copy = join(staging, String(index));
			const done = await lstatIfThere(copy);
			const original = await lstatIfThere(source);
			if (done && (!original || (await this.#isCopied(source, copy)))) {
				this.#advance(done.size);
				continue;
			}
			if (!original) continue;
			if (done) await unlink(copy);
			const started = Date.now();
			// Each byte is read once to be copied, and once to be compared.
			const stamp = await copyFile(source, `${copy}.part`, {
				signal,
				onBytes: (bytes) => this.#advance(bytes / 2),
				...(window === undefined ? {} : { window }),
			});
			this.#noteCopied(source, stamp, started);
			await rename(`${copy}.part`, copy);
		}
		this.#changed.add(staging);
		await this.#flush();
	}

	async #placeCopies(): Promise<void> {
		const staging = stagingFolder(this.#intent);
		for (const [index, { diskPath }] of this.#options.files.entries()) {
			this.#options.signal.throwIfAborted();
			await this.#place(join(staging, String(index)), this.#intent.to, diskPath);
		}
		await this.#flush();
		await removeStaging(staging);
	}

	/** Deletes the old files of a copy, and the empty folders. Returns the problems. */
	async #clean(): Promise<readonly string[]> {
		const { files, signal } = this.#options;
		const { from, to, mode } = this.#intent;
		const problems: string[] = [];
		for (const { diskPath } of mode === 'copy' ? files : []) {
			signal.throwIfAborted();
			const path = join(from, diskPath);
			const [old, moved] = await Promise.all([lstatIfThere(path), lstatIfThere(join(to, diskPath))]);
			if (!old?.isFile() || (moved && old.dev === moved.dev && old.ino === moved.ino)) continue;
			try {
				if (!moved) throw new Error(moveDataText.notCopied);
				if (!(await this.#isCopied(path, join(to, diskPath)))) throw new Error(moveDataText.changed);
				await unlink(path);
			} catch (error) {
				signal.throwIfAborted();
				problems.push(moveDataText.notDeleted(path, reasonOf(error)));
			}
		}
		await this.#removeFolders(from, new Set());
		return problems;
	}

	/** Whether a copy still equals its original. Reads both, unless the original's stamp is that of the copied file. */
	async #isCopied(original: string, copy: string): Promise<boolean> {
		const started = Date.now();
		const stamp = await lstat(original, { bigint: true });
		const copied = this.#copied.get(original);
		if (copied && isSame(copied, stamp)) return true;
		const { signal } = this.#options;
		if (!(await haveSameContent(original, copy, { signal, onBytes: () => {} }))) return false;
		this.#noteCopied(original, stamp, started);
		return isSame(stamp, await lstat(original, { bigint: true }));
	}

	/** `started`: a time before the original was read, Unix ms. */
	#noteCopied(original: string, stamp: FileStamp, started: number): void {
		const changed = stamp.mtimeNs > stamp.ctimeNs ? stamp.mtimeNs : stamp.ctimeNs;
		if (started - Number(changed / 1_000_000n) > TIME_PRECISION_MS) this.#copied.set(original, stamp);
	}

	/** Deletes copies, and files at the new place that are copies. */
	async #discardCopies(): Promise<void> {
		const { from, to, placed } = this.#intent;
		const staging = stagingFolder(this.#intent);
		for (const [index, { diskPath }] of placed ? this.#options.files.entries() : []) {
			const target = join(to, diskPath);
			const [old, moved] = await Promise.all([lstatIfThere(join(from, diskPath)), lstatIfThere(target)]);
			const isStaged = await lstatIfThere(join(staging, String(index)));
			// A file without its copy in the staging folder was placed, because all copies were complete.
			if (!old || !moved?.isFile() || (isStaged && isStaged.ino !== moved.ino) || moved.size !== old.size)
				continue;
			if (moved.dev === old.dev && moved.ino === old.ino) continue;
			await unlink(target);
		}
		await removeStaging(staging);
	}

	/** Removes the torrent's folders below `root` if they are empty. `kept`: paths that stay. */
	async #removeFolders(root: string, kept: ReadonlySet<string>): Promise<void> {
		const folders = new DataFolders(root);
		for (const { diskPath } of this.#options.files) await folders.enterFolderOf(diskPath);
		for (const level of await folders.levelsDeepestFirst()) {
			for (const path of level) {
				if (kept.has(path.slice(root.length).replace(/^\//, ''))) continue;
				if ((await this.#options.guard.reasonToKeepFolder(path)) !== undefined) continue;
				// A folder with other content stays.
				await rmdir(path).catch(() => {});
				this.#made.delete(path);
			}
		}
	}

	async #flush(): Promise<void> {
		for (const folder of this.#changed) await syncFolder(folder);
		this.#changed.clear();
	}
}

function isSame(first: FileStamp, second: FileStamp): boolean {
	return (['dev', 'ino', 'size', 'mtimeNs', 'ctimeNs'] as const).every((key) => first[key] === second[key]);
}

const COPY_NAME = /^\d+(\.part)?$/;

/** Deletes a staging folder with its copies. Other files in it stay, and so does the folder then. */
async function removeStaging(staging: string): Promise<void> {
	const names = (await readdir(staging).catch(ignoreMissing)) ?? [];
	for (const name of names) if (COPY_NAME.test(name)) await unlink(join(staging, name));
	await rmdir(staging).catch(() => {});
}

function lstatIfThere(path: string) {
	return lstat(path).catch(ignoreMissing);
}
