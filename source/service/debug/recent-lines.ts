import { randomBytes } from 'node:crypto';
import type { LogSource, LogTail } from './log-source.ts';

/** Maximum characters of all lines. */
const MAX_LENGTH = 2 * 1024 * 1024;

/** The last lines of a log without a file, in memory. */
export class RecentLines implements LogSource {
	readonly #lines: string[] = [];
	#length = 0;
	/** Number of lines so far. */
	#count = 0;
	/** Start of all positions. It differs for each run of the service. */
	readonly #prefix = `${randomBytes(4).toString('hex')}-`;

	/** Adds a line with its line feed. */
	readonly write = (line: string): void => {
		this.#lines.push(line);
		this.#length += line.length;
		this.#count++;
		while (this.#length > MAX_LENGTH && this.#lines.length > 1)
			this.#length -= this.#lines.shift()?.length ?? 0;
	};

	async tail(maxLines: number, after?: string): Promise<LogTail> {
		const later = after?.startsWith(this.#prefix)
			? this.#count - Number(after.slice(this.#prefix.length))
			: this.#count;
		const count = later >= 0 ? Math.min(later, maxLines) : maxLines;
		const content = count === 0 ? '' : this.#lines.slice(-count).join('');
		return { content, position: `${this.#prefix}${this.#count}` };
	}
}
