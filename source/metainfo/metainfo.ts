import { createHash } from 'node:crypto';
import { BencodeReader, type Span } from './bencode.ts';
import { MetainfoError } from './error.ts';
import { readFiles } from './files.ts';
import { checkComponent, decodeText } from './names.ts';
import { trackerList } from './tracker-list.ts';
import { webSeedList } from './web-seed-list.ts';

/** The largest .torrent that is read, in bytes: several times the largest in use. */
export const MAX_TORRENT_BYTES = 16 * 1024 * 1024;
const MIN_PIECE_BYTES = 1024;
const MAX_PIECE_BYTES = 128 * 1024 * 1024;
const HASH_BYTES = 20;
/** Entries of a url-list that are read, usable or not. */
const MAX_URL_LIST = 1_000;

export interface MetainfoFile {
	/** POSIX path relative to the torrent's root; the bare name in a torrent of a single file. */
	readonly path: string;
	/** Bytes. */
	readonly length: number;
	/** Where the file begins in the torrent's data, in bytes. */
	readonly offset: number;
	/** Path components below the destination folder, the torrent's root included. */
	readonly diskPath: readonly string[];
	/** Filler between files (BEP 47): zeros that no disk holds. */
	readonly padding: boolean;
}

/** A .torrent that passed every check: its numbers fit each other and its paths stay below the destination. */
export interface Metainfo {
	/** SHA-1 over the bytes of the info dictionary as they were, 40 lower-case hexadecimal digits. */
	readonly infohash: string;
	readonly name: string;
	/** Bytes; the last piece may be shorter. */
	readonly pieceLength: number;
	readonly pieceCount: number;
	/** Bytes of all files together. */
	readonly length: number;
	readonly files: readonly MetainfoFile[];
	/** Announce URLs, the tiers flattened, each once. */
	readonly trackers: readonly string[];
	/** URLs of servers that have the data itself (BEP 19). */
	readonly webSeeds: readonly string[];
	readonly private: boolean;
	readonly isSingleFile: boolean;
	readonly comment: string;
	readonly createdBy: string;
	/** Seconds since 1970; 0 when the torrent does not say. */
	readonly createdAt: number;
	/** The info dictionary's own bytes, a view of the parsed ones. */
	readonly info: Uint8Array;
	/** SHA-1 of each piece, 20 bytes each, a view of the parsed bytes. */
	readonly pieceHashes: Uint8Array;
}

/**
 * Reads and checks a .torrent file.
 * @throws MetainfoError with one sentence that says what is wrong.
 */
export function parseTorrent(bytes: Uint8Array): Metainfo {
	const steps = parsing(bytes);
	for (;;) {
		const { done, value } = steps.next();
		if (done) return value;
	}
}

/**
 * The same in steps of a few milliseconds, for whoever has others wait: a torrent of 100,000 files takes half a second.
 * @throws MetainfoError as `parseTorrent`.
 */
