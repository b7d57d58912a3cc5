import { createHash } from 'node:crypto';
import { closeSync, ftruncateSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { noise } from '../../programs/torrents.ts';

export interface WrittenTorrent {
	readonly path: string;
	/** The name of its file or folder. */
	readonly name: string;
	readonly infohash: string;
	readonly bytes: Buffer;
	/** Folder with its data. */
	readonly folder: string;
	/** Paths of its files below that folder. */
	readonly files: readonly string[];
	/** Bytes of all of them. */
	readonly length: number;
}

/** Size of the file of a small torrent, bytes: two pieces. */
const SMALL_FILE_BYTES = 2_048;

/** Makes so many torrents of one small file each, with their data in `folder/data`. */
export function writeSmallTorrents(folder: string, count: number): WrittenTorrent[] {
	mkdirSync(join(folder, 'data'), { recursive: true });
	return Array.from({ length: count }, (_, n) => {
		const name = `Some.Distribution.${n}-amd64-DVD-with-a-long-name.iso`;
		const data = noise(name, SMALL_FILE_BYTES);
		writeFileSync(join(folder, 'data', name), data);
		return writeTorrent(
			folder,
			`small-${n}`,
			[name],
			data,
			SMALL_FILE_BYTES / 2,
			integer('length', data.length) + text('name', name),
		);
	});
}

/** Makes one torrent of random files of the same size, with its data in `folder/data`. */
export function writeFolderTorrent(
	folder: string,
	name: string,
	{
		files,
		size,
		pieceLength,
		announce,
	}: { files: number; size: number; pieceLength: number; announce?: string },
): WrittenTorrent {
	const data = noise(name, files * size);
	const paths: string[] = [];
	let list = '';
	for (let n = 0; n < files; n++) {
		const parts = [`${n % 100}`, `file-${n}.bin`];
		const path = join(name, ...parts);
		paths.push(path);
		mkdirSync(dirname(join(folder, 'data', path)), { recursive: true });
		writeFileSync(join(folder, 'data', path), data.subarray(n * size, (n + 1) * size));
		list += `d${integer('length', size)}4:pathl${parts.map(bencoded).join('')}ee`;
	}
	return writeTorrent(
		folder,
		name,
		paths,
		data,
		pieceLength,
		`5:filesl${list}e${text('name', name)}`,
		announce,
	);
}

/** Number of bytes that are made, hashed and written together. */
const SLICE = 16 * 1024 * 1024;

/** Writes one file of any length to `folder/data` and makes a torrent of it. `pieceLength` divides 16 MiB. */
export function writeLargeTorrent(
	folder: string,
	name: string,
	length: number,
	pieceLength: number,
): WrittenTorrent {
	mkdirSync(join(folder, 'data'), { recursive: true });
	const hashes: Buffer[] = [];
	const file = openSync(join(folder, 'data', name), 'w');
	for (let at = 0; at < length; at += SLICE) {
		const slice = noise(`${name} ${at}`, Math.min(SLICE, length - at));
		hashes.push(...hashesOf(slice, pieceLength));
		writeSync(file, slice);
	}
	closeSync(file);
	const contents = integer('length', length) + text('name', name);
	return writeHashes({ folder, title: name, files: [name], length, hashes, pieceLength, contents });
}

/** Size of the data at each island of a sparse file, bytes. */
export const ISLAND_BYTES = 1024 * 1024;

/** Returns the data of an island of a sparse file. */
export function island(name: string, offset: number): Buffer {
	return noise(`${name} ${offset}`, ISLAND_BYTES);
}

/**
 * Writes one sparse file of any length to `folder/data` and makes a torrent of it. It consists of zeros, except
 * `islands`: offsets of data, whole multiples of the piece length. All pieces of zeros have one hash, so that this is
 * fast. `pieceLength` is at least that of an island.
 */
export function writeSparseTorrent(
	folder: string,
	name: string,
	{
		length,
		pieceLength,
		islands = [],
		announce,
	}: { length: number; pieceLength: number; islands?: readonly number[]; announce?: string },
): WrittenTorrent {
	mkdirSync(join(folder, 'data'), { recursive: true });
	const hashOf = (data: Buffer) => createHash('sha1').update(data).digest();
	const zeros = hashOf(Buffer.alloc(pieceLength));
	const hashes = Array.from({ length: Math.ceil(length / pieceLength) }, () => zeros);
	const rest = length % pieceLength;
	if (rest > 0) hashes[hashes.length - 1] = hashOf(Buffer.alloc(rest));
	const file = openSync(join(folder, 'data', name), 'w');
	for (const offset of islands) {
		const data = island(name, offset);
		writeSync(file, data, 0, data.length, offset);
		hashes[offset / pieceLength] = hashOf(
			Buffer.concat([data, Buffer.alloc(Math.min(pieceLength, length - offset) - data.length)]),
		);
	}
	ftruncateSync(file, length);
	closeSync(file);
	const contents = integer('length', length) + text('name', name);
	return writeHashes({ folder, title: name, files: [name], length, hashes, pieceLength, contents, announce });
}

function hashesOf(data: Buffer, pieceLength: number): Buffer[] {
	const hashes: Buffer[] = [];
	for (let at = 0; at < data.length; at += pieceLength) {
		hashes.push(
			createHash('sha1')
				.update(data.subarray(at, at + pieceLength))
				.digest(),
		);
	}
	return hashes;
}

function writeTorrent(
	folder: string,
	title: string,
	files: readonly string[],
	data: Buffer,
	pieceLength: number,
	contents: string,
	announce?: string,
): WrittenTorrent {
	const hashes = hashesOf(data, pieceLength);
	return writeHashes({ folder, title, files, length: data.length, hashes, pieceLength, contents, announce });
}

interface Hashed {
	readonly folder: string;
	readonly title: string;
	readonly files: readonly string[];
	readonly length: number;
	readonly hashes: readonly Buffer[];
	readonly pieceLength: number;
	/** Bencoded keys of the info dictionary that come before 'piece length'. */
	readonly contents: string;
	readonly announce?: string | undefined;
}

function writeHashes(hashed: Hashed): WrittenTorrent {
	const { folder, title, files, length, hashes, pieceLength, contents, announce } = hashed;
	const info = Buffer.concat([
		Buffer.from(`d${contents}${integer('piece length', pieceLength)}6:pieces${hashes.length * 20}:`),
		...hashes,
		Buffer.from('e'),
	]);
	const head = announce === undefined ? 'd' : `d${text('announce', announce)}`;
	const bytes = Buffer.concat([Buffer.from(`${head}4:info`), info, Buffer.from('e')]);
	const path = join(folder, `${title}.torrent`);
	writeFileSync(path, bytes);
	const infohash = createHash('sha1').update(info).digest('hex');
	const [name = title] = (files[0] ?? '').split('/');
	return { path, name, infohash, bytes, folder: join(folder, 'data'), files, length };
}

function bencoded(value: string): string {
	return `${Buffer.byteLength(value)}:${value}`;
}

function text(key: string, value: string): string {
	return bencoded(key) + bencoded(value);
}

function integer(key: string, value: number): string {
	return `${bencoded(key)}i${value}e`;
}
