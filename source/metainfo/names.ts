import { createHash } from 'node:crypto';
import { TextDecoder } from 'node:util';
import { MetainfoError, metainfoText } from './error.ts';

/** Maximum length of a name in file systems, bytes. */
const MAX_NAME_BYTES = 255;
/** Maximum length of an extension that a shortened name keeps. */
const MAX_EXTENSION_BYTES = 20;

/** Problems of a file or folder name. */
export const nameText = {
	empty: 'is empty',
	climbs: (name: string) => `is '${name}'`,
	slash: "contains '/'",
	zero: 'contains a zero byte',
};

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Decodes text of a torrent: UTF-8 if valid, else the torrent's encoding, else windows-1252, which decodes every
 * byte. Never throws.
 */
export function decodeText(bytes: Uint8Array, encoding?: string): string {
	return decodeStrictly(bytes, UTF8) ?? decodeStrictly(bytes, decoderFor(encoding)) ?? fallbackText(bytes);
}

function decodeStrictly(bytes: Uint8Array, decoder: TextDecoder | null): string | null {
	if (!decoder) return null;
	try {
		return decoder.decode(bytes);
	} catch (error) {
		if (error instanceof TypeError) return null;
		throw error;
	}
}

function decoderFor(encoding: string | undefined): TextDecoder | null {
	// UTF-16 would combine pairs of bytes of a plain byte string.
	if (!encoding || /^utf-?16|^unicode|^ucs-?2/i.test(encoding)) return null;
	try {
		return new TextDecoder(encoding, { fatal: true });
	} catch (error) {
		// The encoding is unknown.
		if (error instanceof RangeError) return null;
		throw error;
	}
}

function fallbackText(bytes: Uint8Array): string {
	return new TextDecoder('windows-1252').decode(bytes);
}

/** Throws unless `name` is safe as one component of a path. */
export function checkComponent(name: string): void {
	if (name === '') throw unsafe(nameText.empty);
	if (name === '.' || name === '..') throw unsafe(nameText.climbs(name));
	if (name.includes('/')) throw unsafe(nameText.slash);
	if (name.includes('\0')) throw unsafe(nameText.zero);
}

function unsafe(what: string): MetainfoError {
	return new MetainfoError(metainfoText.unusable(`a file or folder name in it ${what}`));
}

/**
 * Returns the name on disk. A name that is too long for file systems is shortened. It keeps its extension and gets a
 * hash of the whole name, which keeps it unique.
 */
export function diskName(name: string): string {
	// A unit of UTF-16 takes at most three bytes.
	if (name.length * 3 <= MAX_NAME_BYTES || Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
	const dot = name.lastIndexOf('.');
	const ending = dot > 0 ? name.slice(dot) : '';
	const extension = Buffer.byteLength(ending) <= MAX_EXTENSION_BYTES ? ending : '';
	const tail = `~${createHash('sha1').update(name).digest('hex').slice(0, 8)}${extension}`;
	return startOf(name, MAX_NAME_BYTES - Buffer.byteLength(tail)) + tail;
}

/** Returns as many whole characters from the start of `text` as fit into `bytes`. */
function startOf(text: string, bytes: number): string {
	let used = 0;
	let start = '';
	for (const character of text) {
		used += Buffer.byteLength(character);
		if (used > bytes) break;
		start += character;
	}
	return start;
}
