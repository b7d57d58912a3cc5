import { Semaphore } from '../../concurrency/semaphore.ts';
import { type LocalQueries, localQueriesOf } from '../../state/adding/local-queries.ts';
import type { AddingMessage } from '../../state/adding/message.ts';
import type { Store } from '../../state/core/store.ts';
import { readFolder } from './read-folder.ts';
import { readTorrent, readTorrentSize } from './read-torrent.ts';

const MAX_CONCURRENT_READS = 4;

/**
 * Reads from the local disk what open dialogs need, each item once. Aborts reading a folder that is no longer needed.
 */
export class LocalFiles {
	readonly #store: Store;
	readonly #unsubscribe: () => void;
	readonly #slots = new Semaphore(MAX_CONCURRENT_READS);
	/** Abort controllers of running reads, by path. */
	readonly #reading = new Map<string, AbortController>();
	#queries: LocalQueries;
	#closed = false;

	constructor(store: Store) {
		this.#store = store;
		this.#queries = localQueriesOf(store.get());
		const adjust = () => this.#adjust();
		const ends = [
			// A dialog that is opened again at once reads its data again.
			store.subscribe(adjust, 'dialogs', 'adding'),
			store.subscribeLater(adjust, 'connection', 'downloads'),
		];
		this.#unsubscribe = () => ends.forEach((end) => void end());
	}

	close(): void {
		this.#closed = true;
		this.#unsubscribe();
		for (const reading of this.#reading.values()) reading.abort();
	}

	#adjust(): void {
		const before = this.#queries;
		const queries = localQueriesOf(this.#store.get());
		if (queries === before) return;
		this.#queries = queries;
		for (const path of added(queries.folders, before.folders)) this.#reading.get(path)?.abort();
		for (const path of added(before.folders, queries.folders)) this.#readFolder(path);
		for (const path of added(before.torrents, queries.torrents)) {
			this.#read(async () => {
				// The dialog may have been closed while the task waited.
				if (!this.#queries.torrents.includes(path)) return undefined;
				return { type: 'torrent', path, torrent: await readTorrent(path) };
			});
		}
		this.#readSizes(before.sizes, queries.sizes);
	}

	/** Reads sizes, in the order of the folder. They are kept while the dialog is open. */
	#readSizes(before: readonly string[], now: readonly string[]): void {
		const known = this.#store.get().adding.sizes;
		for (const path of added(before, now)) {
			if (known.has(path)) continue;
			this.#read(async () => {
				// The cursor may be elsewhere by now.
				if (!this.#queries.sizes.includes(path) || this.#store.get().adding.sizes.has(path)) return undefined;
				return { type: 'size', path, size: await readTorrentSize(path) };
			});
		}
	}

	#readFolder(path: string): void {
		const reading = new AbortController();
		const { signal } = reading;
		this.#reading.set(path, reading);
		this.#read(async () => {
			if (signal.aborted) return undefined;
			const folder = await readFolder(path, { signal });
			if (signal.aborted) return undefined;
			this.#reading.delete(path);
			return { type: 'folder', path, folder };
		});
	}

	/** Runs a task that returns a message; undefined if the result is no longer needed. */
	#read(task: () => Promise<AddingMessage | undefined>): void {
		void this.#slots.run(async () => {
			if (this.#closed) return;
			const what = await task();
			if (what && !this.#closed) this.#store.dispatch({ type: 'adding', what });
		});
	}
}

/** Returns the items that are new. */
function added(before: readonly string[], now: readonly string[]): readonly string[] {
	if (now.length === 0) return now;
	const known = new Set(before);
	return now.filter((path) => !known.has(path));
}
