import { sanitise } from '../format/sanitise.ts';

/** From what needs somebody at once to what explains how something came. */
export const logLevels = ['error', 'warning', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** One line a message: time, level, text. What peers and torrents put into it is made harmless. */
export type Log = (level: LogLevel, message: string, error?: unknown) => void;

/** Characters of a line's message, and of the stack behind it. */
const MAX_MESSAGE_LENGTH = 4096;
const MAX_STACK_LENGTH = 8192;

/**
 * A log that writes lines to `write`, messages of `least` and of what weighs more. The stack of an error stands
 * behind its message, so that each message stays one line.
 */
export function createLog(write: (line: string) => void, least: LogLevel = 'info'): Log {
	const weight = logLevels.indexOf(least);
	return (level, message, error) => {
		if (logLevels.indexOf(level) > weight) return;
		const time = new Date().toISOString();
		const stack = error instanceof Error ? ` | ${stackOf(error)}` : '';
		write(`${time} ${level.toUpperCase().padEnd(7)} ${sanitise(message, MAX_MESSAGE_LENGTH)}${stack}\n`);
	};
}

function stackOf(error: Error): string {
	const lines = (error.stack ?? error.message).split('\n').map((line) => line.trim());
	return sanitise(lines.join(' | '), MAX_STACK_LENGTH);
}
