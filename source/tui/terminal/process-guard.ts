import { closeSync } from 'node:fs';

/** Exit codes of a process ended by these signals, as shells count them. */
const signalCodes = { SIGHUP: 129, SIGINT: 130, SIGQUIT: 131, SIGTERM: 143 } as const;
type FatalSignal = keyof typeof signalCodes;

interface GuardHooks {
	/** Called when a signal requests the end of the process. */
	onSignal(code: number): void;
	onError(error: unknown): void;
	/** Called when a signal from outside stops the process (`kill -TSTP`). */
	onStop(): void;
	/** Called when the process continues after any stop. */
	onContinue(): void;
	/** Called when the process exits; only synchronous work is possible. */
	onExit(): void;
}

/** Watches everything that can end or stop the process. Returns the function that removes the listeners. */
export function guardProcess(hooks: GuardHooks): () => void {
	const listeners: [string, (...args: unknown[]) => void][] = [
		['SIGTSTP', () => hooks.onStop()],
		['SIGCONT', () => hooks.onContinue()],
		['uncaughtException', (error) => hooks.onError(error)],
		['unhandledRejection', (reason) => hooks.onError(reason)],
		['exit', () => hooks.onExit()],
	];
	for (const [signal, code] of Object.entries(signalCodes)) {
		listeners.push([signal, () => hooks.onSignal(code)]);
	}
	for (const [event, listener] of listeners) process.on(event, listener);
	return () => {
		for (const [event, listener] of listeners) process.off(event, listener);
	};
}

/** Returns the exit code for a signal. */
export function signalCode(signal: FatalSignal): number {
	return signalCodes[signal];
}

/**
 * Ends the process. When its terminal may be gone, no descriptor may lead to it. Node would restore the mode of each
 * terminal descriptor, and crash where it cannot.
 */
export function endProcess(code: number): never {
	if (code === signalCode('SIGHUP')) {
		const terminals = [process.stdin, process.stdout, process.stderr].filter(({ isTTY }) => isTTY);
		for (const { fd } of terminals) {
			try {
				closeSync(fd);
			} catch {
				// It is closed already.
			}
		}
	}
	process.exit(code);
}

/**
 * Returns an error as readable text with a line break at the end. The text may contain untrusted input, so control
 * characters other than line breaks and tabs are removed.
 */
export function errorText(error: unknown): string {
	const text = error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);
	const cause =
		error instanceof Error && error.cause !== undefined ? `\ncaused by: ${String(error.cause)}` : '';
	return `${(text + cause).replace(/[^\P{Cc}\n\t]/gu, '')}\n`;
}
