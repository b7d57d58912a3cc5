import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { readInto } from '../../metainfo/plain-file.ts';

export const copyText = {
	changed: (path: string) => `${path} was changed by another program while it was copied`,
	differs: (path: string) => `the copy of ${path} differs from it, so the disk did not keep what was written`,
};

/** Bytes that are written, flushed to the disk and compared before the next ones. */
const WINDOW_BYTES = 64 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;
/** Runs of zero bytes of this length are not written, so sparse files stay sparse. */
const BLOCK_BYTES = 64 * 1024;
const ZERO_BLOCK = Buffer.alloc(BLOCK_BYTES);
const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Attributes of a file that a change of its content changes, apart from the precision of its times. */
export type FileStamp = Pick<BigIntStats, 'dev' | 'ino' | 'size' | 'mtimeNs' | 'ctimeNs'>;

interface CopyOptions {
	/** Ends the copy between two chunks. */
	readonly signal: AbortSignal;
	/** Called with the number of bytes that were read from the source or compared, since the last call. */
	readonly onBytes: (bytes: number) => void;
	/** Default: 64 MiB. */
	readonly window?: number;
}

/**
 * Copies a file to a path on any file system. Each window is flushed to the disk and compared with the source before
 * the next one begins. The length of an unfinished copy therefore states how much of it is certain, and the next call
 * continues there if they are still equal. Runs of zeros become holes. Keeps permissions and times. Resolves with the
 * source's stamp before it was read. Rejects with the system's error, with an Error with a reason, or with the
 * signal's reason.
 */
export async function copyFile(from: string, to: string, options: CopyOptions): Promise<FileStamp> {
	const { signal, onBytes, window = WINDOW_BYTES } = options;
	const source = await open(from, READ_FLAGS);
	try {
		const before = await source.stat({ bigint: true });
		const size = Number(before.size);
		const target = await open(to, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
		try {
			const copied = await target.stat();
			const copy = new Copy(source, target, from, options);
			const certain = certainBytes(Math.min(copied.size, size), window);
			let at = 0;
			// The source may have changed after the interruption.
			while (at < certain && (await copy.isEqual(at, at + window))) {
				at += window;
				onBytes(window);
			}
			// Zeros are skipped below, so nothing may be left behind this position.
			await target.truncate(at);
			while (at < size) {
				const end = Math.min(at + window, size);
				await copy.write(at, end);
				await target.truncate(end);
				await target.datasync();
				if (!(await copy.isEqual(at, end))) throw new Error(copyText.differs(from));
				at = end;
			}
			signal.throwIfAborted();
			const after = await source.stat({ bigint: true });
			if (after.size !== before.size || after.mtimeNs !== before.mtimeNs)
				throw new Error(copyText.changed(from));
			await target.utimes(before.atime, before.mtime);
			await target.chmod(Number(before.mode) & 0o777);
			await target.sync();
			return before;
		} finally {
			await target.close();
		}
	} finally {
		await source.close();
	}
}

/** Whether two files have the same content. Rejects as `copyFile` does. */
export async function haveSameContent(
	first: string,
	second: string,
	options: Pick<CopyOptions, 'signal' | 'onBytes'>,
): Promise<boolean> {
	const file = await open(first, READ_FLAGS);
	try {
		const other = await open(second, READ_FLAGS);
		try {
			const [{ size }, { size: otherSize }] = [await file.stat(), await other.stat()];
			return size === otherSize && (await new Copy(file, other, first, options).isEqual(0, size));
		} finally {
			await other.close();
		}
	} finally {
		await file.close();
	}
}

/** Returns the number of bytes that were compared before an unfinished copy reached its length. */
function certainBytes(length: number, window: number): number {
	return length === 0 ? 0 : Math.floor((length - 1) / window) * window;
}

/** Two open files and their buffers. */
class Copy {
	readonly #source: FileHandle;
	readonly #target: FileHandle;
	readonly #from: string;
	readonly #options: Pick<CopyOptions, 'signal' | 'onBytes'>;
	readonly #read = Buffer.allocUnsafe(CHUNK_BYTES);
	readonly #written = Buffer.allocUnsafe(CHUNK_BYTES);

	constructor(
		source: FileHandle,
		target: FileHandle,
		from: string,
		options: Pick<CopyOptions, 'signal' | 'onBytes'>,
	) {
		this.#source = source;
		this.#target = target;
		this.#from = from;
		this.#options = options;
	}

	async write(from: number, end: number): Promise<void> {
		for (let at = from; at < end; at += CHUNK_BYTES) {
			const chunk = await this.#chunk(at, end);
			for (const { start, stop } of dataRuns(chunk))
				await this.#writeAll(chunk.subarray(start, stop), at + start);
		}
	}

	async isEqual(from: number, end: number): Promise<boolean> {
		for (let at = from; at < end; at += CHUNK_BYTES) {
			const chunk = await this.#chunk(at, end);
			const copied = this.#written.subarray(0, chunk.length);
			const length = await readInto(this.#target, copied, at);
			if (length < chunk.length || !copied.equals(chunk)) return false;
		}
		return true;
	}

	/** Returns the source's bytes of one chunk, valid until the next one. */
	async #chunk(at: number, end: number): Promise<Buffer> {
		this.#options.signal.throwIfAborted();
		const chunk = this.#read.subarray(0, Math.min(CHUNK_BYTES, end - at));
		if ((await readInto(this.#source, chunk, at)) < chunk.length)
			throw new Error(copyText.changed(this.#from));
		this.#options.onBytes(chunk.length);
		return chunk;
	}

	async #writeAll(bytes: Buffer, position: number): Promise<void> {
		let done = 0;
		while (done < bytes.length) {
			const { bytesWritten } = await this.#target.write(bytes, done, bytes.length - done, position + done);
			done += bytesWritten;
		}
	}
}

/** Returns the parts of a chunk between its zero blocks. */
function* dataRuns(chunk: Buffer): Generator<{ start: number; stop: number }> {
	let start = -1;
	for (let at = 0; at < chunk.length; at += BLOCK_BYTES) {
		const block = chunk.subarray(at, at + BLOCK_BYTES);
		const isZero = block.equals(
			block.length === BLOCK_BYTES ? ZERO_BLOCK : ZERO_BLOCK.subarray(0, block.length),
		);
		if (!isZero && start < 0) start = at;
		if (isZero && start >= 0) {
			yield { start, stop: at };
			start = -1;
		}
	}
	if (start >= 0) yield { start, stop: chunk.length };
}
