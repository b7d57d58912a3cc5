import { createHash } from 'node:crypto';
import { BencodeReader, type Span } from './bencode.ts';
import { MetainfoError } from './error.ts';
import {
	FILES_PER_STEP,
	filesText,
	MAX_ALL_PATHS,
	MAX_FILES,
	MAX_PATH_BYTES,
	MAX_PATH_COMPONENTS,
	refused,
} from './files.ts';
import { MAX_TORRENT_BYTES, parseTorrentInSteps, torrentText } from './metainfo.ts';
import { checkComponent, decodeText } from './names.ts';

/** Reason to refuse a torrent. */
export const INVALID_PIECE_LENGTH = 'the length of its pieces is missing or impossible';

/** Description of a .torrent of any version, for adding it to a service. */
interface Description {
	/** 40 digits of version 1. 64 digits of version 2 if the torrent has no version 1. */
	readonly infohash: string;
	/** Infohash of version 2, if the torrent has it. Some services identify hybrid torrents by it. */
	readonly infohash2: string | undefined;
	readonly name: string;
	/** `path` is below the torrent's root, `length` in bytes. The index in the list is the index of the file. */
	readonly files: readonly DescribedFile[];
}

interface DescribedFile {
	readonly path: string;
	readonly length: number;
	/** Filler between files (BEP 47). */
	readonly padding: boolean;
}

/**
 * Parses a .torrent of version 1, 2 or both, in steps of a few milliseconds. Version 1 is checked as for our own
 * engine, which does not support version 2 alone.
 * @throws MetainfoError with the problem in one sentence.
 */
export function* describeInSteps(bytes: Uint8Array): Generator<void, Description> {
	const info = bytes.length > MAX_TORRENT_BYTES ? undefined : infoOf(bytes);
	const infohash2 = info && createHash('sha256').update(info.raw).digest('hex');
	if (!info || info.entries.has('pieces')) {
		const { infohash, name, files } = yield* parseTorrentInSteps(bytes);
		return { infohash, infohash2, name, files };
	}
	const { reader, entries } = info;
	const name = decodeText(reader.string(entries.get('name')) ?? new Uint8Array());
	if (name === '') throw new MetainfoError(torrentText.noName);
	const pieceLength = reader.integer(entries.get('piece length')) ?? 0;
	if (pieceLength < 16_384) throw refused(INVALID_PIECE_LENGTH);
	const tree = entries.get('file tree');
	if (!tree || !reader.isDictionary(tree)) throw refused(filesText.noFiles);
	const files: DescribedFile[] = [];
	let characters = 0;
	for (const { path, length } of filesIn(reader, tree, [])) {
		if (files.length % FILES_PER_STEP === 0) yield;
		characters += path.length;
		if (files.length >= MAX_FILES) throw refused(filesText.tooMany);
		if (characters > MAX_ALL_PATHS) throw refused(filesText.longNames);
		files.push({ path, length, padding: false });
		// The engine of services in the field counts padding up to the end of the piece as a file.
		const rest = length % pieceLength;
		if (rest > 0) {
			const filler = pieceLength - rest;
			files.push({ path: `.pad/${filler}`, length: filler, padding: true });
		}
	}
	if (files.length === 0) throw refused(filesText.noFiles);
	return { infohash: infohash2 ?? '', infohash2, name, files };
}

interface Info {
	readonly reader: BencodeReader;
	readonly entries: ReadonlyMap<string, Span>;
	readonly raw: Uint8Array;
}

/** Returns the info dictionary of a torrent that declares version 2, otherwise undefined. */
function infoOf(bytes: Uint8Array): Info | undefined {
	if (bytes[0] !== 0x64) return undefined;
	const reader = new BencodeReader(bytes);
	const span = reader.dictionary(reader.valueAt(0)).get('info');
	if (!span || !reader.isDictionary(span)) return undefined;
	const entries = reader.dictionary(span);
	if (reader.integer(entries.get('meta version')) !== 2) return undefined;
	return { reader, entries, raw: bytes.subarray(span.start, span.end) };
}

/**
 * Yields the files below a folder of a file tree (BEP 52). An entry with an empty name describes its parent as a
 * file.
 */
function* filesIn(
	reader: BencodeReader,
	folder: Span,
	above: readonly string[],
): Generator<{ readonly path: string; readonly length: number }> {
	for (const [key, value] of reader.entries(folder)) {
		const component = decodeText(key);
		checkComponent(component);
		const components = [...above, component];
		const path = components.join('/');
		if (components.length > MAX_PATH_COMPONENTS || Buffer.byteLength(path) > MAX_PATH_BYTES) {
			throw refused(filesText.longPath);
		}
		if (!reader.isDictionary(value)) throw refused(filesText.malformedList);
		const first = reader.entries(value).next().value;
		if (!first || first[0].length > 0) {
			yield* filesIn(reader, value, components);
			continue;
		}
		const length = reader.isDictionary(first[1])
			? reader.integer(reader.dictionary(first[1]).get('length'))
			: undefined;
		if (length === undefined || length < 0) {
			throw refused(filesText.invalidLength);
		}
		yield { path, length };
	}
}
