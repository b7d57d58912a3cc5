import { randomBytes } from 'node:crypto';
import type { LogPart, LogRange, LogSource } from './log-source.ts';

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

	async tail(maxLines: number, { after, before }: LogRange = {}): Promise<LogPart> {
		const first = this.#count - this.#lines.length;
		const end = before === undefined ? this.#count : Math.max(first, this.#numberOf(before) ?? first);
		const from = Math.max(first, end - maxLines, Math.min(end, this.#numberOf(after) ?? 0));
		const content = this.#lines.slice(from - first, end - first).join('');
		return { content, start: `${this.#prefix}${from}`, position: `${this.#prefix}${end}` };
	}

	/** Returns the number of lines before a position; undefined if it is not of this run. */
	#numberOf(position: string | undefined): number | undefined {
		const count = position?.startsWith(this.#prefix) ? Number(position.slice(this.#prefix.length)) : -1;
		return Number.isSafeInteger(count) && count >= 0 && count <= this.#count ? count : undefined;
	}
}
