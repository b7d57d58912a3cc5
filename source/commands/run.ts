import type { Declaration } from './declaration/declaration.ts';
import { runProgram } from './declaration/program.ts';
import { withReports } from './program/with-reports.ts';

/** Runs a command line, and prints its failure. Resolves with the exit code of the process. */
export function run(program: Declaration, words: readonly string[]): Promise<number> {
	return withReports(() => runProgram(program, words));
}
