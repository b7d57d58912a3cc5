import { sep } from 'node:path';
import type { ChunkStore, StoreCallback } from 'webtorrent';
import { pieceBytes } from '../../../../metainfo/layout.ts';
import type { Metainfo, MetainfoFile } from '../../../../metainfo/metainfo.ts';
import type { OpenedFile } from '../../../storage/opened-path.ts';
import type { DataFolder } from './data-folder.ts';
import { diskError } from './disk-error.ts';
import type { FilePool } from './file-pool.ts';
import { ReadAhead } from './read-ahead.ts';

interface StoredFile {
	/** Its place among the torrent's files. */
	readonly index: number;
	readonly path: string;
	readonly length: number;
	readonly offset: number;
	readonly padding: boolean;
}

/** A stretch of one file that belongs to a stretch of the torrent's data. */
export interface Part {
	readonly file: StoredFile;
	/** Where it begins in the file, in bytes. */
	readonly position: number;
	/** Where it begins in the buffer that is read or written, in bytes. */
	readonly at: number;
	readonly length: number;
}

/**
 * The data of one download on the disk, through the shared pool of open files. Padding is never on the disk: it
 * reads as zeros and what is written to it is dropped. Once closed, nothing is written any more: `close` waits for
 * the writes under way.
 */
export class FileStore implements ChunkStore {
	readonly chunkLength: number;
	/** Pieces, or parts of pieces, that were read so far. */
	reads = 0;
	/** Called when data that is needed cannot be read after the download is running. */
	onReadError: ((error: Error) => void) | undefined;
	readonly #metainfo: Metainfo;
	readonly #pool: FilePool;
	readonly #files: readonly StoredFile[];
	readonly #folder: DataFolder;
	/** Files that may be written: each is looked at before the first write to it. */
	readonly #writable = new Set<StoredFile>();
	readonly #ahead = new ReadAhead((index, offset, length) =>
		this.#read(index * this.chunkLength + offset, length),
	);
	readonly #busy = new Set<Promise<unknown>>();
	/** The last write to each file that is under way. */
	readonly #writing = new Map<StoredFile, Promise<void>>();
	#closed = false;

	constructor(metainfo: Metainfo, folder: DataFolder, pool: FilePool) {
		this.chunkLength = metainfo.pieceLength;
		this.#metainfo = metainfo;
		this.#pool = pool;
		this.#folder = folder;
		this.#files = metainfo.files
			.map((file, index) => ({
				index,
				path: diskPathOf(folder.root, file),
				length: file.length,
				offset: file.offset,
				padding: file.padding,
			}))
			.filter(({ length }) => length > 0);
	}

	/** Rejects with a DiskError when one of the files must not be used. `opened` has them by the index of their path. */
	async vet(paths: readonly string[], opened: ReadonlyMap<number, OpenedFile>): Promise<void> {
		const vet = await this.#folder.vetting(opened.values());
		for (const [at, file] of opened) {
			const path = paths[at] ?? '';
			try {
				vet(path, file);
			} catch (error) {
				throw diskError('read', path, error);
			}
		}
	}

	/** The bytes of one piece. Rejects with a DiskError. */
	read(index: number): Promise<Uint8Array> {
		return this.#track(this.#read(index * this.chunkLength, pieceBytes(this.#metainfo, index)));
	}

	get(index: number, options: { offset?: number; length?: number } | null, callback: StoreCallback): void {
		const size = pieceBytes(this.#metainfo, index);
		const offset = options?.offset ?? 0;
		const length = options?.length ?? size - offset;
		// Peers choose these numbers, and the library reads large ones as negative.
		const exists = index >= 0 && index < this.#metainfo.pieceCount;
		if (!(exists && offset >= 0 && length >= 0 && offset + length <= size)) {
			queueMicrotask(() =>
				callback(new Error(`there are no ${length} bytes at ${offset} of piece ${index}`)),
			);
			return;
		}
		this.#track(this.#ahead.get(index, size, offset, length)).then(
			(data) => callback(null, data),
			(error: Error) => {
				if (!this.#closed) this.onReadError?.(error);
				callback(error);
			},
		);
	}

	put(index: number, data: Uint8Array, callback: (error: Error | null) => void): void {
		this.#track(this.#write(index * this.chunkLength, data)).then(
			() => callback(null),
			(error: Error) => callback(error),
		);
	}

	close(callback: (error: Error | null) => void): void {
		this.end().then(() => callback(null), callback);
	}

	/** The engine never deletes data: this only closes. */
	destroy(callback: (error: Error | null) => void): void {
		this.close(callback);
	}

	/** Refuses further reads and writes, waits for those under way, and closes the files. */
	async end(): Promise<void> {
		this.#closed = true;
		this.#ahead.clear();
		await Promise.allSettled(this.#busy);
		await this.#pool.release(
			this.#folder,
			this.#files.map((file) => file.path),
		);
	}

	#track<T>(work: Promise<T>): Promise<T> {
		this.#busy.add(work);
		const done = (): void => void this.#busy.delete(work);
		work.then(done, done);
		return work;
	}

	async #read(from: number, length: number): Promise<Uint8Array> {
		this.reads++;
		const data = Buffer.allocUnsafe(length);
		for (const part of this.parts(from, from + length)) {
			if (this.#closed) throw new Error('the download was stopped');
			if (part.file.padding) data.fill(0, part.at, part.at + part.length);
			else await this.#readPart(part, data);
		}
		return data;
	}

	async #readPart(part: Part, data: Uint8Array): Promise<void> {
		const { file, position, at, length } = part;
		try {
			await this.#pool.use(this.#folder, file.path, 'read', async (handle) => {
				let done = 0;
				while (done < length) {
					const { bytesRead } = await handle.read(data, at + done, length - done, position + done);
					if (bytesRead === 0) throw new Error('it is shorter than it was');
					done += bytesRead;
				}
			});
		} catch (error) {
			throw diskError('read', file.path, error);
		}
	}

	async #write(from: number, data: Uint8Array): Promise<void> {
		for (const { file, position, at, length } of this.parts(from, from + data.length)) {
			if (file.padding) continue;
			// Looked at before each file, so that a stop in the middle of a piece ends it.
			if (this.#closed) throw new Error('the download was stopped');
			try {
				if (!this.#writable.has(file)) await this.#folder.makeWay(file.path);
				this.#writable.add(file);
				await this.#inTurn(file, () =>
					this.#pool.use(this.#folder, file.path, 'write', async (handle) => {
						let done = 0;
						while (done < length) {
							const { bytesWritten } = await handle.write(data, at + done, length - done, position + done);
							done += bytesWritten;
						}
					}),
				);
			} catch (error) {
				throw diskError('write', file.path, error);
			}
		}
	}

	/** One write at a time: the system lets no two write to one file, and the others wait by burning time. */
	async #inTurn(file: StoredFile, write: () => Promise<void>): Promise<void> {
		const turn = (this.#writing.get(file) ?? Promise.resolve()).then(write);
		const settled = turn.catch(() => {});
		this.#writing.set(file, settled);
		try {
			await turn;
		} finally {
			if (this.#writing.get(file) === settled) this.#writing.delete(file);
		}
	}

	/** The stretches of files that make up the torrent's bytes from `from` to before `to`. */
	*parts(from: number, to: number): Generator<Part> {
		for (let index = this.#fileAt(from); ; index++) {
			const file = this.#files[index];
			if (!file || file.offset >= to) return;
			const start = Math.max(from, file.offset);
			const end = Math.min(to, file.offset + file.length);
			yield { file, position: start - file.offset, at: start - from, length: end - start };
		}
	}

	/** The index of the file that holds the torrent's byte `position`, by bisection. */
	#fileAt(position: number): number {
		let low = 0;
		let high = this.#files.length - 1;
		while (low < high) {
			const middle = (low + high) >> 1;
			const file = this.#files[middle];
			if (file && file.offset + file.length <= position) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}

/** Where a file of the torrent lies. */
export function diskPathOf(destination: string, file: MetainfoFile): string {
	// Not `join`, which normalizes: its cost shows with 50,000 files, and the components were checked when parsed.
	return `${destination.endsWith(sep) ? destination : destination + sep}${file.diskPath.join(sep)}`;
}
