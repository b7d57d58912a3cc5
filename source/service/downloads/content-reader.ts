import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { isOutOfFiles, openFilesText } from '../../concurrency/open-files.ts';
import { Semaphore } from '../../concurrency/semaphore.ts';
import { hasPiece } from '../../metainfo/layout.ts';
import type { Metainfo, MetainfoFile } from '../../metainfo/metainfo.ts';
import { clip, HttpError, reasonOf } from '../http/http-error.ts';
import type { DownloadRecord } from '../storage/record.ts';
import { RefusedPath } from '../storage/refused-path.ts';
import type { Buffered, DownloadContent } from './download-content.ts';

/** Bytes after the reader's position that the engine downloads first. */
const READ_AHEAD_BYTES = 8 * 1024 * 1024;
/** Minimum size of a range that is requested, awaited and read as a unit of whole pieces. */
const MIN_RANGE_BYTES = 128 * 1024;
/** Bytes per read from the disk. */
const READ_BYTES = 256 * 1024;
/** Time until the engine is asked again after it failed. Another one may start. */
const RETRY_DELAY_MS = 300;

/**
 * Maximum reads of all readers at once; the others wait in turn. Each takes one of the four threads that all work with
 * files shares, and time of the event loop to send its bytes.
 */
const MAX_CONCURRENT_READS = 2;
const reads = new Semaphore(MAX_CONCURRENT_READS);

/** Range of one file, from `from` up to, excluding, `to`. */
interface Part {
	readonly file: MetainfoFile;
	readonly from: number;
	readonly to: number;
}

/** Range of the torrent's bytes and the promise that they are on the disk. */
interface PendingRange {
	readonly to: number;
	readonly ready: Promise<void>;
}

/**
 * Reads a part of one file in order while it is downloaded. Requests missing data with priority, within the
 * read-ahead, and waits for it. Requests follow the reader's position, so a slow reader causes no extra downloads.
 */
export class ContentReader {
	readonly #source: DownloadContent;
	readonly #record: DownloadRecord;
	readonly #metainfo: Metainfo;
	readonly #part: Part;
	readonly #signal: AbortSignal;
	readonly #id = randomUUID();
	/** Torrent offset of the next byte and of the end. */
	#position: number;
	readonly #end: number;
	/** Ranges requested and not read yet, and the offset after them. */
	readonly #ahead: PendingRange[] = [];
	#requested: number;

	/** @param signal aborts the reading at any time */
	constructor(
		source: DownloadContent,
		record: DownloadRecord,
		metainfo: Metainfo,
		part: Part,
		signal: AbortSignal,
	) {
		this.#source = source;
		this.#record = record;
		this.#metainfo = metainfo;
		this.#part = part;
		this.#signal = signal;
		// After the end of an engine, each range of the read-ahead waits for the next one.
		setMaxListeners(0, signal);
		this.#position = part.file.offset + part.from;
		this.#end = part.file.offset + part.to;
		this.#requested = this.#position;
	}

	/** Whether the first bytes are available, or known to be missing, without waiting. */
	get decided(): boolean {
		return !this.#source.arrives(this.#record) || this.#has(this.#position, this.#rangeEnd(this.#position));
	}

