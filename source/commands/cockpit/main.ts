import { run } from '../run.ts';
import { keepCodeWith } from './keep-code.ts';
import { cockpitProgram, isForCockpit } from './program.ts';

/**
 * Runs the cockpit for the words of a command line; resolves with its exit code, or with undefined if the words need
 * the program with all commands. `save`: saves the compiled code of this program at the end of a session; undefined:
 * it is saved.
 */
export async function main(
	words: readonly string[],
	save: (() => void) | undefined,
): Promise<number | undefined> {
	if (!isForCockpit(words)) return undefined;
	keepCodeWith(save);
	return run(cockpitProgram, words);
}
