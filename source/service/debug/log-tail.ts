import { type FileHandle, open } from 'node:fs/promises';
import { codeOf } from '../../basics/error.ts';
import { readInto } from '../../metainfo/plain-file.ts';
import { type LogPart, type LogRange, type LogSource, MAX_TAIL_BYTES } from './log-source.ts';

const CHUNK_BYTES = 64 * 1024;
const LINE_FEED = 0x0a;

/**
 * A log in a file, with the files that it was rotated to (`path.1` is the newest). Reads backwards from the end until
 * it has enough lines, so that the size of the file does not matter.
 */
export class FileLogTail implements LogSource {
	readonly #path: string;

	constructor(path: string) {
		this.#path = path;
	}

	async tail(maxLines: number, { after, before }: LogRange = {}): Promise<LogPart> {
		const parts: Buffer[] = [];
		let position = before ?? '';
		let start = position;
		let lines = maxLines;
		let bytes = MAX_TAIL_BYTES;
		/** Whether the end of the range is found: later files are skipped. */
		let isInside = before === undefined;
		const seen = new Set<number>();
		for (let age = 0; lines > 0 && bytes > 0; age++) {
			const file = await openIfExists(age === 0 ? this.#path : `${this.#path}.${age}`);
			if (!file) break;
			try {
				const { ino, size } = await file.stat();
				// The log was rotated after the file before was read.
				if (seen.has(ino)) continue;
				seen.add(ino);
				const limit = isInside ? undefined : offsetIn(before, ino, size);
				if (!isInside && limit === undefined) continue;
				isInside = true;
				const known = wasTruncated(after, ino, size) ? 0 : offsetIn(after, ino, size);
				const end = limit ?? (await endOfLines(file, known ?? 0, size));
				if (age === 0 && before === undefined) position = `${ino}-${end}`;
				const last = await lastLines(file, known ?? 0, end, { lines, bytes });
				parts.unshift(last.content);
				start = `${ino}-${end - last.content.length}`;
				lines -= last.lines;
				bytes -= last.content.length;
				if (known !== undefined || !last.isComplete) break;
			} finally {
				await file.close();
			}
		}
		return { content: Buffer.concat(parts).toString(), start, position };
	}
}

/** Returns the offset of a position if it is in this file. */
function offsetIn(position: string | undefined, inode: number, size: number): number | undefined {
	const [file, text] = (position ?? '').split('-');
	const offset = Number(text);
	// A truncated file starts again.
	return file === String(inode) && Number.isSafeInteger(offset) && offset >= 0 && offset <= size
		? offset
		: undefined;
}

/** Whether the file of a position has become shorter than it: all lines of the file are later. */
function wasTruncated(position: string | undefined, inode: number, size: number): boolean {
	const [file, offset] = (position ?? '').split('-');
	return file === String(inode) && Number(offset) > size;
}

async function openIfExists(path: string): Promise<FileHandle | undefined> {
	try {
		return await open(path, 'r');
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return undefined;
		throw error;
	}
}

/** Returns the offset after the last line feed, or `start`. The last line may be written in parts. */
async function endOfLines(file: FileHandle, start: number, size: number): Promise<number> {
	for (let end = size; end > start; end -= CHUNK_BYTES) {
		const from = Math.max(start, end - CHUNK_BYTES);
		const at = (await readRange(file, from, end)).lastIndexOf(LINE_FEED);
		if (at !== -1) return from + at + 1;
	}
	return start;
}

interface LastLines {
	readonly content: Buffer;
	readonly lines: number;
	/** Whether it is the whole range. */
	readonly isComplete: boolean;
}

/** Returns the last lines of a range that ends with a line feed. */
async function lastLines(
	file: FileHandle,
	start: number,
	end: number,
	max: { readonly lines: number; readonly bytes: number },
): Promise<LastLines> {
	const chunks: Buffer[] = [];
	let lines = 0;
	for (let before = end; before > start; before -= CHUNK_BYTES) {
		if (end - before > max.bytes)
			return { content: withoutFirstLine(Buffer.concat(chunks)), lines, isComplete: false };
		const from = Math.max(start, before - CHUNK_BYTES);
		const chunk = await readRange(file, from, before);
		// The line feed at the end belongs to the last line.
		let at = chunk.lastIndexOf(LINE_FEED, before === end ? -2 : -1);
		for (; at !== -1; at = at === 0 ? -1 : chunk.lastIndexOf(LINE_FEED, at - 1)) {
			lines++;
			if (lines < max.lines) continue;
			chunks.unshift(chunk.subarray(at + 1));
			return { content: Buffer.concat(chunks), lines, isComplete: false };
		}
		chunks.unshift(chunk);
	}
	return { content: Buffer.concat(chunks), lines: end > start ? lines + 1 : 0, isComplete: true };
}

function withoutFirstLine(bytes: Buffer): Buffer {
	return bytes.subarray(bytes.indexOf(LINE_FEED) + 1);
}

async function readRange(file: FileHandle, from: number, to: number): Promise<Buffer> {
	const bytes = Buffer.allocUnsafe(to - from);
	return bytes.subarray(0, await readInto(file, bytes, from));
}
