import { sanitise } from '../format/sanitise.ts';

export type LogLevel = 'error' | 'warning' | 'info';

/** One line a message: time, level, text. What peers and torrents put into it is made harmless. */
export type Log = (level: LogLevel, message: string, error?: unknown) => void;

/** A log that writes lines to `write`; the stack of an error follows on lines of its own, indented. */
export function createLog(write: (line: string) => void): Log {
	return (level, message, error) => {
		write(`${new Date().toISOString()} ${level.toUpperCase().padEnd(7)} ${sanitise(message)}\n`);
		const stack = error instanceof Error ? (error.stack ?? error.message) : undefined;
		if (stack) for (const line of stack.split('\n')) write(`    ${sanitise(line)}\n`);
	};
}
