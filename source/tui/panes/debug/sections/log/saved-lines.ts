import { passes } from '../../../../../format/log-line.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import { type LogLines, textIn } from './lines.ts';
import type { LogSlice } from './slice.ts';

/** Maximum characters of a saved line. */
const MAX_SAVED_LENGTH = 1024 * 1024;

/** Returns the loaded lines that pass the filter, in parts. Sanitized: a file is often printed on a terminal. */
export function* savedLines({ lines, least }: Pick<LogSlice, 'least'> & { readonly lines: LogLines }) {
	for (const chunk of lines.chunks) {
		let part = '';
		for (let index = 0; index < chunk.starts.length; index++) {
			if (passes(chunk.severities[index] ?? 0, least))
				part += `${sanitize(textIn(chunk, index), MAX_SAVED_LENGTH)}\n`;
		}
		yield part;
	}
}
