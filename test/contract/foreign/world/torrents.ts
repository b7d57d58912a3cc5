import { noise } from '../../../programs/torrents.ts';

/** A torrent that scripted services can be given. */
export interface ForeignTorrent {
	readonly infohash: string;
	readonly name: string;
	/** Paths below the root with their sizes; empty for a magnet link whose metadata nobody has. */
	readonly files: readonly { readonly path: string; readonly size: number }[];
	readonly pieceLength: number;
}

/** Names of every kind that give trouble: nested, spaces, signs of URLs, beyond ASCII and beyond 16 bits, empty. */
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

/** Known by its infohash alone. */
export const magnet: ForeignTorrent = {
	infohash: 'abababababababababababababababababababab',
	name: 'dead magnet',
	files: [],
	pieceLength: 16_384,
};

/** Where the scripted services find them. */
export const sources = {
	nested: 'file:///srv/torrents/nested.torrent',
	single: 'http://127.0.0.1/single.bin.torrent',
	magnet: `magnet:?xt=urn:btih:${magnet.infohash}&dn=dead%20magnet`,
} as const;

/** Data lies in this folder already; in this one nothing can be written. Any other folder is empty. */
export const folders = { complete: '/srv/complete', unwritable: '/proc/nowrite' } as const;

export function torrentAt(uri: string): ForeignTorrent | undefined {
	return new Map<string, ForeignTorrent>([
		[sources.nested, nested],
		[sources.single, single],
		[sources.magnet, magnet],
	]).get(uri);
}

export function sizeOf(torrent: ForeignTorrent): number {
	return torrent.files.reduce((sum, { size }) => sum + size, 0);
}

export function piecesOf(torrent: ForeignTorrent): number {
	return Math.ceil(sizeOf(torrent) / torrent.pieceLength);
}

/** The content that a file of these fixtures has. */
export const noiseOf = noise;

export function contentOf(torrent: ForeignTorrent, index: number): Buffer | undefined {
	const file = torrent.files[index];
	return file && noise(file.path, file.size);
}

/** What stands for the .torrent file; bytes that are no text. */
export function torrentFileOf(torrent: ForeignTorrent): Buffer {
	return Buffer.concat([
		Buffer.from(`d4:name${torrent.name.length}:${torrent.name}6:pieces20:`),
		noise('p', 20),
	]);
}
