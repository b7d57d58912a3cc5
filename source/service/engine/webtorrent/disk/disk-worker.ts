/**
 * A thread that examines files and hashes pieces. It reads synchronously, because a promise costs more than a read
 * from the page cache. Its memory is one read buffer for any piece size.
 */
import { type BinaryLike, createHash, hash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { codeOf } from '../../../../basics/error.ts';
import { NOT_A_FILE, NOT_A_FILE_TEXT, type OpenedFile, openedFile } from '../../../storage/opened-path.ts';
import {
	type DiskJob,
	type DiskResult,
	type HashJob,
	type HashResult,
	type JobPieces,
	PIECE_STATE,
	type StatJob,
	type StatResult,
	type Unreadable,
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
	const answer: DiskResult = job.kind === 'stat' ? statFiles(job) : checkPieces(job);
	parentPort?.postMessage(answer);
});

function statFiles({ paths, pieces }: StatJob): StatResult {
	const sizes = new Float64Array(paths.length);
	const allocated = new Float64Array(paths.length);
	const devices = new Float64Array(paths.length);
	const inodes = new Float64Array(paths.length);
	const links = new Set<number>();
	const unreadable = new Map<number, Unreadable>();
	const setFile = (at: number, { dev, ino, size, blocks }: Stats): void => {
		devices[at] = dev;
		inodes[at] = ino;
		sizes[at] = size;
		allocated[at] = blocks * STAT_BLOCK;
	};
	const openFile = (at: number): number => {
		const file = openSync(paths[at] ?? '', OPEN_FLAGS | constants.O_NOFOLLOW);
		try {
			const found = fstatSync(file);
			if (!found.isFile()) throw new Error(NOT_A_FILE_TEXT);
			setFile(at, found);
			return file;
		} catch (error) {
			closeSync(file);
			throw error;
		}
	};
	const checked = pieces ? hashPieces(pieces, new RangeReader(pieces, paths, openFile)) : new Uint8Array();
	for (const [at, path] of paths.entries()) {
		// Other files are missing, links or not regular, or have none of the pieces.
		if (inodes[at] !== 0) continue;
		try {
			const found = path === '' ? undefined : lstatSync(path, { throwIfNoEntry: false });
			if (!found) continue;
			setFile(at, found);
			if (found.isFile()) continue;
			sizes[at] = 0;
			allocated[at] = 0;
			if (found.isSymbolicLink()) {
				links.add(at);
				continue;
			}
			sizes[at] = Number.NaN;
			const code = found.isDirectory() ? 'EISDIR' : NOT_A_FILE;
			unreadable.set(at, { path, code, message: NOT_A_FILE_TEXT });
		} catch (error) {
			if (codeOf(error) === 'ENOENT') continue;
			sizes[at] = Number.NaN;
			unreadable.set(at, describe(path, error));
		}
	}
	return { kind: 'stat', sizes, allocated, devices, inodes, links, unreadable, pieces: checked };
}

function checkPieces(job: HashJob): HashResult {
	const { paths, devices, inodes } = job;
	const opened = new Map<number, OpenedFile>();
	const reader = new RangeReader(job, paths, (at) => {
		const name = paths[at] ?? '';
		const file = openSync(name, OPEN_FLAGS);
		try {
			// Data for peers is opened and verified again, so the identity is enough here.
			if (!isAllowed(at, file)) opened.set(at, openedFile(file, name));
			return file;
		} catch (error) {
			closeSync(file);
			throw error;
		}
	});
	/** Whether the open file is the one found earlier. Then its real path, which is slower to get, is not needed. */
	function isAllowed(at: number, file: number): boolean {
		if (!inodes[at]) return false;
		const { dev, ino } = fstatSync(file);
		return ino === inodes[at] && dev === devices[at];
	}
	const pieces = hashPieces(job, reader);
	return { kind: 'hash', pieces, opened, unreadable: reader.unreadable };
}

