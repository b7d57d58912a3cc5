import { createHash } from 'node:crypto';
import { BencodeReader, type Span } from './bencode.ts';
import { MetainfoError, metainfoText } from './error.ts';
import { type MetainfoFile, readFiles } from './files.ts';
import { checkComponent, decodeText } from './names.ts';
import { trackerList } from './tracker-list.ts';
import { webSeedList } from './web-seed-list.ts';

export type { MetainfoFile } from './files.ts';

/** Maximum size of a .torrent. Several times the largest in use. */
export const MAX_TORRENT_BYTES = 16 * 1024 * 1024;
const MIN_PIECE_BYTES = 1024;
const MAX_PIECE_BYTES = 128 * 1024 * 1024;
export const HASH_BYTES = 20;
/** Maximum number of entries read of a url-list, usable or not. */
const MAX_WEB_SEED_ENTRIES = 1_000;

const { notTorrent, unusable } = metainfoText;

/** Problems of a .torrent file. */
export const torrentText = {
	empty: notTorrent('it is empty'),
	otherBeginning: notTorrent('it does not begin like one'),
	noInfo: notTorrent('it describes no data'),
	tooLarge: unusable(`it is larger than ${MAX_TORRENT_BYTES / 1024 / 1024} MiB`),
	otherPieceCount: unusable('its pieces do not cover its files exactly'),
	secondVersion:
		'this torrent is version 2 only, which the engine does not support: use a version 1 or hybrid one',
	noHashes: unusable('it has no piece hashes'),
	hashesCutOff: unusable('its piece hashes are cut off'),
	noName: unusable('it has no name'),
	pieceLength: unusable(
		`its pieces must be between ${MIN_PIECE_BYTES / 1024} KiB and ${MAX_PIECE_BYTES / 1024 / 1024} MiB long`,
	),
};

/** A valid .torrent: its numbers are consistent and its paths stay below the destination. */
export interface Metainfo {
	/** SHA-1 of the original bytes of the info dictionary, 40 lower-case hexadecimal digits. */
	readonly infohash: string;
	readonly name: string;
	/** Bytes. The last piece may be shorter. */
	readonly pieceLength: number;
	readonly pieceCount: number;
	/** Number of bytes of all files. */
	readonly length: number;
	readonly files: readonly MetainfoFile[];
	/** Announce URLs of all tiers, without duplicates. */
	readonly trackers: readonly string[];
	/** URLs of web seeds (BEP 19). */
	readonly webSeeds: readonly string[];
	readonly private: boolean;
	readonly isSingleFile: boolean;
	readonly comment: string;
	readonly createdBy: string;
	/** Unix time, s. 0 if absent. */
	readonly createdAt: number;
	/** The bytes of the info dictionary, as a view. */
	readonly info: Uint8Array;
	/** SHA-1 of each piece, 20 bytes each, as a view. */
	readonly pieceHashes: Uint8Array;
}

/**
 * Parses and checks a .torrent file.
 * @throws MetainfoError with the problem in one sentence.
 */
export function parseTorrent(bytes: Uint8Array): Metainfo {
	const steps = parseTorrentInSteps(bytes);
	for (;;) {
		const { done, value } = steps.next();
		if (done) return value;
	}
}

/**
 * Parses as `parseTorrent` in steps of a few milliseconds, so that other work can run between them. A torrent of
 * 100,000 files takes 0.5 s.
 * @throws MetainfoError as `parseTorrent`.
 */
export function* parseTorrentInSteps(bytes: Uint8Array): Generator<void, Metainfo> {
	if (bytes.length === 0) throw new MetainfoError(torrentText.empty);
	if (bytes.length > MAX_TORRENT_BYTES) {
		throw new MetainfoError(torrentText.tooLarge);
	}
	const reader = new BencodeReader(bytes);
	const top = reader.valueAt(0);
	if (!reader.isDictionary(top)) throw new MetainfoError(torrentText.otherBeginning);
	const root = reader.dictionary(top);
	const infoSpan = root.get('info');
	if (!infoSpan || !reader.isDictionary(infoSpan)) {
		throw new MetainfoError(torrentText.noInfo);
	}
	const info = reader.dictionary(infoSpan);
	const encoding = optionalText(reader, root.get('encoding'));
	const pieceHashes = readPieceHashes(reader, info);
	const name = readName(reader, info, encoding);
	const pieceLength = readPieceLength(reader, info);
	const { files, length, isSingleFile } = yield* readFiles(reader, info, name, encoding);
	const pieceCount = pieceHashes.length / HASH_BYTES;
	if (Math.ceil(length / pieceLength) !== pieceCount) {
		throw new MetainfoError(torrentText.otherPieceCount);
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
		throw new MetainfoError(torrentText.secondVersion);
	}
	if (!hashes || hashes.length === 0) throw new MetainfoError(torrentText.noHashes);
	if (hashes.length % HASH_BYTES !== 0) {
		throw new MetainfoError(torrentText.hashesCutOff);
	}
	return hashes;
}

function readName(reader: BencodeReader, info: Map<string, Span>, encoding: string): string {
	const preferred = reader.string(info.get('name.utf-8'));
	const bytes = preferred && preferred.length > 0 ? preferred : reader.string(info.get('name'));
	if (!bytes) throw new MetainfoError(torrentText.noName);
	const name = decodeText(bytes, encoding);
	checkComponent(name);
	return name;
}

function readPieceLength(reader: BencodeReader, info: Map<string, Span>): number {
	const length = reader.integer(info.get('piece length'));
	if (length === undefined || length < MIN_PIECE_BYTES || length > MAX_PIECE_BYTES) {
		throw new MetainfoError(torrentText.pieceLength);
	}
	return length;
}

function optionalText(reader: BencodeReader, value: Span | undefined, encoding?: string): string {
	const bytes = reader.string(value);
	return bytes ? decodeText(bytes, encoding) : '';
}

/** Yields the announce URLs in the order of their tiers. A list of tiers replaces the single URL. */
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

/** Yields the url-list (BEP 19): one URL, or a list. */
function* webSeedUrls(reader: BencodeReader, root: Map<string, Span>): Generator<string> {
	const value = root.get('url-list');
	if (!value || !reader.isList(value)) {
		yield optionalText(reader, value);
		return;
	}
	let read = 0;
	for (const item of reader.list(value)) {
		if (++read > MAX_WEB_SEED_ENTRIES) return;
		yield optionalText(reader, item);
	}
}
