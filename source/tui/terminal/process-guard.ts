import { closeSync } from 'node:fs';

/** The exit codes of a process ended by these signals, as shells count them. */
const signalCodes = { SIGHUP: 129, SIGINT: 130, SIGQUIT: 131, SIGTERM: 143 } as const;
type FatalSignal = keyof typeof signalCodes;

export interface GuardHooks {
	/** The process is asked to end with this code. */
	onSignal(code: number): void;
	onError(error: unknown): void;
	/** Somebody stops the process from outside (`kill -TSTP`). */
	onStop(): void;
	/** The process goes on after it was stopped, by us or by others. */
	onContinue(): void;
	/** The process exits: the last moment, synchronous. */
	onExit(): void;
}

/** Watches everything that can end or stop the process; gives what takes the watch away. */
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

/** The exit code for a signal. */
export function signalCode(signal: FatalSignal): number {
	return signalCodes[signal];
}

/**
 * Ends the process. When its terminal may have gone, no descriptor leads there any more: Node would restore the mode
 * of each that does, and crash where it cannot.
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
 * An error as a user can read it, with a line break at the end. Its text may hold what strangers sent, so control
 * characters other than line breaks and tabs are left out.
 */
export function errorText(error: unknown): string {
	const text = error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);
	const cause =
		error instanceof Error && error.cause !== undefined ? `\ncaused by: ${String(error.cause)}` : '';
	return `${(text + cause).replace(/[^\P{Cc}\n\t]/gu, '')}\n`;
}
