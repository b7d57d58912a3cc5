import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { makeFolder } from '../../../storage/make-folder.ts';
import { type OpenedFile, openedFile } from '../../../storage/opened-path.ts';
import {
	type FileCheck,
	type FileIdentity,
	isWithin,
	type PathGuard,
	realLocation,
} from '../../../storage/path-guard.ts';
import { LeadsOut } from '../../../storage/refused-path.ts';
import { codeOf } from './disk-error.ts';

/** How often a file is opened again that others create and delete meanwhile. */
const MAX_OPEN_ATTEMPTS = 5;

/** Milliseconds after which folders are looked at again before a file is created. */
const FOLDERS_MAX_AGE_MS = 1_000;

/** The folder above some files: its real path, or why its files must not be used. */
export type FolderAbove = { readonly real: string } | { readonly error: unknown };

export interface Place {
	/** The same object for all files of a folder. */
	readonly folder: FolderAbove;
	/** The path that `place` gives; empty when the folder is refused. */
	readonly path: string;
}

/**
 * The destination of a download. The names of its files come from the torrent, so each use of a file is checked: a
 * symbolic link that leads out of the destination is refused, and so are the service's own files. Links that stay
 * inside are followed, and the destination itself may be a link.
 */
export class DataFolder {
	readonly root: string;
	readonly #guard: PathGuard;
	/** The root's real path. */
	#real: Promise<string> | undefined;
	/** Real paths of folders below the root. A folder that was replaced by a link shows when a file is opened. */
	readonly #folders = new Map<string, Promise<string>>();
	/** Folders that exist and are not protected, the root among them. */
	readonly #made = new Set<string>();
	/** Time of the last `#forgetFolders`, as performance.now gives it. */
	#forgotAt = Number.NEGATIVE_INFINITY;

	constructor(root: string, guard: PathGuard) {
		this.root = root;
		this.#guard = guard;
	}

	/** Where a file is, or would be: the folder above it is a real path. Rejects when that is not inside. */
	async place(path: string): Promise<string> {
		return join(await this.#realFolder(dirname(path)), basename(path));
	}

	/** The places of many files, each as `place` gives it. Each folder is looked at once. */
	async places(paths: readonly string[]): Promise<Place[]> {
		const places: Place[] = [];
		const folders = new Map<string, FolderAbove>();
		for (const path of paths) {
			const end = path.lastIndexOf(sep);
			const above = path.slice(0, Math.max(end, 1));
			let folder = folders.get(above);
			if (!folder) {
				folder = await this.#realFolder(above).then(
					(real) => ({ real }),
					(error: unknown) => ({ error }),
				);
				folders.set(above, folder);
			}
			places.push({ folder, path: 'real' in folder ? below(folder.real, path.slice(end + 1)) : '' });
		}
		return places;
	}

	/** Describes the file at `path`, which a link inside the destination may lead to; undefined when there is nothing. */
	async find(path: string): Promise<Stats | undefined> {
		const place = await this.place(path);
		const found = await lstat(place).catch(ignoreMissing);
		if (!found?.isSymbolicLink()) {
			await this.#guard.check(place, found);
			return found;
		}
		const real = await this.#follow(place);
		const target = await stat(real);
		await this.#guard.check(real, target);
		return target;
	}

