import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { MetainfoError } from '../../metainfo/error.ts';
import { parseMagnet } from '../../metainfo/magnet.ts';
import { MAX_TORRENT_BYTES, parseTorrent } from '../../metainfo/metainfo.ts';
import type { Source } from '../downloads/source.ts';

/** Bytes of a file with a magnet link; links with many trackers have some thousand. */
const MAX_MAGNET_BYTES = 64 * 1024;

/** What a file in the watch folder is, going by its name; undefined for what is not looked at. */
export function kindOf(name: string): 'torrent' | 'magnet' | undefined {
	if (/\.torrent$/i.test(name)) return 'torrent';
	return /\.magnet$/i.test(name) ? 'magnet' : undefined;
}

/**
 * Reads a plain file and checks it. A link is not followed and a pipe not waited for: who may write into the folder
 * could have the service read anything.
 * @throws MetainfoError when it is not what its name says; other errors when it cannot be read
 */
export async function readDropped(path: string, kind: 'torrent' | 'magnet'): Promise<Source> {
	const bytes = await readPlain(path, kind === 'torrent' ? MAX_TORRENT_BYTES : MAX_MAGNET_BYTES);
	if (kind === 'torrent') return { kind, bytes, metainfo: parseTorrent(bytes) };
	const uri = bytes.toString('utf8').trim();
	return { kind, uri, magnet: parseMagnet(uri) };
}

async function readPlain(path: string, most: number): Promise<Buffer> {
	let file: FileHandle | undefined;
	try {
		file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
		const found = await file.stat();
		if (!found.isFile()) throw new Error('it is not a plain file');
		if (found.size > most) throw new MetainfoError(`the file is larger than ${most / 1024} KiB`);
		return await file.readFile();
	} finally {
		await file?.close();
	}
}
