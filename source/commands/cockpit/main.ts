import { runAlone } from '../declaration/program.ts';
import { requireOpenFiles } from '../program/open-files.ts';
import { withReports } from '../program/with-reports.ts';
import { keepCodeWith } from './keep-code.ts';
import { cockpitProgram, optionsForCockpit } from './program.ts';

/** Minimum number of open files and connections. Its first second needs 30. */
const MIN_OPEN_FILES = 40;

/**
 * Runs the cockpit for the words of a command line; resolves with its exit code, or with undefined if the words need
 * the program with all commands. `save`: saves the compiled code of this program at the end of a session.
 */
export async function main(words: readonly string[], save: () => void): Promise<number | undefined> {
	const options = optionsForCockpit(words);
	if (!options) return undefined;
	keepCodeWith(save);
	return withReports(async () => {
		requireOpenFiles(MIN_OPEN_FILES, 'the cockpit');
		return runAlone(cockpitProgram, options);
	});
}
