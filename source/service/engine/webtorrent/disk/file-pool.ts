import type { FileHandle } from 'node:fs/promises';
import { isOutOfFiles } from '../../../../concurrency/open-files.ts';
import type { DataFolder } from './data-folder.ts';

interface Entry {
	readonly key: string;
	readonly handle: Promise<FileHandle>;
	/** Number of operations that use the handle. It is closed only at 0. */
	users: number;
	/** Called once when `users` falls to 0. */
	onIdle: (() => void)[];
}

/**
 * Open files of all downloads, at most `limit`. The least recently used are closed first. The download's folder
 * opens and checks files.
 */
export class FilePool {
	readonly #limit: number;
	/** Least recently used first. */
	readonly #entries = new Map<string, Entry>();
	/** Operations waiting for a free handle. Each end of a use wakes one. */
	readonly #waiting: (() => void)[] = [];

	constructor(limit: number) {
		this.#limit = limit;
	}

	get size(): number {
		return this.#entries.size;
	}

	/** Runs `work` with the file open. */
	async use<T>(
		folder: DataFolder,
		path: string,
		mode: 'read' | 'write',
		work: (handle: FileHandle) => Promise<T>,
	): Promise<T> {
		const entry = await this.#acquire(folder, path, mode);
		try {
			return await work(await entry.handle);
		} finally {
			entry.users--;
			if (entry.users === 0) for (const wake of entry.onIdle.splice(0)) wake();
			this.#waiting.shift()?.();
		}
	}

	/** Closes the given files once they are unused. No new use may start meanwhile. */
	async release(folder: DataFolder, paths: Iterable<string>): Promise<void> {
		const closing: Promise<void>[] = [];
		for (const path of paths) {
			for (const mode of ['read', 'write'] as const) {
				const entry = this.#entries.get(keyOf(folder, path, mode));
				if (entry) closing.push(this.#closeWhenIdle(entry));
			}
		}
		await Promise.all(closing);
	}

	async #acquire(folder: DataFolder, path: string, mode: 'read' | 'write'): Promise<Entry> {
		for (;;) {
			const known =
				this.#entries.get(keyOf(folder, path, 'write')) ??
				(mode === 'read' ? this.#entries.get(keyOf(folder, path, 'read')) : undefined);
			if (known) {
				known.users++;
				this.#entries.delete(known.key);
				this.#entries.set(known.key, known);
				return known;
			}
			if (this.#entries.size < this.#limit || this.#closeOneIdle()) return this.#open(folder, path, mode);
			await new Promise<void>((resolve) => this.#waiting.push(resolve));
		}
	}

	#open(folder: DataFolder, path: string, mode: 'read' | 'write'): Entry {
		const handle = this.#opened(folder, path, mode);
		const entry: Entry = { key: keyOf(folder, path, mode), handle, users: 1, onIdle: [] };
		this.#entries.set(entry.key, entry);
		// The caller gets the error. A failed open must not stay in the pool.
		handle.catch(() => this.#forget(entry));
		return entry;
	}

	/** Opens a file. Closes idle ones if the process has too many open files. */
	async #opened(folder: DataFolder, path: string, mode: 'read' | 'write'): Promise<FileHandle> {
		for (;;) {
			try {
				return await folder.open(path, mode);
			} catch (error) {
				const closing = isOutOfFiles(error) ? this.#closeOneIdle() : undefined;
				if (!closing) throw error;
				await closing;
			}
		}
	}

	#forget(entry: Entry): void {
		if (this.#entries.get(entry.key) === entry) this.#entries.delete(entry.key);
	}

	/** Closes the least recently used file; undefined if all are in use. */
	#closeOneIdle(): Promise<void> | undefined {
		for (const entry of this.#entries.values()) if (entry.users === 0) return this.#close(entry);
		return undefined;
	}

	async #closeWhenIdle(entry: Entry): Promise<void> {
		while (entry.users > 0) await new Promise<void>((resolve) => entry.onIdle.push(resolve));
		await this.#close(entry);
		this.#waiting.shift()?.();
	}

	async #close(entry: Entry): Promise<void> {
		this.#forget(entry);
		let handle: FileHandle;
		try {
			handle = await entry.handle;
		} catch {
			// Opening failed, and the caller got the error.
			return;
		}
		await handle.close();
	}
}

/** Includes the folder: a file allowed for one download may be forbidden for another. */
function keyOf(folder: DataFolder, path: string, mode: 'read' | 'write'): string {
	return `${mode} ${folder.root}\0${path}`;
}
