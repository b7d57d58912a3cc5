import { isOutOfFiles, openFilesText } from '../concurrency/open-files.ts';

/**
 * Ends the process with the next step if parts of the program cannot be loaded because too many files are open. The parts
 * that report other failures cannot be loaded either.
 */
export function endIfOutOfFiles(error: unknown): void {
	if (!isOutOfFiles(error)) return;
	process.stderr.write(`seedtop: ${openFilesText.exhausted}\n`);
	process.exit(1);
}
