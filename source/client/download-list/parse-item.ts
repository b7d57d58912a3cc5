import { isAscii } from 'node:buffer';
import { parseExact } from '../../protocol/exact-json.ts';

/**
 * Matches where a number may be inexact: 16 digits that neither begin a string nor follow a letter of an infohash. V8
 * skips over text in which they cannot be, but only if each digit is written.
 */
const mayBeInexact = new RegExp(`[^"0-9A-DF-Za-df-z]${'\\d'.repeat(16)}`);

/** Parses the bytes of a JSON value other than a number. Throws a SyntaxError if they are not one value. */
export function parseItem(bytes: Buffer, begin: number, end: number): unknown {
	// Decoding Latin-1 is faster, and JSON.parse then reads one byte for each character.
	const text = bytes.toString(isAscii(bytes.subarray(begin, end)) ? 'latin1' : 'utf8', begin, end);
	return mayBeInexact.test(text) ? parseExact(text) : JSON.parse(text);
}
