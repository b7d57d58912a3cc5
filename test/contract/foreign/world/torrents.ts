import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { noise } from '../../../programs/torrents.ts';
import type { Dialect } from '../dialect.ts';
import { Refusal } from '../route.ts';
import { parseMagnetLink, parseUpload } from './parse-torrent.ts';

/** A torrent that tests add to scripted services. */
export interface ForeignTorrent {
	/** Infohash of version 1, if the torrent has it. */
	readonly infohash: string;
	/** Infohash of version 2, 64 digits, if the torrent has it. */
	readonly infohash2?: string;
	readonly name: string;
	/** Paths below the root with their sizes; empty for a magnet link without metadata. */
	readonly files: readonly { readonly path: string; readonly size: number }[];
	readonly pieceLength: number;
	/** The .torrent file, if the service received one. */
	readonly bytes?: Uint8Array;
}

/** Difficult names: nested, spaces, signs of URLs, beyond ASCII and beyond 16 bits, empty. */
export const nested: ForeignTorrent = {
	infohash: '1f2e3d4c5b6a79880123456789abcdef01234567',
	name: 'nested',
	files: [
		{ path: 'a/has space & +plus%20.bin', size: 40_000 },
		{ path: 'a/deep/two.bin', size: 30_000 },
		{ path: 'b/ünï 中文 😀.txt', size: 222 },
		{ path: 'b/empty.txt', size: 0 },
		{ path: 'readme.txt', size: 1_234 },
	],
	pieceLength: 16_384,
};

export const single: ForeignTorrent = {
	infohash: 'abcdef0123456789abcdef0123456789abcdef01',
	name: 'single.bin',
	files: [{ path: 'single.bin', size: 6_000 }],
	pieceLength: 16_384,
};

/** A torrent with an infohash only. */
export const magnet: ForeignTorrent = {
	infohash: 'abababababababababababababababababababab',
	name: 'dead magnet',
	files: [],
	pieceLength: 16_384,
};

/** A torrent of version 2 only. */
export const second: ForeignTorrent = {
	infohash: '2'.repeat(64),
	infohash2: '2'.repeat(64),
	name: 'second.bin',
	files: [{ path: 'second.bin', size: 5_000 }],
	pieceLength: 16_384,
};

/** A torrent of both versions. */
export const hybrid: ForeignTorrent = {
	infohash: 'b1'.repeat(20),
	infohash2: 'b2'.repeat(32),
	name: 'hybrid.bin',
	files: [{ path: 'hybrid.bin', size: 5_000 }],
	pieceLength: 16_384,
};

/** Folder in which the scripted services find them. */
export const sources = {
	nested: 'file:///srv/torrents/nested.torrent',
	single: 'http://127.0.0.1/single.bin.torrent',
	second: 'file:///srv/torrents/second.torrent',
	hybrid: 'file:///srv/torrents/hybrid.torrent',
	magnet: `magnet:?xt=urn:btih:${magnet.infohash}&dn=dead%20magnet`,
} as const;

/** Folder with data, and folder that cannot be written to. All other folders are empty. */
export const folders = { complete: '/srv/complete', unwritable: '/proc/nowrite' } as const;

const known = new Map<string, ForeignTorrent>([
	[sources.nested, nested],
	[sources.single, single],
	[sources.second, second],
	[sources.hybrid, hybrid],
	[sources.magnet, magnet],
]);

/**
 * Returns the torrent that a uri of PUT /downloads names. Throws the error of real services for unusable ones: a bare
 * path or a bare infohash is no URI for them.
 */
export function torrentAt(
	{ sources: taken }: Dialect,
	uri: string,
	disk: 'here' | 'elsewhere',
): ForeignTorrent {
	const torrent = known.get(uri);
	if (torrent) return torrent;
	if (/^magnet:/i.test(uri)) {
		const linked = parseMagnetLink(uri);
		if (linked) return linked;
		throw new Refusal(500, 'Missing infohash');
	}
	if (/^https?:/i.test(uri)) throw new Refusal(500, `404, message='File not found', url=URL('${uri}')`);
	if (/^file:/i.test(uri)) return torrentIn(decodeURIComponent(new URL(uri).pathname), disk);
	if (taken === 'paths' && isAbsolute(uri)) return torrentIn(uri, disk);
	throw new Refusal(500, 'invalid uri');
}

function torrentIn(path: string, disk: 'here' | 'elsewhere'): ForeignTorrent {
	let bytes: Buffer;
	try {
		if (disk === 'elsewhere') throw new Error('it is on another machine');
		bytes = readFileSync(path);
	} catch {
		throw new Refusal(500, `[Errno 2] No such file or directory: '${path}'`);
	}
	return parseUpload(bytes).torrent;
}

/**
 * Returns the torrent as a service names it, by an infohash of version 2 where the service does. Throws without
 * version 1.
 */
export function namedBy({ secondVersion }: Dialect, torrent: ForeignTorrent): ForeignTorrent {
	const { infohash2 } = torrent;
	if (infohash2 === undefined) return torrent;
	if (secondVersion) return { ...torrent, infohash: infohash2 };
	if (torrent.infohash === infohash2) throw new Refusal(500, 'Torrents of version 2 are not supported');
	return torrent;
}

export function sizeOf(torrent: ForeignTorrent): number {
	return torrent.files.reduce((sum, { size }) => sum + size, 0);
}

export function piecesOf(torrent: ForeignTorrent): number {
	return Math.ceil(sizeOf(torrent) / torrent.pieceLength);
}

/** Returns the content of a file of these fixtures. */
export const noiseOf = noise;

export function contentOf(torrent: ForeignTorrent, index: number): Buffer | undefined {
	const file = torrent.files[index];
	return file && noise(file.path, file.size);
}

/** Returns a stand-in for the .torrent file: bytes that are no text. */
export function torrentFileOf(torrent: ForeignTorrent): Uint8Array {
	if (torrent.bytes) return torrent.bytes;
	return Buffer.concat([
		Buffer.from(`d4:name${torrent.name.length}:${torrent.name}6:pieces20:`),
		noise('p', 20),
	]);
}
