import { createCipheriv, createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import createTorrent from 'create-torrent';
import { parseTorrent } from '../../source/metainfo/metainfo.ts';

export interface MadeTorrent {
	readonly infohash: string;
	/** The .torrent file. */
	readonly path: string;
	readonly bytes: Uint8Array;
	/** Paths of its files below its folder. */
	readonly files: readonly string[];
}

/** Returns bytes that do not repeat, the same for the same name. */
export function noise(name: string, length: number): Buffer {
	const key = createHash('md5').update(name).digest();
	return createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length));
}

/**
 * Writes files (path: bytes) below `folder/name` and makes a torrent of them, with pieces of 16 KiB by default. Their
 * content is that of the same paths below `contentFolder` in another torrent.
 */
export async function makeTorrent(
	folder: string,
	name: string,
	files: Readonly<Record<string, number>>,
	{
		trackers = [],
		pieceLength = 16_384,
		isPrivate = false,
		contentFolder = '',
	}: { trackers?: string[]; pieceLength?: number; isPrivate?: boolean; contentFolder?: string } = {},
): Promise<MadeTorrent> {
	for (const [path, length] of Object.entries(files)) {
		await mkdir(dirname(join(folder, name, path)), { recursive: true });
		await writeFile(join(folder, name, path), noise(join(contentFolder, path), length));
	}
	const bytes = await new Promise<Uint8Array>((resolve, reject) =>
		createTorrent(
			join(folder, name),
			{ pieceLength, announceList: trackers.map((url) => [url]), ...(isPrivate ? { private: true } : {}) },
			(error, torrent) => (error ? reject(error) : resolve(torrent)),
		),
	);
	const path = join(folder, `${name}.torrent`);
	await writeFile(path, bytes);
	return {
		infohash: parseTorrent(bytes).infohash,
		path,
		bytes,
		files: Object.keys(files).map((file) => join(name, file)),
	};
}

/** Returns the SHA-256 of files below a folder, in order. */
export async function digests(folder: string, files: readonly string[]): Promise<string[]> {
	return Promise.all(
		files.map(async (file) =>
			createHash('sha256')
				.update(await readFile(join(folder, file)))
				.digest('hex'),
		),
	);
}
