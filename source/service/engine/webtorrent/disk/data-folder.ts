import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { codeOf, ignoreExisting } from '../../../../basics/error.ts';
import { eachInGroups } from '../../../../concurrency/each-in-groups.ts';
import type { MetainfoFile } from '../../../../metainfo/metainfo.ts';
import { makeFolder } from '../../../storage/make-folder.ts';
import { type OpenedFile, openedFile } from '../../../storage/opened-path.ts';
import {
	type FileCheck,
	type FileIdentity,
	isWithin,
	type PathGuard,
	realLocation,
} from '../../../storage/path-guard.ts';
import { OutsideDestination } from '../../../storage/refused-path.ts';

/** Attempts to open a file that others create and delete at the same time. */
const MAX_OPEN_ATTEMPTS = 5;

/** Folders that are examined at once. All of many thousands would make reads for peers wait. */
const FOLDERS_AT_ONCE = 16;

/** Maximum age of cached folders when a file is created. */
const FOLDERS_MAX_AGE_MS = 1_000;

/** Parent folder of some files: its real path, or why its files must not be used. */
type ParentFolder = { readonly real: string } | { readonly error: unknown };

export interface Location {
	/** The same object for all files of a folder. */
	readonly folder: ParentFolder;
	/** Path as `realPath` returns it; empty if the folder is refused. */
	readonly path: string;
}

/**
 * Destination of a download. File names are untrusted, so each use of a file is checked. Symbolic links that leave
 * the destination and the service's own files are refused. Links inside are followed, and the destination itself
 * may be a link.
 */
export class DataFolder {
	readonly root: string;
	/** Symbolic links on the way to files, as paths below the root. Those that were used so far. */
	readonly links = new Set<string>();
	readonly #guard: PathGuard;
	readonly #beforeCreation: (isRoot: boolean) => Promise<unknown>;
	/** Real path of the root. */
	#real: Promise<string> | undefined;
	/** Real paths of folders below the root. Opening a file detects a folder replaced by a link. */
	readonly #folders = new Map<string, Promise<string>>();
	/** Existing unprotected folders, including the root. */
	readonly #created = new Set<string>();
	/** Time of the last `#forgetFolders`, `performance.now()`. */
	#forgotAt = Number.NEGATIVE_INFINITY;

	/**
	 * `beforeCreation` is called before a file or a folder is created, and once more before the root is. It prevents that by
	 * a rejection.
	 */
	constructor(
		root: string,
		guard: PathGuard,
		beforeCreation: (isRoot: boolean) => Promise<unknown> = async () => {},
	) {
		this.root = root;
		this.#guard = guard;
		this.#beforeCreation = beforeCreation;
	}

	/**
	 * Returns the path of a file, which may be missing, below the real path of its folder. Rejects when that is
	 * outside.
	 */
	async realPath(path: string): Promise<string> {
		return join(await this.#realFolder(dirname(path)), basename(path));
	}

	/** Returns the locations of many files, each as `realPath` does. Examines each folder once. */
	async locations(paths: readonly string[]): Promise<Location[]> {
		const parents = paths.map(parentOf);
		const folders = new Map<string, ParentFolder>();
		const find = async (parent: string): Promise<void> => {
			const folder = await this.#realFolder(parent).then(
				(real) => ({ real }),
				(error: unknown) => ({ error }),
			);
			folders.set(parent, folder);
		};
		await eachInGroups([...new Set(parents)], FOLDERS_AT_ONCE, find);
		return paths.map((path, at) => {
			const folder = folders.get(parents[at] ?? '');
			if (!folder) throw new Error(`the folder of ${path} was not looked at`);
			const name = path.slice(path.lastIndexOf(sep) + 1);
			return { folder, path: 'real' in folder ? below(folder.real, name) : '' };
		});
	}

	/** Returns the stats of the file at `path`, following links inside the destination; undefined if missing. */
	async stat(path: string): Promise<Stats | undefined> {
		const place = await this.realPath(path);
		const found = await lstat(place).catch(ignoreMissing);
		if (!found?.isSymbolicLink()) {
			await this.#guard.check(place, found);
			return found;
		}
		const real = await this.#follow(place);
		this.links.add(relative(this.root, path));
		const target = await stat(real);
		await this.#guard.check(real, target);
		return target;
	}

	/** Creates the parent folders of the file `path`. Rejects when the file would be elsewhere. */
	async #createParents(path: string): Promise<void> {
		if (!this.#created.has(this.root)) await this.#createRoot();
		let place = this.root;
		for (const folder of relative(this.root, dirname(path)).split(sep)) {
			if (folder === '') continue;
			place = join(place, folder);
			if (this.#created.has(place)) continue;
			const real = await this.#realFolder(place);
			await this.#guard.checkFolder(real);
			await mkdir(real).catch(ignoreExisting);
			this.#created.add(place);
		}
		await this.stat(path);
	}

	async #createRoot(): Promise<void> {
		await this.#guard.checkFolder(await realLocation(this.root));
		await this.#beforeCreation(true);
		await makeFolder(this.root);
		this.#real = realpath(this.root);
		await this.#real;
		this.#created.add(this.root);
	}

