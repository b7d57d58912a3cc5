/** A position in a log, and the lines after an earlier one. */
export interface LogTail {
	/** Lines, each with its line feed. */
	readonly content: string;
	/** End of the content: pass it to the next request to receive later lines only. */
	readonly position: string;
}

/** Maximum bytes of a response. */
export const MAX_TAIL_BYTES = 16 * 1024 * 1024;

/** A log that can be read from its end. */
export interface LogSource {
	/**
	 * Returns the last lines. With the position of an earlier response, it returns only lines after it, if they are
	 * still there.
	 */
	tail(maxLines: number, after?: string): Promise<LogTail>;
}
