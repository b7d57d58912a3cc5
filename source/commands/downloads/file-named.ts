import { sanitize } from '../../format/sanitize.ts';
import type { File } from '../../protocol/resources/file.ts';
import { CommandFailure, exitCodes } from '../declaration/failure.ts';

/** Returns the file at a path, also as displayed. */
export function fileNamed(files: readonly File[], text: string): File {
	const file = files.find(({ name }) => name === text) ?? files.find(({ name }) => sanitize(name) === text);
	if (!file) {
		throw new CommandFailure(
			`The download has no file '${sanitize(text, 200)}'. List them with 'seedtop files'.`,
			exitCodes.notFound,
		);
	}
	return file;
}
