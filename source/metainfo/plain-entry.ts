import type { BencodeReader } from './bencode.ts';

/** Entry of a torrent's list of files. */
export interface FileEntry {
	/** Bytes. */
	readonly length: number;
	/** Path below the torrent's root, with '/'. Each component is safe. */
	readonly path: string;
	/** The same path with the names on the disk, where long names are shortened. */
	readonly place: string;
	readonly padding: boolean;
	/** Position of the next entry. */
	readonly end: number;
}

const BEFORE_LENGTH = Buffer.from('d6:lengthi');
const BEFORE_PATH = Buffer.from('e4:pathl');
/** Numbers with more digits may not be exact. */
const MAX_DIGITS = 15;
/** Fewer than the limits of a path: others are read and checked by the general parser. */
const MAX_COMPONENTS = 10;
const MAX_NAME_BYTES = 200;

const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const END = 0x65;
const DOT = 0x2e;
const SLASH = 0x2f;
const LAST_ASCII = 0x7f;

/** The path of the entry that is read. One conversion to a string is faster than one for each name. */
const pathBytes = Buffer.alloc(MAX_COMPONENTS * (MAX_NAME_BYTES + 1));

/**
 * Reads an entry that consists of a length and of a path with ASCII names, as most entries do. This takes a third of
 * the time of the general parser. Returns undefined for any other entry, valid or not.
 */
export function readPlainEntry({ bytes }: BencodeReader, start: number): FileEntry | undefined {
	if (!startsWith(bytes, start, BEFORE_LENGTH)) return undefined;
	let at = start + BEFORE_LENGTH.length;
	const digits = at;
	let length = 0;
	for (; isDigit(bytes[at]); at++) length = length * 10 + (bytes[at] ?? 0) - ZERO;
	if (at === digits || at - digits > MAX_DIGITS || !startsWith(bytes, at, BEFORE_PATH)) return undefined;
	at += BEFORE_PATH.length;
	let components = 0;
	let used = 0;
	while (bytes[at] !== END) {
		let size = 0;
		for (; isDigit(bytes[at]) && size <= MAX_NAME_BYTES; at++) size = size * 10 + (bytes[at] ?? 0) - ZERO;
		if (bytes[at] !== COLON || size > MAX_NAME_BYTES || components === MAX_COMPONENTS) return undefined;
		const from = at + 1;
		at = from + size;
		if (components++ > 0) pathBytes[used++] = SLASH;
		if (!copyPlainName(bytes, from, at, used)) return undefined;
		used += size;
	}
	if (components === 0 || bytes[at + 1] !== END) return undefined;
	const path = pathBytes.toString('latin1', 0, used);
	return { length, path, place: path, padding: false, end: at + 2 };
}

function startsWith(bytes: Uint8Array, start: number, expected: Uint8Array): boolean {
	for (let at = 0; at < expected.length; at++) if (bytes[start + at] !== expected[at]) return false;
	return true;
}

function isDigit(byte: number | undefined): boolean {
	return byte !== undefined && byte >= ZERO && byte <= NINE;
}

/** Copies a name to a position of the path. Returns whether it is ASCII, not empty, and safe as a component of a path. */
function copyPlainName(bytes: Uint8Array, from: number, to: number, target: number): boolean {
	if (from === to || (bytes[from] === DOT && to - from <= 2)) return false;
	for (let at = from; at < to; at++) {
		const byte = bytes[at];
		if (!byte || byte === SLASH || byte > LAST_ASCII) return false;
		pathBytes[target + at - from] = byte;
	}
	return true;
}
