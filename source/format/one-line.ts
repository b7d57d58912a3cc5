import { sanitize } from './sanitize.ts';

const traceback = 'Traceback (most recent call last):';

/** Maximum characters that are searched. A traceback has some thousand. */
const MAX_SEARCHED_LENGTH = 64 * 1024;

/**
 * Returns the most informative line of a message, sanitized, in at most `maxLength` UTF-16 units. This is the exception
 * of a Python traceback, else the first line that is not empty; '' if there is none.
 */
export function oneLine(text: string, maxLength = 300): string {
	const start = text.lastIndexOf(traceback);
	const line =
		start < 0
			? linesOf(text.slice(0, MAX_SEARCHED_LENGTH)).find(hasText)
			: exceptionIn(text.slice(start + traceback.length, start + MAX_SEARCHED_LENGTH));
	return sanitize((line ?? '').trim(), maxLength);
}

/** Returns the first line that is not indented, which names the exception; without one, the last line. */
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
