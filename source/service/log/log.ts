import { sanitize } from '../../format/sanitize.ts';

/** In descending order of severity. */
export const logLevels = ['error', 'warning', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Writes one line per message: time, level, text. Untrusted text is sanitized. */
export type Log = (level: LogLevel, message: string, error?: unknown) => void;

/** Maximum characters of a line's message and of its stack. */
const MAX_MESSAGE_LENGTH = 4096;
const MAX_STACK_LENGTH = 8192;

/**
 * Returns a log that writes messages of `minLevel` or more severe levels. An error's stack follows its message on the
 * same line.
 */
export function createLog(write: (line: string) => void, minLevel: LogLevel = 'info'): Log {
	const weight = logLevels.indexOf(minLevel);
	return (level, message, error) => {
		if (logLevels.indexOf(level) > weight) return;
		const time = new Date().toISOString();
		const stack = error instanceof Error ? ` | ${stackOf(error)}` : '';
		write(`${time} ${level.toUpperCase().padEnd(7)} ${sanitize(message, MAX_MESSAGE_LENGTH)}${stack}\n`);
	};
}

function stackOf(error: Error): string {
	const lines = (error.stack ?? error.message).split('\n').map((line) => line.trim());
	return sanitize(lines.join(' | '), MAX_STACK_LENGTH);
}