	get buffered(): Buffered {
		const to = Math.min(this.#end, this.#position + READ_AHEAD_BYTES);
		if (this.#position >= to) return { share: 1, consecutive: 1 };
		let [here, consecutive, gap] = [0, 0, false];
		for (let at = this.#position; at < to; ) {
			const index = Math.floor(at / this.#metainfo.pieceLength);
			const next = Math.min(to, (index + 1) * this.#metainfo.pieceLength);
			if (this.#has(at, next)) here += next - at;
			else gap = true;
			if (!gap) consecutive = here;
			at = next;
		}
		const all = to - this.#position;
		return { share: here / all, consecutive: consecutive / all };
	}

	/** Yields the content once. Throws an HttpError if data is missing and will not arrive, or cannot be read. */
	async *read(): AsyncGenerator<Buffer> {
		let handle: FileHandle | undefined;
		// Pending waits reject then.
		this.#signal.addEventListener('abort', () => this.#source.release(this.#record, this.#id), {
			once: true,
		});
		try {
			this.#requestAhead();
			while (this.#position < this.#end) {
				const next = this.#ahead[0];
				await next?.ready;
				const end = next?.to ?? this.#end;
				const chunk = await reads.run(async () => {
					handle ??= await this.#open();
					return this.#chunk(handle, end);
				}, this.#signal);
				this.#position += chunk.length;
				if (this.#position === next?.to) this.#ahead.shift();
				this.#requestAhead();
				yield chunk;
			}
		} finally {
			this.#source.release(this.#record, this.#id);
			await handle?.close();
		}
	}

	/** Requests the part of the read-ahead that is not requested yet. */
	#requestAhead(): void {
		const limit = Math.min(this.#end, this.#position + READ_AHEAD_BYTES);
		while (this.#requested < limit) {
			const to = this.#rangeEnd(this.#requested);
			const ready = this.#prepared(this.#requested, to);
			// The reader gets the error if it reads on. Otherwise it has no handler.
			ready.catch(() => {});
			this.#ahead.push({ to, ready });
			this.#requested = to;
		}
	}

	/** Returns the end of a range: the end of a piece, or of the part. */
	#rangeEnd(from: number): number {
		const { pieceLength } = this.#metainfo;
		const step = Math.ceil(MIN_RANGE_BYTES / pieceLength) * pieceLength;
		return Math.min(this.#end, (Math.floor(from / step) + 1) * step);
	}

	#has(from: number, to: number): boolean {
		if (this.#record.unverified && this.#record.error === '') return false;
		const { pieceLength } = this.#metainfo;
		const last = Math.floor((to - 1) / pieceLength);
		for (let index = Math.floor(from / pieceLength); index <= last; index++)
			if (!hasPiece(this.#record.bitfield, index)) return false;
		return true;
	}

	/**
	 * Resolves when these bytes are on the disk. Throws when they will not arrive. Continues after an engine
	 * restart.
	 */
	async #prepared(from: number, to: number): Promise<void> {
		while (!this.#has(from, to)) {
			this.#signal.throwIfAborted();
			if (!this.#source.arrives(this.#record)) {
				throw new HttpError(
					409,
					'ContentMissingError',
					`Not all of the file is on the disk, and the download ${this.#record.error === '' ? 'is stopped' : 'has failed'}: resume it first.`,
				);
			}
			try {
				await this.#source.prepare(this.#record, this.#id, from, to);
				return;
			} catch {
				// The engine does not have the download now. The record decides whether it will again.
				await delay(RETRY_DELAY_MS, undefined, { signal: this.#signal });
			}
		}
	}

	async #open(): Promise<FileHandle> {
		try {
			return await this.#source.open(this.#record, this.#part.file);
		} catch (error) {
			throw this.#unreadable(error);
		}
	}

	async #chunk(handle: FileHandle, end: number): Promise<Buffer> {
		const length = Math.min(READ_BYTES, end - this.#position);
		const position = this.#position - this.#part.file.offset;
		try {
			const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, position);
			if (bytesRead === 0) throw new Error('it is shorter than it was');
			return buffer.subarray(0, bytesRead);
		} catch (error) {
			throw this.#unreadable(error);
		}
	}

	#unreadable(error: unknown): HttpError {
		const known =
			error instanceof RefusedPath ? error.nextStep : isOutOfFiles(error) && openFilesText.nextStep;
		const nextStep = known || 'Check the download again to find what is missing.';
		return new HttpError(
			500,
			'FileUnreadableError',
			`The file ${clip(this.#part.file.path)} cannot be read from the disk: ${reasonOf(error)}. ${nextStep}`,
			error,
		);
	}
}
