import { maxOpenFiles, openFilesText } from '../../concurrency/open-files.ts';
import { CommandFailure } from '../declaration/failure.ts';

/** Throws if this process may open fewer files and connections than a program needs. */
export function requireOpenFiles(least: number, program: string): void {
	const limit = maxOpenFiles();
	if (limit !== undefined && limit < least)
		throw new CommandFailure(openFilesText.tooFew(limit, least, program));
}
