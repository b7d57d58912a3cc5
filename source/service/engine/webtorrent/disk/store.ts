import type { ChunkStore, StoreCallback } from 'webtorrent';
import { codeOf } from '../../../../basics/error.ts';
import { type FilePart, filePartsIn, pieceBytes } from '../../../../metainfo/layout.ts';
import { HASH_BYTES, type Metainfo, type MetainfoFile } from '../../../../metainfo/metainfo.ts';
import { readInto } from '../../../../metainfo/plain-file.ts';
import type { OpenedFile } from '../../../storage/opened-path.ts';
import { type DataFolder, diskPathOf } from './data-folder.ts';
import { DiskError, diskError, diskText, MissingData, missingText } from './disk-error.ts';
import type { FileClaims } from './file-claims.ts';
import type { FilePool } from './file-pool.ts';
import { PieceWriters } from './piece-writers.ts';
import { ReadAhead } from './read-ahead.ts';

/** Rules for writes to the files of a download. `claim` is called before the first write to a file. */
interface WriteRules extends Pick<FileClaims, 'claim' | 'isShared' | 'whyShared'> {
	/** Whether a file may be created that is missing when it is written. */
	readonly mayCreate: (file: MetainfoFile) => boolean;
}

/** Shared by all downloads. */
const writers = new PieceWriters();
let nextWriter = 0;

/** A piece does not match its hash and was not written. */
export class WrongPieceError extends Error {}

/**
 * Data of one download on the disk, through the shared pool of open files. Padding reads as zeros and is never
 * written. After `close`, which waits for running writes, nothing is written.
 */
