import { sanitise } from './sanitise.ts';

const traceback = 'Traceback (most recent call last):';

/** Characters in which the line is looked for: a traceback has some thousand. */
const MAX_SEARCHED_LENGTH = 64 * 1024;

/**
 * Returns the most informative line of a message, sanitised, at most `maxLength` UTF-16 units: the exception at the
 * end of a Python traceback, else the first non-empty line. Empty if there is none.
 */
export function oneLine(text: string, maxLength = 300): string {
	const start = text.lastIndexOf(traceback);
	const line =
		start < 0
			? linesOf(text.slice(0, MAX_SEARCHED_LENGTH)).find(hasText)
			: exceptionIn(text.slice(start + traceback.length, start + MAX_SEARCHED_LENGTH));
	return sanitise((line ?? '').trim(), maxLength);
}

/** Frames are indented; the first line that is not names the exception. Cut off before that, the last line says most. */
function exceptionIn(rest: string): string {
	const lines = linesOf(rest).filter(hasText);
	return lines.find((line) => !/^\s/.test(line)) ?? lines.at(-1) ?? traceback;
}

function linesOf(text: string): string[] {
	return text.split(/\r\n|[\n\r\u2028\u2029]/);
}

function hasText(line: string): boolean {
	return line.trim() !== '';
}
