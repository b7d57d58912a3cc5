import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { hasPiece } from '../../metainfo/layout.ts';
import type { Metainfo, MetainfoFile } from '../../metainfo/metainfo.ts';
import { clip, HttpError, reasonOf } from '../http/http-error.ts';
import type { DownloadRecord } from '../storage/record.ts';
import { RefusedPath } from '../storage/refused-path.ts';

/** Bytes from the reader's position on that are asked for before all else. */
const READ_AHEAD_BYTES = 8 * 1024 * 1024;
/** Bytes that are asked for, waited for and read together: whole pieces, at least so many bytes of them. */
const MIN_RANGE_BYTES = 128 * 1024;
/** Bytes read from the disk at once. */
const READ_BYTES = 256 * 1024;
/** Milliseconds until the engine is asked again where it could not be: another one may start. */
const RETRY_DELAY_MS = 300;

/** What a reader needs of the downloads. */
export interface ContentSource {
	/** Does the download transfer, or will it by itself? Otherwise what is missing stays missing. */
	arrives(record: DownloadRecord): boolean;
	/** Resolves when these bytes of the torrent are on the disk; rejects when the engine cannot say. */
	prepare(record: DownloadRecord, reader: string, from: number, to: number): Promise<void>;
	release(record: DownloadRecord, reader: string): void;
	/** Opens a file of the download for reading. Rejects when it must not or cannot be read. */
	open(record: DownloadRecord, file: MetainfoFile): Promise<FileHandle>;
}

/** How much of a reader's read-ahead is here, and how much of it without a gap, 0 to 1. */
export interface Buffered {
	readonly share: number;
	readonly consecutive: number;
}

/** What is to be read: bytes of one file, from `from` to before `to`. */
export interface Part {
	readonly file: MetainfoFile;
	readonly from: number;
	readonly to: number;
}

/** A stretch of the torrent's bytes, and the promise that they are on the disk. */
interface Stretch {
	readonly to: number;
	readonly ready: Promise<void>;
}

/**
 * Reads a part of one file of a download in order, while it is downloaded: what is missing is asked for before all
 * else, from the reader's position on as far as the read-ahead, and waited for. Nothing more is asked for than was
 * read, so a reader that is slow or stands still costs nobody anything.
 */
export class ContentReader {
	readonly #source: ContentSource;
	readonly #record: DownloadRecord;
	readonly #metainfo: Metainfo;
	readonly #part: Part;
	readonly #signal: AbortSignal;
	readonly #id = randomUUID();
	/** The torrent's byte that is read next, and the one after the last. */
	#position: number;
	readonly #end: number;
	/** What has been asked for and not been read, and the byte after it. */
	readonly #ahead: Stretch[] = [];
	#asked: number;

	/** @param signal ends the reading, whatever it waits for */
	constructor(
		source: ContentSource,
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
		this.#position = part.file.offset + part.from;
		this.#end = part.file.offset + part.to;
		this.#asked = this.#position;
	}

	/** Can the first bytes be read, or be known to be missing, without waiting? */
	get decided(): boolean {
		return !this.#source.arrives(this.#record) || this.#has(this.#position, this.#stretchEnd(this.#position));
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

	/** The content, to be read once. Throws an HttpError where something is missing and does not come, or cannot be read. */
	async *read(): AsyncGenerator<Buffer> {
		let handle: FileHandle | undefined;
		// What is waited for rejects then.
		this.#signal.addEventListener('abort', () => this.#source.release(this.#record, this.#id), {
			once: true,
		});
		try {
			this.#askAhead();
			while (this.#position < this.#end) {
				const next = this.#ahead[0];
				await next?.ready;
				handle ??= await this.#open();
				const chunk = await this.#chunk(handle, next?.to ?? this.#end);
				this.#position += chunk.length;
				if (this.#position === next?.to) this.#ahead.shift();
				this.#askAhead();
				yield chunk;
			}
		} finally {
			this.#source.release(this.#record, this.#id);
			await handle?.close();
		}
	}

	/** Asks for what the read-ahead reaches and has not been asked for. */
	#askAhead(): void {
		const limit = Math.min(this.#end, this.#position + READ_AHEAD_BYTES);
		while (this.#asked < limit) {
			const to = this.#stretchEnd(this.#asked);
			const ready = this.#prepared(this.#asked, to);
			// Whoever reads on learns of it; nobody may.
			ready.catch(() => {});
			this.#ahead.push({ to, ready });
			this.#asked = to;
		}
	}

	/** Where a stretch that begins at a byte ends: at the end of a piece, or of what is read. */
	#stretchEnd(from: number): number {
		const { pieceLength } = this.#metainfo;
		const step = Math.ceil(MIN_RANGE_BYTES / pieceLength) * pieceLength;
		return Math.min(this.#end, (Math.floor(from / step) + 1) * step);
	}

	#has(from: number, to: number): boolean {
		if (this.#record.unverified) return false;
		const { pieceLength } = this.#metainfo;
		const last = Math.floor((to - 1) / pieceLength);
		for (let index = Math.floor(from / pieceLength); index <= last; index++)
			if (!hasPiece(this.#record.bitfield, index)) return false;
		return true;
	}

	/** Resolves when these bytes are on the disk; throws when they will not come. Survives the engine's death. */
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
				// The engine does not hold the download at the moment: whether it will again, the record says.
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
		const nextStep =
			error instanceof RefusedPath ? error.nextStep : 'Check the download again to find what is missing.';
		return new HttpError(
			500,
			'FileUnreadableError',
			`The file ${clip(this.#part.file.path)} cannot be read from the disk: ${reasonOf(error)}. ${nextStep}`,
			error,
		);
	}
}
