import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { MetainfoError } from '../../metainfo/error.ts';
import { parseMagnet } from '../../metainfo/magnet.ts';
import { MAX_TORRENT_BYTES, parseTorrentInSteps } from '../../metainfo/metainfo.ts';
import { inSlices } from '../../metainfo/slices.ts';
import type { Source } from '../downloads/source.ts';

/** Maximum bytes of a magnet file. Links with many trackers have some thousand bytes. */
const MAX_MAGNET_BYTES = 64 * 1024;

/** Returns the kind of a watched file by its name; undefined for ignored files. */
export function kindOf(name: string): 'torrent' | 'magnet' | undefined {
	if (/\.torrent$/i.test(name)) return 'torrent';
	return /\.magnet$/i.test(name) ? 'magnet' : undefined;
}

/**
 * Reads and parses a regular file. Does not follow links or wait for pipes: any user of the folder could make the
 * service read other files.
 * @throws MetainfoError for malformed content; other errors when it cannot be read
 */
export async function readDropped(path: string, kind: 'torrent' | 'magnet'): Promise<Source> {
	const bytes = await readPlain(path, kind === 'torrent' ? MAX_TORRENT_BYTES : MAX_MAGNET_BYTES);
	if (kind === 'torrent') return { kind, bytes, metainfo: await inSlices(parseTorrentInSteps(bytes)) };
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
