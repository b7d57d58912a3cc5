/** Severity of a line in a log: 0 for an unknown one. */
export type Severity = 0 | 1 | 2 | 3 | 4;

/** Names of severities, in the order of their numbers. */
export const severityNames = ['all', 'debug', 'info', 'warning', 'error'] as const;

/** A level after the first word, as seedtop writes it. It is found several times faster than any level. */
const secondWord = /[^\s]{1,40} +(?:(DEBUG)|(INFO)|(WARNING)|(ERROR)) /y;

/** A level near the start of a line. Services write it in capital letters. */
const level =
	/[^\n]{0,100}?\b(?:(TRACE|DEBUG)|(INFO|NOTICE)|(WARN(?:ING)?)|(ERR(?:OR)?|CRITICAL|FATAL|EXCEPTION))\b/y;

/** Returns the severity of the line that starts at an index of a text. */
export function severityAt(text: string, index: number): Severity {
	secondWord.lastIndex = index;
	level.lastIndex = index;
	const found = secondWord.exec(text) ?? level.exec(text);
	if (!found) return 0;
	if (found[1] !== undefined) return 1;
	if (found[2] !== undefined) return 2;
	return found[3] === undefined ? 4 : 3;
}

/** Whether a line of this severity passes a filter. Lines of an unknown severity do. */
export function passes(severity: number, least: Severity): boolean {
	return severity === 0 || severity >= least;
}

/** Returns a filter for the lines of a log, in their order. A line without a level has that of the line before. */
export function severityFilter(least: Severity): (line: string) => boolean {
	let severity: Severity = 0;
	return (line) => {
		severity = severityAt(line, 0) || severity;
		return passes(severity, least);
	};
}

/** '2026-11-22T20:05:30.123Z', '2026-11-22 20:05:30,123'. */
const time = /[^\n]{0,60}?(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{3}))?)?/y;

/**
 * Returns the time of the line that starts at an index of a text; undefined if it has none. Its digits are read as UTC,
 * because a log is compared only with itself.
 */
export function lineTimeAt(text: string, index: number): number | undefined {
	time.lastIndex = index;
	const found = time.exec(text);
	if (!found) return undefined;
	const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, ms = 0] = found
		.slice(1)
		.map((digits) => Number(digits ?? 0));
	return Date.UTC(year, month - 1, day, hour, minute, second, ms);
}
