import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { MAX_TORRENT_BYTES, parsing } from '../../metainfo/metainfo.ts';
import { inSlices } from '../../metainfo/slices.ts';
import type { LocalTorrent } from '../../state/adding/local-files.ts';
import { isMissing, whyUnreadable } from './why-unreadable.ts';

/** The bytes of a .torrent file of this machine; throws on what is no plain file, and on one that is too large. */
export async function torrentBytes(path: string): Promise<Uint8Array> {
	// Without waiting: opening a pipe that nobody writes to would hold one of the few threads for ever.
	const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
	try {
		const found = await file.stat();
		if (!found.isFile()) throw new Error(found.isDirectory() ? 'it is a folder' : 'it is not a plain file');
		if (found.size > MAX_TORRENT_BYTES) {
			throw new Error(`it is larger than ${MAX_TORRENT_BYTES / 1024 / 1024} MiB: that is no torrent file`);
		}
		return await file.readFile();
	} finally {
		await file.close();
	}
}

/** Reads and checks a .torrent file; keys are answered meanwhile, however many files it lists. */
export async function readTorrent(path: string): Promise<LocalTorrent> {
	try {
		const { infohash, name, length, files } = await inSlices(parsing(await torrentBytes(path)));
		const listed = files.flatMap(({ path: file, length: size, padding }, index) =>
			padding ? [] : [{ index, path: file, size }],
		);
		return { status: 'read', torrent: { infohash, name, size: length, files: listed } };
	} catch (error) {
		return { status: 'failed', why: whyUnreadable(error), absent: isMissing(error) };
	}
}
