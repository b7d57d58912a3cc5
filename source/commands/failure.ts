import { oneLine } from '../format/one-line.ts';

/** Exit codes of every command. */
export const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

/** Something a command cannot do, with the sentence for the user. */
export class CommandFailure extends Error {
	readonly exitCode: number;
	constructor(message: string, exitCode: number = exitCodes.failed) {
		super(message);
		this.exitCode = exitCode;
	}
}

/** Tells a failure in one line on standard error; the stack only when SEEDTOP_DEBUG is set. Returns the exit code. */
export function reportFailure(error: unknown): number {
	const message = error instanceof Error ? error.message : String(error);
	const hint =
		error instanceof Error && 'hint' in error && typeof error.hint === 'string' ? ` ${error.hint}` : '';
	process.stderr.write(`seedtop: ${oneLine(`${message}${hint}`, 900)}\n`);
	if (process.env.SEEDTOP_DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`);
	return error instanceof CommandFailure ? error.exitCode : exitCodes.failed;
}
