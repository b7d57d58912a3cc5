import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

export const plainFileText = {
	folder: 'it is a folder',
	noFile: 'it is not a plain file',
	tooLarge: (limit: number, kind: string) =>
		`it is larger than ${limit / 1024 / 1024} MiB, the limit for ${kind}`,
	growing: 'it is still being written: wait until it is complete',
} as const;

/** A file on this machine, open for reading, and its size in bytes. */
export interface PlainFile {
	readonly file: FileHandle;
	readonly size: number;
}

/** Opens a file on this machine. Throws if it is not a plain file, or larger than `limit` bytes. */
export async function openPlainFile(path: string, limit: number, kind: string): Promise<PlainFile> {
	// Non-blocking: opening a pipe without a writer would block one of the few threads forever.
	const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
	try {
		const found = await file.stat();
		if (!found.isFile()) throw new Error(found.isDirectory() ? plainFileText.folder : plainFileText.noFile);
		if (found.size > limit) throw new Error(plainFileText.tooLarge(limit, kind));
		return { file, size: found.size };
	} catch (error) {
		await file.close();
		throw error;
	}
}

/** Returns the bytes of a file on this machine. Throws if it is not a plain file, or larger than `limit` bytes. */
export async function plainFileBytes(path: string, limit: number, kind: string): Promise<Uint8Array> {
	const { file, size } = await openPlainFile(path, limit, kind);
	try {
		return await allOf(file, size);
	} finally {
		await file.close();
	}
}

/** Reads a file of a known size. Throws if it has grown, because another program may be writing it. */
async function allOf(file: FileHandle, size: number): Promise<Uint8Array> {
	// One extra byte detects growth.
	const bytes = Buffer.allocUnsafe(size + 1);
	const length = await readInto(file, bytes, 0);
	if (length > size) throw new Error(plainFileText.growing);
	return bytes.subarray(0, length);
}

/** Fills `bytes` from a position of a file. Returns the number of bytes read, fewer only at the end of the file. */
export async function readInto(file: FileHandle, bytes: Uint8Array, position: number): Promise<number> {
	let done = 0;
	while (done < bytes.length) {
		const { bytesRead } = await file.read(bytes, done, bytes.length - done, position + done);
		if (bytesRead === 0) break;
		done += bytesRead;
	}
	return done;
}
