import type { Declaration } from './declaration/declaration.ts';
import { runProgram } from './declaration/program.ts';
import { exitCodes, reportFailure } from './output/failure.ts';

/** Runs a command line, and prints its failure. Resolves with the exit code of the process. */
export async function run(program: Declaration, words: readonly string[]): Promise<number> {
	// A reader that goes away (seedtop | head) is no fault.
	process.stdout.on('error', (error: NodeJS.ErrnoException) => {
		process.exit(error.code === 'EPIPE' ? exitCodes.done : reportFailure(error));
	});
	try {
		return await runProgram(program, words);
	} catch (error) {
		return reportFailure(error);
	}
}