/** Returns the state of each piece. */
function hashPieces({ lengths, hashes }: JobPieces, reader: RangeReader): Uint8Array {
	const states = new Uint8Array(lengths.length);
	const setState = (piece: number, digest: Buffer): void => {
		const isGood = digest.equals(hashes.subarray(piece * HASH_BYTES, (piece + 1) * HASH_BYTES));
		states[piece] = isGood ? PIECE_STATE.good : PIECE_STATE.bad;
	};
	try {
		for (let piece = 0; piece < lengths.length; ) {
			const length = lengths[piece] ?? 0;
			if (length > READ_BYTES) {
				const digest = hashLarge(reader, length);
				if (digest) setState(piece, digest);
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
				if (!reader.isMissing(at, at + data.length)) setState(piece, sha1(data));
				at += data.length;
			}
		}
	} finally {
		reader.close();
	}
	return states;
}

function sha1(data: BinaryLike): Buffer {
	return hash('sha1', data, 'buffer');
}

/** Returns undefined if bytes of the piece are missing. */
function hashLarge(reader: RangeReader, length: number): Buffer | undefined {
	const digest = createHash('sha1');
	let isMissing = false;
	for (let left = length; left > 0; left -= READ_BYTES) {
		const part = Math.min(READ_BYTES, left);
		reader.fill(part);
		isMissing ||= reader.isMissing(0, part);
		if (!isMissing) digest.update(buffer.subarray(0, part));
	}
	return isMissing ? undefined : digest.digest();
}

/** Reads the bytes of pieces in order, with one file open at a time. */
class RangeReader {
	unreadable: Unreadable | undefined;
	readonly #ranges: Float64Array;
	readonly #paths: readonly string[];
	/** Opens the file of a path index. */
	readonly #openFile: (path: number) => number;
	/** Index of the current range. */
	#at = 0;
	/** Bytes read of the current range. */
	#done = 0;
	#path = -1;
	/** Descriptor of the file #path; null when it cannot be opened. */
	#file: number | null = null;
	/** Start and end of each part of the buffer that could not be read. */
	#missing: number[] = [];

	constructor({ ranges }: JobPieces, paths: readonly string[], openFile: (path: number) => number) {
		this.#ranges = ranges;
		this.#paths = paths;
		this.#openFile = openFile;
	}

	/** Reads the next bytes to the start of the buffer. */
	fill(length: number): void {
		const ranges = this.#ranges;
		this.#missing = [];
		for (let filled = 0; filled < length; ) {
			const path = ranges[this.#at] ?? -1;
			const position = ranges[this.#at + 1] ?? 0;
			const size = ranges[this.#at + 2] ?? length;
			const part = Math.min(size - this.#done, length - filled);
			if (path === -1) buffer.fill(0, filled, filled + part);
			else {
				const read = this.#read(path, filled, part, position + this.#done);
				if (read < part) this.#missing.push(filled + read, filled + part);
			}
			filled += part;
			this.#done += part;
			if (this.#done < size) continue;
			this.#at += 3;
			this.#done = 0;
		}
	}

	/** Whether bytes of a part of the buffer could not be read. */
	isMissing(from: number, to: number): boolean {
		const missing = this.#missing;
		for (let at = 0; at < missing.length; at += 2)
			if ((missing[at] ?? 0) < to && from < (missing[at + 1] ?? 0)) return true;
		return false;
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
			if (this.#path !== path) {
				this.close();
				this.#path = path;
				this.#file = this.#openFile(path);
			}
			if (this.#file === null) return 0;
			while (done < length) {
				const count = readSync(this.#file, buffer, at + done, length - done, position + done);
				if (count === 0) break;
				done += count;
			}
		} catch (error) {
			const code = codeOf(error);
			if (code !== 'ENOENT' && code !== 'ENOTDIR')
				this.unreadable ??= describe(this.#paths[path] ?? '', error);
		}
		return done;
	}
}

function describe(path: string, error: unknown): Unreadable {
	return { path, code: codeOf(error), message: error instanceof Error ? error.message : String(error) };
}
