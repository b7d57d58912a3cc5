import { readSync } from 'node:fs';
import { openPlainFile, type PlainFile } from '../../metainfo/plain-file.ts';
import { MAX_STATE_BYTES } from '../limits.ts';

/** Bytes in memory. */
const WINDOW_BYTES = 256 * 1024;

/** A file with the state of all downloads. A small part of it is in memory. */
export class FileWindow {
	/** Bytes of the file. */
	readonly length: number;
	readonly #file: PlainFile['file'];
	/** Bytes from `#start`. */
	#window = Buffer.alloc(0);
	#start = 0;

	private constructor({ file, size }: PlainFile) {
		this.#file = file;
		this.length = size;
	}

	/** Opens a file. Rejects if it is not a plain file or is too large. */
	static async open(path: string): Promise<FileWindow> {
		return new FileWindow(await openPlainFile(path, MAX_STATE_BYTES, 'the state of all downloads'));
	}

	/** Returns the byte at a position; undefined after the end of the file. */
	byte(at: number): number | undefined {
		const found = this.#window[at - this.#start];
		if (found !== undefined || at >= this.length) return found;
		this.#window = this.#read(at, Math.min(WINDOW_BYTES, this.length - at));
		this.#start = at;
		return this.#window[0];
	}

	/** Returns a copy of the bytes from `start` up to, excluding, `end`. It is shorter at the end of the file. */
	bytes(start: number, end: number): Buffer {
		const from = start - this.#start;
		if (from >= 0 && end - this.#start <= this.#window.length)
			return Buffer.from(this.#window.subarray(from, end - this.#start));
		return this.#read(start, Math.min(end, this.length) - start);
	}

	close(): Promise<void> {
		return this.#file.close();
	}

	#read(position: number, length: number): Buffer<ArrayBuffer> {
		const bytes = Buffer.alloc(Math.max(0, length));
		let done = 0;
		while (done < bytes.length) {
			const count = readSync(this.#file.fd, bytes, done, bytes.length - done, position + done);
			if (count === 0) break;
			done += count;
		}
		return bytes.subarray(0, done);
	}
}
