import type { Span } from '../../metainfo/bencode.ts';
import type { FileWindow } from './file-window.ts';

/** Maximum digits of a length, and maximum bytes of a name. */
const MAX_DIGITS = 10;
const MAX_NAME_BYTES = 255;
const DICTIONARY = 0x64;
const COLON = 0x3a;
const DIGIT_0 = 0x30;

/** Yields names and positions of the texts in a bencoded dictionary of any size. Ends at the first other value. */
export function* textSpans(file: FileWindow): Generator<readonly [name: string, text: Span]> {
	if (file.byte(0) !== DICTIONARY) return;
	for (let at = 1; ; ) {
		const name = textAt(file, at);
		const text = name && textAt(file, name.end);
		if (!name || !text) return;
		if (name.end - name.start <= MAX_NAME_BYTES)
			yield [file.bytes(name.start, name.end).toString('utf8'), text];
		at = text.end;
	}
}

/** Returns the content of the text whose length begins at `start`; undefined if there is none in the file. */
function textAt(file: FileWindow, start: number): Span | undefined {
	let length = 0;
	for (let at = start; at <= start + MAX_DIGITS; at++) {
		const byte = file.byte(at) ?? 0;
		if (byte === COLON && at > start) {
			const end = at + 1 + length;
			return end <= file.length ? { start: at + 1, end } : undefined;
		}
		const digit = byte - DIGIT_0;
		if (digit < 0 || digit > 9) return undefined;
		length = length * 10 + digit;
	}
	return undefined;
}