	/** Creates the folders above the file `path`. Rejects when the file would be in another place. */
	async makeWay(path: string): Promise<void> {
		if (!this.#made.has(this.root)) await this.#makeRoot();
		let place = this.root;
		for (const folder of relative(this.root, dirname(path)).split(sep)) {
			if (folder === '') continue;
			place = join(place, folder);
			if (this.#made.has(place)) continue;
			const real = await this.#realFolder(place);
			await this.#guard.checkFolder(real);
			await mkdir(real).catch(ignoreExisting);
			this.#made.add(place);
		}
		await this.find(path);
	}

	async #makeRoot(): Promise<void> {
		await this.#guard.checkFolder(await realLocation(this.root));
		await makeFolder(this.root);
		this.#real = realpath(this.root);
		await this.#real;
		this.#made.add(this.root);
	}

	/** Opens a file. Reading never creates it; writing creates it and the folders above it. */
	async open(path: string, mode: 'read' | 'write'): Promise<FileHandle> {
		for (let attempt = 1; ; attempt++) {
			const handle = await this.#openOnce(path, mode, attempt < MAX_OPEN_ATTEMPTS);
			if (!handle) continue;
			try {
				await this.vet(path, openedFile(handle.fd, path));
				return handle;
			} catch (error) {
				await handle.close();
				throw error;
			}
		}
	}

	/** Rejects when the file that was opened at `path` must not be used. */
	async vet(path: string, opened: OpenedFile): Promise<void> {
		const vet = await this.vetting([opened]);
		vet(path, opened);
	}

	/** Returns what throws when one of `files`, opened at a path, must not be used. Use it at once. */
	async vetting(files: Iterable<OpenedFile>): Promise<(path: string, opened: OpenedFile) => void> {
		const root = await this.#realFolder(this.root);
		const checks = new Map<string, FileCheck>();
		for (const { real } of files) {
			const folder = dirname(real);
			if (!checks.has(folder)) checks.set(folder, await this.#guard.checkFilesIn(folder));
		}
		return (path, opened) => {
			if (!isWithin(opened.real, root)) throw new LeadsOut(path);
			const check = checks.get(dirname(opened.real));
			if (!check) throw new Error(`the folder of ${opened.real} was not looked at`);
			check(opened.real, opened);
		};
	}

	/** Returns what throws when a file must not be used that is, or would be, in a place. Use it at once. */
	async vettingPlaces(
		places: Iterable<Place>,
	): Promise<(place: Place, identity: FileIdentity | undefined) => void> {
		const checks = new Map<FolderAbove, FileCheck>();
		for (const { folder } of places) {
			if ('real' in folder && !checks.has(folder))
				checks.set(folder, await this.#guard.checkFilesIn(folder.real));
		}
		return ({ folder, path }, identity) => {
			if ('error' in folder) throw folder.error;
			const check = checks.get(folder);
			if (!check) throw new Error(`the folder of ${path} was not looked at`);
			check(path, identity);
		};
	}

	/** undefined when another program created or deleted the file at the same moment. */
	async #openOnce(path: string, mode: 'read' | 'write', again: boolean): Promise<FileHandle | undefined> {
		// A pipe in the file's place would be waited for.
		const access = (mode === 'read' ? constants.O_RDONLY : constants.O_RDWR) | constants.O_NONBLOCK;
		try {
			return await open(path, access);
		} catch (error) {
			if (mode === 'read' || codeOf(error) !== 'ENOENT') throw error;
		}
		if (performance.now() - this.#forgotAt > FOLDERS_MAX_AGE_MS) this.#forgetFolders();
		await this.makeWay(path);
		try {
			// Without O_EXCL a link that leads nowhere would create a file elsewhere.
			return await open(path, access | constants.O_CREAT | constants.O_EXCL);
		} catch (error) {
			// A folder may have been deleted since it was looked at.
			this.#forgetFolders();
			if (again && ['EEXIST', 'ENOENT'].includes(codeOf(error) ?? '')) return undefined;
			throw error;
		}
	}

	#forgetFolders(): void {
		this.#folders.clear();
		this.#made.clear();
		this.#forgotAt = performance.now();
	}

	/** The real path that a folder below the root has, or will have. */
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
		return found?.isSymbolicLink() ? this.#follow(place) : place;
	}

	/** Where a symbolic link leads. Rejects when that is not inside the destination. */
	async #follow(link: string): Promise<string> {
		const real = await realpath(link).catch(() => undefined);
		if (real === undefined || !isWithin(real, await this.#realFolder(this.root))) throw new LeadsOut(link);
		return real;
	}
}

/** Unlike `join`, this does not normalize. Its cost shows with many files. */
function below(folder: string, name: string): string {
	return folder.endsWith(sep) ? folder + name : folder + sep + name;
}

function ignoreMissing(error: unknown): undefined {
	if (codeOf(error) !== 'ENOENT') throw error;
}

/** Another program may have created it meanwhile. */
function ignoreExisting(error: unknown): void {
	if (codeOf(error) !== 'EEXIST') throw error;
}
