import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { MAX_TORRENT_BYTES } from './metainfo.ts';

export const torrentBytesText = {
	folder: 'it is a folder',
	noFile: 'it is not a plain file',
	tooLarge: `it is larger than ${MAX_TORRENT_BYTES / 1024 / 1024} MiB, the limit for torrent files`,
	growing: 'it is still being written: wait until it is complete',
} as const;

/** Returns the bytes of a .torrent file on this machine. Throws if it is not a plain file or is too large. */
export async function torrentBytes(path: string): Promise<Uint8Array> {
	// Non-blocking: opening a pipe without a writer would block one of the few threads forever.
	const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
	try {
		const found = await file.stat();
		if (!found.isFile()) {
			throw new Error(found.isDirectory() ? torrentBytesText.folder : torrentBytesText.noFile);
		}
		if (found.size > MAX_TORRENT_BYTES) throw new Error(torrentBytesText.tooLarge);
		return await allOf(file, found.size);
	} finally {
		await file.close();
	}
}

/** Reads a file of a known size. Throws if it has grown, because another program may be writing it. */
async function allOf(file: FileHandle, size: number): Promise<Uint8Array> {
	// One extra byte detects growth.
	const bytes = Buffer.allocUnsafe(size + 1);
	let length = 0;
	for (;;) {
		const { bytesRead } = await file.read(bytes, length, bytes.length - length);
		if (bytesRead === 0) return bytes.subarray(0, length);
		length += bytesRead;
		if (length > size) throw new Error(torrentBytesText.growing);
	}
}
