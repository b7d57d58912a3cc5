import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { MAX_TORRENT_BYTES } from './metainfo.ts';

/** Returns the bytes of a .torrent file of this machine. Throws on what is no plain file, and on one that is too large. */
export async function torrentBytes(path: string): Promise<Uint8Array> {
	// Without waiting: opening a pipe that nobody writes to would hold one of the few threads for ever.
	const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
	try {
		const found = await file.stat();
		if (!found.isFile()) throw new Error(found.isDirectory() ? 'it is a folder' : 'it is not a plain file');
		if (found.size > MAX_TORRENT_BYTES) {
			throw new Error(`it is larger than ${MAX_TORRENT_BYTES / 1024 / 1024} MiB: that is no torrent file`);
		}
		return await allOf(file, found.size);
	} finally {
		await file.close();
	}
}

/** The bytes of a file that has so many. It is read no further: somebody may be writing it. */
async function allOf(file: FileHandle, size: number): Promise<Uint8Array> {
	// With room for one byte more, by which it can be told.
	const bytes = Buffer.allocUnsafe(size + 1);
	let length = 0;
	for (;;) {
		const { bytesRead } = await file.read(bytes, length, bytes.length - length);
		if (bytesRead === 0) return bytes.subarray(0, length);
		length += bytesRead;
		if (length > size) throw new Error('it is still being written: wait until it is complete');
	}
}
