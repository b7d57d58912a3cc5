import { sanitize } from './sanitize.ts';
import { wrapWhole } from './wrap-whole.ts';

/** Maximum characters of a text. A traceback has some thousand. */
const MAX_TEXT_LENGTH = 64 * 1024;
/** Maximum lines before wrapping. */
const MAX_LINES = 1_000;

/**
 * Wraps untrusted text to lines of at most `columns` cells, sanitized and complete. Keeps its line breaks and
 * indentations; breaks between words, and within words longer than a line.
 */
export function paragraphs(text: string, columns: number): string[] {
	return text
		.slice(0, MAX_TEXT_LENGTH)
		.trimEnd()
		.split(/\r\n|[\n\r\u2028\u2029]/)
		.slice(0, MAX_LINES)
		.flatMap((line) => wrapWhole(sanitize(line.trimEnd(), MAX_TEXT_LENGTH), columns));
}