export class FileStore implements ChunkStore {
	readonly chunkLength: number;
	/** Number of pieces, or parts of pieces, read so far. */
	reads = 0;
	/** Called when needed data of a running download cannot be read. */
	onReadError: ((error: Error) => void) | undefined;
	readonly #metainfo: Metainfo;
	readonly #pool: FilePool;
	readonly #folder: DataFolder;
	readonly #rules: WriteRules;
	/** Files claimed for writing. */
	readonly #writable = new Set<MetainfoFile>();
	readonly #ahead = new ReadAhead((index, offset, data) =>
		this.#track(this.#read(index * this.chunkLength + offset, data)),
	);
	readonly #busy = new Set<Promise<unknown>>();
	/** Number of its thread among the writers. */
	readonly #writer = nextWriter++;
	#closed = false;

	constructor(metainfo: Metainfo, folder: DataFolder, pool: FilePool, rules: WriteRules) {
		this.chunkLength = metainfo.pieceLength;
		this.#metainfo = metainfo;
		this.#pool = pool;
		this.#folder = folder;
		this.#rules = rules;
	}

	/** Returns the path of a file of the torrent. */
	pathOf(file: MetainfoFile): string {
		return diskPathOf(this.#folder.root, file);
	}

	/** Rejects with a DiskError when one of the files is forbidden. `opened` has them by path index. */
	async verify(paths: readonly string[], opened: ReadonlyMap<number, OpenedFile>): Promise<void> {
		const verify = await this.#folder.verifier(opened.values());
		for (const [at, file] of opened) {
			const path = paths[at] ?? '';
			try {
				verify(path, file);
			} catch (error) {
				throw diskError('read', path, error);
			}
		}
	}

	/** Returns the bytes of one piece. Rejects with a DiskError. */
	async read(index: number): Promise<Uint8Array> {
		const data = Buffer.allocUnsafe(pieceBytes(this.#metainfo, index));
		await this.#track(this.#read(index * this.chunkLength, data));
		return data;
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
		this.#ahead.get(index, size, offset, length, (error, data) => {
			if (error && !this.#closed) this.onReadError?.(error);
			callback(error, data);
		});
	}

	/** Verifies a piece and writes it. The error is a WrongPieceError or a DiskError. */
	put(index: number, data: Uint8Array, callback: (error: Error | null) => void): void {
		this.#track(this.#write(index, data)).then(
			() => callback(null),
			(error: Error) => callback(error),
		);
	}

	close(callback: (error: Error | null) => void): void {
		this.end().then(() => callback(null), callback);
	}

	/** Only closes. The engine never deletes data. */
	destroy(callback: (error: Error | null) => void): void {
		this.close(callback);
	}

	/** Refuses further reads and writes, waits for running ones, and closes the files. */
	async end(): Promise<void> {
		this.#closed = true;
		this.#ahead.clear();
		await Promise.allSettled(this.#busy);
		await this.#pool.release(
			this.#folder,
			this.#metainfo.files.map((file) => this.pathOf(file)),
		);
	}

	#track<T>(work: Promise<T>): Promise<T> {
		this.#busy.add(work);
		const done = (): void => void this.#busy.delete(work);
		work.then(done, done);
		return work;
	}

	async #read(from: number, data: Uint8Array): Promise<void> {
		this.reads++;
		for (const part of filePartsIn(this.#metainfo, from, from + data.length)) {
			if (this.#closed) throw new Error('the download was stopped');
			if (part.file.padding) data.fill(0, part.at, part.at + part.length);
			else await this.#readPart(part, data);
		}
	}

	async #readPart(part: FilePart, data: Uint8Array): Promise<void> {
		const { file, position, at, length } = part;
		const path = this.pathOf(file);
		try {
			const bytes = data.subarray(at, at + length);
			const read = await this.#pool.use(this.#folder, path, 'read', (handle) =>
				readInto(handle, bytes, position),
			);
			if (read < length)
				throw new MissingData(diskText('read', path, missingText.cause('it is shorter than it was')));
		} catch (error) {
			throw diskError('read', path, error);
		}
	}

	async #write(index: number, data: Uint8Array): Promise<void> {
		const from = index * this.chunkLength;
		const hash = hashOf(this.#metainfo, index);
		let isVerified = false;
		for (const part of filePartsIn(this.#metainfo, from, from + data.length)) {
			const { file, position, at, length } = part;
			if (file.padding) continue;
			// Checked before each file, so that a stop in the middle of a piece ends it.
			if (this.#closed) throw new Error('the download was stopped');
			const path = this.pathOf(file);
			try {
				if (!this.#writable.has(file)) await this.#rules.claim([file]);
				this.#writable.add(file);
				if (this.#rules.isShared(file)) {
					if (!isVerified) await this.#verify(data, hash);
					isVerified = true;
					await this.#compare(part, data);
					continue;
				}
				const write = () =>
					this.#pool.use(this.#folder, path, 'write', ({ fd }) =>
						writers.write(this.#writer, {
							data,
							hash: isVerified ? undefined : hash,
							fd,
							at,
							length,
							position,
						}),
					);
				const isGood = await write().catch(async (error: unknown) => {
					if (codeOf(error) !== 'ENOENT' || !this.#rules.mayCreate(file)) throw error;
					const created = await this.#folder.open(path, 'create');
					await created.close();
					return write();
				});
				if (!isGood) throw new WrongPieceError();
				isVerified = true;
			} catch (error) {
				throw error instanceof WrongPieceError ? error : diskError('write', path, error);
			}
		}
		// It consists of padding.
		if (!isVerified) await this.#verify(data, hash);
	}

	/** Rejects with a WrongPieceError if a piece does not match its hash. */
	async #verify(data: Uint8Array, hash: string): Promise<void> {
		const nothing = { fd: -1, at: 0, length: 0, position: 0 };
		if (!(await writers.write(this.#writer, { data, hash, ...nothing }))) throw new WrongPieceError();
	}

	/** Rejects with a DiskError if a file of another download differs from a verified piece. */
	async #compare(part: FilePart, data: Uint8Array): Promise<void> {
		const found = Buffer.allocUnsafe(part.length);
		// A shorter file differs too.
		const isRead = await this.#readPart({ ...part, at: 0 }, found).then(
			() => true,
			(error: unknown) => {
				if (!(error instanceof MissingData)) throw error;
				return false;
			},
		);
		if (!isRead || !found.equals(data.subarray(part.at, part.at + part.length)))
			throw new DiskError(this.#rules.whyShared(part.file));
	}
}

/** Returns the SHA-1 of a piece in hexadecimal. */
function hashOf({ pieceHashes }: Metainfo, index: number): string {
	const at = index * HASH_BYTES;
	return Buffer.from(pieceHashes.buffer, pieceHashes.byteOffset + at, HASH_BYTES).toString('hex');
}
