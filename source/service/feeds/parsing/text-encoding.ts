import { TextDecoder } from 'node:util';

/** Bytes that are enough to find the encoding. */
export const ENCODING_BYTES = 256;

/**
 * Returns the decoder of a document. A byte order mark wins over the Content-Type, and that over the declaration of the
 * document (RFC 7303). Unknown encodings are read as UTF-8. `head`: the first bytes, `ENCODING_BYTES` if there are so
 * many.
 */
export function decoderOf(head: Uint8Array, contentType: string): TextDecoder {
	const stated = charsetOf(contentType) ?? declaredEncoding(head);
	const label = markedEncoding(head) ?? wideEncoding(head) ?? (isWide(stated) ? undefined : stated);
	try {
		return new TextDecoder(label ?? 'utf-8');
	} catch {
		return new TextDecoder();
	}
}

/** Returns the encoding of a byte order mark. */
function markedEncoding([first, second, third]: Uint8Array): string | undefined {
	if (first === 0xff && second === 0xfe) return 'utf-16le';
	if (first === 0xfe && second === 0xff) return 'utf-16be';
	return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined;
}

function charsetOf(contentType: string): string | undefined {
	return /;\s*charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1];
}

/** Returns the encoding of a document of two bytes a character, by its first '<'. */
function wideEncoding([first, second]: Uint8Array): string | undefined {
	if (first === 0x3c && second === 0) return 'utf-16le';
	return first === 0 && second === 0x3c ? 'utf-16be' : undefined;
}

/** Whether an encoding has two or four bytes a character. It is wrong for a document that begins otherwise. */
function isWide(label: string | undefined): boolean {
	return label !== undefined && /^(?:utf-?(?:16|32)|ucs|iso-10646)/i.test(label);
}

/** Returns the encoding of the XML declaration. */
function declaredEncoding(head: Uint8Array): string | undefined {
	const text = Buffer.from(head).toString('latin1');
	return /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(text)?.[1];
}
