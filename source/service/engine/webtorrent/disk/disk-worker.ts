/**
 * A thread that examines files and hashes pieces. It reads synchronously, because a promise costs more than a read
 * from the page cache. Its memory is one read buffer for any piece size.
 */
import { type BinaryLike, createHash, hash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { NOT_A_FILE, NOT_A_FILE_TEXT, type OpenedFile, openedFile } from '../../../storage/opened-path.ts';
import type {
	DiskJob,
	DiskResult,
	HashJob,
	HashResult,
	StatJob,
	StatResult,
	Unreadable,
} from './disk-jobs.ts';

/** Bytes per read. They fit into a core's cache until they are hashed. */
const READ_BYTES = 512 * 1024;
const HASH_BYTES = 20;
/** Unit of `blocks` of stat, in bytes. */
const STAT_BLOCK = 512;
/** Without O_NONBLOCK, opening a pipe would block the thread forever. */
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK;

const buffer = Buffer.allocUnsafeSlow(READ_BYTES);

parentPort?.on('message', (job: DiskJob) => {
	const answer: DiskResult = job.kind === 'stat' ? statFiles(job) : hashPieces(job);
	parentPort?.postMessage(answer);
});

function statFiles({ paths }: StatJob): StatResult {
	const sizes = new Float64Array(paths.length);
	const allocated = new Float64Array(paths.length);
	const devices = new Float64Array(paths.length);
	const inodes = new Float64Array(paths.length);
	const links = new Set<number>();
	const unreadable = new Map<number, Unreadable>();
	for (const [at, path] of paths.entries()) {
		try {
			const found = path === '' ? undefined : lstatSync(path, { throwIfNoEntry: false });
			if (!found) continue;
			devices[at] = found.dev;
			inodes[at] = found.ino;
			if (found.isSymbolicLink()) {
				links.add(at);
				continue;
			}
			if (!found.isFile()) {
				sizes[at] = Number.NaN;
				const code = found.isDirectory() ? 'EISDIR' : NOT_A_FILE;
				unreadable.set(at, { path, code, message: NOT_A_FILE_TEXT });
				continue;
			}
			sizes[at] = found.size;
			allocated[at] = found.blocks * STAT_BLOCK;
		} catch (error) {
			if (codeOf(error) === 'ENOENT') continue;
			sizes[at] = Number.NaN;
			unreadable.set(at, describe(path, error));
		}
	}
	return { kind: 'stat', sizes, allocated, devices, inodes, links, unreadable };
}

function hashPieces(job: HashJob): HashResult {
	const { lengths, hashes } = job;
	const matches = new Uint8Array(lengths.length);
	const reader = new RangeReader(job);
	const hasHash = (piece: number, digest: Buffer): boolean =>
		digest.equals(hashes.subarray(piece * HASH_BYTES, (piece + 1) * HASH_BYTES));
	try {
		for (let piece = 0; piece < lengths.length; ) {
			const length = lengths[piece] ?? 0;
			if (length > READ_BYTES) {
				matches[piece] = hasHash(piece, hashLarge(reader, length)) ? 1 : 0;
				piece++;
				continue;
			}
			// Reads several small pieces at once.
			let end = piece;
			let total = 0;
			for (; end < lengths.length && total + (lengths[end] ?? 0) <= READ_BYTES; end++)
				total += lengths[end] ?? 0;
			reader.fill(total);
			for (let at = 0; piece < end; piece++) {
				const data = buffer.subarray(at, at + (lengths[piece] ?? 0));
				matches[piece] = hasHash(piece, sha1(data)) ? 1 : 0;
				at += data.length;
			}
		}
	} finally {
		reader.close();
	}
	return { kind: 'hash', matches, opened: reader.opened, unreadable: reader.unreadable };
}

function sha1(data: BinaryLike): Buffer {
	return hash('sha1', data, 'buffer');
}

function hashLarge(reader: RangeReader, length: number): Buffer {
	const digest = createHash('sha1');
	for (let left = length; left > 0; left -= READ_BYTES) {
		const part = Math.min(READ_BYTES, left);
		reader.fill(part);
		digest.update(buffer.subarray(0, part));
	}
	return digest.digest();
}

/** Reads the bytes of a job in order, with one file open at a time. */
class RangeReader {
	unreadable: Unreadable | undefined;
	readonly opened = new Map<number, OpenedFile>();
	readonly #job: HashJob;
	/** Index of the current range. */
	#at = 0;
	/** Bytes read of the current range. */
	#done = 0;
	#path = -1;
	/** Descriptor of the file #path; null when it cannot be opened. */
	#file: number | null = null;

	constructor(job: HashJob) {
		this.#job = job;
	}

	/** Reads the next bytes to the start of the buffer. Unreadable bytes become zeros. */
	fill(length: number): void {
		const { ranges } = this.#job;
		for (let filled = 0; filled < length; ) {
			const [path = -1, position = 0, size = length] = ranges.subarray(this.#at, this.#at + 3);
			const part = Math.min(size - this.#done, length - filled);
			const read = path === -1 ? 0 : this.#read(path, filled, part, position + this.#done);
			buffer.fill(0, filled + read, filled + part);
			filled += part;
			this.#done += part;
			if (this.#done < size) continue;
			this.#at += 3;
			this.#done = 0;
		}
	}

	close(): void {
		if (this.#file !== null) closeSync(this.#file);
		this.#file = null;
		this.#path = -1;
	}

	/** Returns the number of bytes read. */
	#read(path: number, at: number, length: number, position: number): number {
		let done = 0;
		try {
			this.#open(path);
			if (this.#file === null) return 0;
			while (done < length) {
				const count = readSync(this.#file, buffer, at + done, length - done, position + done);
				if (count === 0) break;
				done += count;
			}
		} catch (error) {
			const code = codeOf(error);
			if (code !== 'ENOENT' && code !== 'ENOTDIR')
				this.unreadable ??= describe(this.#job.paths[path] ?? '', error);
		}
		return done;
	}

	#open(path: number): void {
		if (this.#path === path) return;
		this.close();
		this.#path = path;
		const name = this.#job.paths[path] ?? '';
		const file = openSync(name, OPEN_FLAGS);
		this.#file = file;
		try {
			// Data for peers is opened and verified again, so the identity is enough here.
			if (!this.#isAllowed(path, file)) this.opened.set(path, openedFile(file, name));
		} catch (error) {
			this.#file = null;
			closeSync(file);
			throw error;
		}
	}

	/**
	 * Whether the open file is the one found earlier. Then its real path, which is slower to get, is not needed.
	 */
	#isAllowed(path: number, file: number): boolean {
		const { devices, inodes } = this.#job;
		if (!inodes[path]) return false;
		const { dev, ino } = fstatSync(file);
		return ino === inodes[path] && dev === devices[path];
	}
}

function describe(path: string, error: unknown): Unreadable {
	return { path, code: codeOf(error), message: error instanceof Error ? error.message : String(error) };
}

function codeOf(error: unknown): string | undefined {
	return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
