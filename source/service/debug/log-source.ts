/** A part of a log. */
export interface LogPart {
	/** Lines, each with its line feed. */
	readonly content: string;
	/** Start of the content: pass it as `before` to receive earlier lines. */
	readonly start: string;
	/** End of the content: pass it as `after` to receive later lines only. */
	readonly position: string;
}

/** Positions of earlier responses that limit a part. */
export interface LogRange {
	/** Only lines after this position, if they are still there. */
	readonly after?: string | undefined;
	/** Only lines before this position; none if it is not there any more. */
	readonly before?: string | undefined;
}

/** Maximum bytes of a response. */
export const MAX_TAIL_BYTES = 16 * 1024 * 1024;

/** A log that can be read from its end. */
export interface LogSource {
	/** Returns the last lines of the log, or of a range. */
	tail(maxLines: number, range?: LogRange): Promise<LogPart>;
}