export function* parsing(bytes: Uint8Array): Generator<void, Metainfo> {
	if (bytes.length === 0) throw new MetainfoError('this is not a torrent file: it is empty');
	if (bytes.length > MAX_TORRENT_BYTES) {
		throw new MetainfoError(
			`this torrent cannot be used: it is larger than ${MAX_TORRENT_BYTES / 1024 / 1024} MiB`,
		);
	}
	const reader = new BencodeReader(bytes);
	const top = reader.valueAt(0);
	if (!reader.isDictionary(top))
		throw new MetainfoError('this is not a torrent file: it does not begin like one');
	const root = reader.dictionary(top);
	const infoSpan = root.get('info');
	if (!infoSpan || !reader.isDictionary(infoSpan)) {
		throw new MetainfoError('this is not a torrent file: it describes no data');
	}
	const info = reader.dictionary(infoSpan);
	const encoding = optionalText(reader, root.get('encoding'));
	const pieceHashes = readPieceHashes(reader, info);
	const name = readName(reader, info, encoding);
	const pieceLength = readPieceLength(reader, info);
	const { files, length, isSingleFile } = yield* readFiles(reader, info, name, encoding);
	const pieceCount = pieceHashes.length / HASH_BYTES;
	if (Math.ceil(length / pieceLength) !== pieceCount) {
		throw new MetainfoError('this torrent cannot be used: its pieces do not cover its files exactly');
	}
	const raw = bytes.subarray(infoSpan.start, infoSpan.end);
	const createdAt = reader.integer(root.get('creation date')) ?? 0;
	return {
		infohash: createHash('sha1').update(raw).digest('hex'),
		name,
		pieceLength,
		pieceCount,
		length,
		files,
		trackers: trackerList(announceUrls(reader, root)),
		webSeeds: webSeedList(webSeedUrls(reader, root)),
		private: reader.integer(info.get('private')) === 1,
		isSingleFile,
		comment: optionalText(reader, root.get('comment.utf-8') ?? root.get('comment'), encoding),
		createdBy: optionalText(reader, root.get('created by'), encoding),
		createdAt: createdAt > 0 ? createdAt : 0,
		info: raw,
		pieceHashes,
	};
}

function readPieceHashes(reader: BencodeReader, info: Map<string, Span>): Uint8Array {
	const hashes = reader.string(info.get('pieces'));
	if (!hashes && reader.integer(info.get('meta version')) === 2) {
		throw new MetainfoError(
			'this torrent is of version 2 only, which the engine does not speak: look for a version 1 or hybrid one',
		);
	}
	if (!hashes || hashes.length === 0)
		throw new MetainfoError('this torrent cannot be used: it has no piece hashes');
	if (hashes.length % HASH_BYTES !== 0) {
		throw new MetainfoError('this torrent cannot be used: its piece hashes are cut off');
	}
	return hashes;
}

function readName(reader: BencodeReader, info: Map<string, Span>, encoding: string): string {
	const preferred = reader.string(info.get('name.utf-8'));
	const bytes = preferred && preferred.length > 0 ? preferred : reader.string(info.get('name'));
	if (!bytes) throw new MetainfoError('this torrent cannot be used: it has no name');
	const name = decodeText(bytes, encoding);
	checkComponent(name);
	return name;
}

function readPieceLength(reader: BencodeReader, info: Map<string, Span>): number {
	const length = reader.integer(info.get('piece length'));
	if (length === undefined || length < MIN_PIECE_BYTES || length > MAX_PIECE_BYTES) {
		throw new MetainfoError(
			`this torrent cannot be used: its pieces must be between ${MIN_PIECE_BYTES / 1024} KiB and ${MAX_PIECE_BYTES / 1024 / 1024} MiB long`,
		);
	}
	return length;
}

function optionalText(reader: BencodeReader, value: Span | undefined, encoding?: string): string {
	const bytes = reader.string(value);
	return bytes ? decodeText(bytes, encoding) : '';
}

/** The announce URLs in the order of their tiers. A list of tiers, when there is one, replaces the single URL. */
function* announceUrls(reader: BencodeReader, root: Map<string, Span>): Generator<string> {
	const tiers = root.get('announce-list');
	let found = false;
	if (tiers && reader.isList(tiers)) {
		for (const tier of reader.list(tiers)) {
			for (const item of reader.isList(tier) ? reader.list(tier) : [tier]) {
				const url = optionalText(reader, item);
				if (url === '') continue;
				found = true;
				yield url;
			}
		}
	}
	if (!found) yield optionalText(reader, root.get('announce'));
}

/** The url-list (BEP 19): one URL, or a list of them. */
function* webSeedUrls(reader: BencodeReader, root: Map<string, Span>): Generator<string> {
	const value = root.get('url-list');
	if (!value || !reader.isList(value)) {
		yield optionalText(reader, value);
		return;
	}
	let read = 0;
	for (const item of reader.list(value)) {
		if (++read > MAX_URL_LIST) return;
		yield optionalText(reader, item);
	}
}
