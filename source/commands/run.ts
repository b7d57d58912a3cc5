import type { Declaration } from './declaration/declaration.ts';
import { runProgram } from './declaration/program.ts';
import { exitCodes, reportFailure } from './output/failure.ts';

/** Runs a command line, and prints its failure. Resolves with the exit code of the process. */
export function run(program: Declaration, words: readonly string[]): Promise<number> {
	return withReports(() => runProgram(program, words));
}

/** Runs a part of the program, and prints its failure. Resolves with the exit code of the process. */
export async function withReports(part: () => Promise<number>): Promise<number> {
	// A reader that goes away (seedtop | head) is no fault.
	process.stdout.on('error', (error: NodeJS.ErrnoException) => {
		process.exit(error.code === 'EPIPE' ? exitCodes.done : reportFailure(error));
	});
	try {
		return await part();
	} catch (error) {
		return reportFailure(error);
	}
}
