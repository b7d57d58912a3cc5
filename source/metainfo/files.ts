import type { BencodeReader, Span } from './bencode.ts';
import { MetainfoError, metainfoText } from './error.ts';
import { checkComponent, decodeText, diskName } from './names.ts';
import { type FileEntry, readPlainEntry } from './plain-entry.ts';

/** Maximum number of files of a torrent. */
export const MAX_FILES = 200_000;
/** Number of files read in a step. */
export const FILES_PER_STEP = 256;
export const MAX_PATH_COMPONENTS = 64;
/** Maximum length of a path, bytes. Systems allow longer ones, which leaves space for the destination. */
export const MAX_PATH_BYTES = 3000;
/** Maximum length of all paths together, in characters. Limits the memory of a list of files. */
export const MAX_ALL_PATHS = 32 * 1024 * 1024;

/** Problems of a list of files. */
export const filesText = {
	noData: 'it contains no data',
	noFiles: 'it lists no files',
	malformedList: 'its list of files is malformed',
	tooMany: `it lists more than ${MAX_FILES} files`,
	longNames: 'the names of its files are too long',
	tooLarge: 'its files are larger than any disk',
	invalidLength: 'the length of a file is missing or impossible',
	noPath: 'a file has no path',
	malformedPath: 'the path of a file is malformed',
	longPath: 'the path of a file is too long',
	fileTwice: (path: string) => `it lists the file '${path}' twice`,
	fileAndFolder: (path: string) => `'${path}' is both a file and a folder in it`,
	belowFile: (path: string) => `'${path}' is below a file`,
};

export interface MetainfoFile {
	/** POSIX path relative to the torrent's root. The bare name in a single-file torrent. */
	readonly path: string;
	/** Bytes. */
	readonly length: number;
	/** Offset in the torrent's data, bytes. */
	readonly offset: number;
	/** Path on the disk below the destination folder, with '/'. It begins with the torrent's root. */
	readonly diskPath: string;
	/** Padding between files (BEP 47): zeros that are not stored on disk. */
	readonly padding: boolean;
}

interface FileList {
	readonly files: readonly MetainfoFile[];
	/** Number of bytes of all files. */
	readonly length: number;
	readonly isSingleFile: boolean;
}

/** Reads the files of an info dictionary in steps. Checks each length and path. */
export function* readFiles(
	reader: BencodeReader,
	info: Map<string, Span>,
	name: string,
	encoding: string,
): Generator<void, FileList> {
	const list = info.get('files');
	const result = list ? yield* severalFiles(reader, list, name, encoding) : singleFile(reader, info, name);
	if (result.length === 0) throw refused(filesText.noData);
	return result;
}

function singleFile(reader: BencodeReader, info: Map<string, Span>, name: string): FileList {
	const length = fileLength(reader, info);
	const file = { path: name, length, offset: 0, diskPath: diskName(name), padding: false };
	return { files: [file], length, isSingleFile: true };
}

function* severalFiles(
	reader: BencodeReader,
	list: Span,
	name: string,
	encoding: string,
): Generator<void, FileList> {
	if (!reader.isList(list)) throw refused(filesText.malformedList);
	const files: MetainfoFile[] = [];
	const places = new DiskPaths();
	const root = diskName(name);
	let length = 0;
	let characters = 0;
	for (let at = list.start + 1; !reader.isEnd(at); ) {
		if (files.length % FILES_PER_STEP === 0) yield;
		if (files.length === MAX_FILES) throw refused(filesText.tooMany);
		const entry = readPlainEntry(reader, at) ?? readEntry(reader, at, encoding);
		const { path, place, padding } = entry;
		characters += path.length;
		if (characters > MAX_ALL_PATHS) throw refused(filesText.longNames);
		if (!padding) places.add(place, path);
		files.push({ path, length: entry.length, offset: length, diskPath: `${root}/${place}`, padding });
		length += entry.length;
		if (!Number.isSafeInteger(length)) throw refused(filesText.tooLarge);
		at = entry.end;
	}
	if (files.length === 0) throw refused(filesText.noFiles);
	return { files, length, isSingleFile: false };
}

function readEntry(reader: BencodeReader, start: number, encoding: string): FileEntry {
	const item = reader.valueAt(start);
	if (!reader.isDictionary(item)) throw refused(filesText.malformedList);
	const entry = reader.dictionary(item);
	const components = filePath(reader, entry, encoding);
	return {
		path: components.join('/'),
		place: components.map(diskName).join('/'),
		padding: isPadding(reader, entry),
		length: fileLength(reader, entry),
		end: item.end,
	};
}

function fileLength(reader: BencodeReader, entry: Map<string, Span>): number {
	const length = reader.integer(entry.get('length'));
	if (length === undefined || length < 0) throw refused(filesText.invalidLength);
	return length;
}

function filePath(reader: BencodeReader, entry: Map<string, Span>, encoding: string): string[] {
	const preferred = entry.get('path.utf-8');
	const value = preferred && reader.isList(preferred) ? preferred : entry.get('path');
	if (!value || !reader.isList(value)) throw refused(filesText.noPath);
	const components: string[] = [];
	let bytes = 0;
	for (const item of reader.list(value)) {
		const raw = reader.string(item);
		if (!raw) throw refused(filesText.malformedPath);
		bytes += raw.length + 1;
		if (components.length === MAX_PATH_COMPONENTS || bytes > MAX_PATH_BYTES) {
			throw refused(filesText.longPath);
		}
		const component = decodeText(raw, encoding);
		checkComponent(component);
		components.push(component);
	}
	if (components.length === 0) throw refused(filesText.noPath);
	return components;
}

function isPadding(reader: BencodeReader, entry: Map<string, Span>): boolean {
	return reader.string(entry.get('attr'))?.includes(0x70) ?? false;
}

/** Detects conflicts between paths on the disk: two files, or a file and a folder, at the same path. */
class DiskPaths {
	readonly #files = new Set<string>();
	readonly #folders = new Set<string>();

	/** Adds a file. `place` is its path on the disk below the torrent's root. */
	add(place: string, path: string): void {
		if (this.#files.has(place)) throw refused(filesText.fileTwice(path));
		if (this.#folders.has(place)) throw refused(filesText.fileAndFolder(path));
		this.#files.add(place);
		for (let end = place.lastIndexOf('/'); end > 0; end = place.lastIndexOf('/', end - 1)) {
			const folder = place.slice(0, end);
			// A known folder's own parents are known too.
			if (this.#folders.has(folder)) return;
			if (this.#files.has(folder)) throw refused(filesText.belowFile(path));
			this.#folders.add(folder);
		}
	}
}

/** Returns the refusal of a torrent. `detail` is the reason. */
export function refused(detail: string): MetainfoError {
	return new MetainfoError(metainfoText.unusable(detail));
}