	/** Opens a file. Mode 'create' is for writing, and creates a missing file and its parent folders. */
	async open(path: string, mode: 'read' | 'write' | 'create'): Promise<FileHandle> {
		for (let attempt = 1; ; attempt++) {
			const handle = await this.#openOnce(path, mode, attempt < MAX_OPEN_ATTEMPTS);
			if (!handle) continue;
			try {
				await this.verify(path, openedFile(handle.fd, path));
				return handle;
			} catch (error) {
				await handle.close();
				throw error;
			}
		}
	}

	/** Rejects when the file opened at `path` must not be used. */
	async verify(path: string, opened: OpenedFile): Promise<void> {
		const verify = await this.verifier([opened]);
		verify(path, opened);
	}

	/** Returns a check of `files`, opened at a path, that throws for forbidden ones. Use it at once. */
	async verifier(files: Iterable<OpenedFile>): Promise<(path: string, opened: OpenedFile) => void> {
		const root = await this.#realFolder(this.root);
		const checks = new Map<string, FileCheck>();
		for (const { real } of files) {
			const folder = dirname(real);
			if (!checks.has(folder)) checks.set(folder, await this.#guard.checkFilesIn(folder));
		}
		return (path, opened) => {
			if (!isWithin(opened.real, root)) throw new OutsideDestination(path);
			const check = checks.get(dirname(opened.real));
			if (!check) throw new Error(`the folder of ${opened.real} was not looked at`);
			check(opened.real, opened);
		};
	}

	/** Returns a check of existing or future files in places that throws for forbidden ones. Use it at once. */
	async locationVerifier(
		places: Iterable<Location>,
	): Promise<(place: Location, identity: FileIdentity | undefined) => void> {
		const checks = new Map<ParentFolder, FileCheck>();
		const find = async (folder: ParentFolder): Promise<void> => {
			if ('real' in folder) checks.set(folder, await this.#guard.checkFilesIn(folder.real));
		};
		const folders = new Set(Array.from(places, ({ folder }) => folder));
		await eachInGroups([...folders], FOLDERS_AT_ONCE, find);
		return ({ folder, path }, identity) => {
			if ('error' in folder) throw folder.error;
			const check = checks.get(folder);
			if (!check) throw new Error(`the folder of ${path} was not looked at`);
			check(path, identity);
		};
	}

	/** Returns undefined when another program created or deleted the file at the same moment. */
	async #openOnce(
		path: string,
		mode: 'read' | 'write' | 'create',
		again: boolean,
	): Promise<FileHandle | undefined> {
		// O_NONBLOCK, because opening a pipe would wait for a writer.
		const access = (mode === 'read' ? constants.O_RDONLY : constants.O_RDWR) | constants.O_NONBLOCK;
		try {
			return await open(path, access);
		} catch (error) {
			if (mode !== 'create' || codeOf(error) !== 'ENOENT') throw error;
		}
		await this.#beforeCreation(false);
		if (performance.now() - this.#forgotAt > FOLDERS_MAX_AGE_MS) this.#forgetFolders();
		await this.#createParents(path);
		try {
			// Without O_EXCL, a dangling link would create a file elsewhere.
			return await open(path, access | constants.O_CREAT | constants.O_EXCL);
		} catch (error) {
			// A folder may have been deleted since it was cached.
			this.#forgetFolders();
			if (again && ['EEXIST', 'ENOENT'].includes(codeOf(error) ?? '')) return undefined;
			throw error;
		}
	}

	#forgetFolders(): void {
		this.#folders.clear();
		this.#created.clear();
		this.#forgotAt = performance.now();
	}

	/** Returns the current or future real path of a folder below the root. */
	#realFolder(folder: string): Promise<string> {
		if (folder === this.root || !isWithin(folder, this.root)) {
			this.#real ??= realLocation(this.root);
			return this.#real;
		}
		let real = this.#folders.get(folder);
		if (!real) {
			real = this.#resolve(folder);
			this.#folders.set(folder, real);
			real.catch(() => this.#folders.delete(folder));
		}
		return real;
	}

	async #resolve(folder: string): Promise<string> {
		const place = join(await this.#realFolder(dirname(folder)), basename(folder));
		const found = await lstat(place).catch(ignoreMissing);
		if (!found?.isSymbolicLink()) return place;
		this.links.add(relative(this.root, folder));
		return this.#follow(place);
	}

	/** Returns the target of a symbolic link. Rejects when it is outside of the destination. */
	async #follow(link: string): Promise<string> {
		const real = await realpath(link).catch(() => undefined);
		if (real === undefined || !isWithin(real, await this.#realFolder(this.root)))
			throw new OutsideDestination(link);
		return real;
	}
}

/** Returns the path of a file of the torrent. */
export function diskPathOf(destination: string, file: MetainfoFile): string {
	// Not `join`: normalizing is slow for 50,000 files, and the components were checked during parsing.
	return `${destination.endsWith(sep) ? destination : destination + sep}${file.diskPath}`;
}

/** Returns the parent folder. Unlike `dirname`, does not look for repeated separators. */
function parentOf(path: string): string {
	return path.slice(0, Math.max(path.lastIndexOf(sep), 1));
}

/** Joins paths. Unlike `join`, does not normalize, which is slow for many files. */
function below(folder: string, name: string): string {
	return folder.endsWith(sep) ? folder + name : folder + sep + name;
}

function ignoreMissing(error: unknown): undefined {
	if (codeOf(error) !== 'ENOENT') throw error;
}
