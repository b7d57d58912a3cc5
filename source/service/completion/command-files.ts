import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';

/**
 * Returns the files of a command that no download may replace: its program, and files among its arguments, such as the
 * script of a shell.
 */
export function commandFiles([program, ...parameters]: readonly string[]): string[] {
	return program === undefined ? [] : [program, ...parameters.filter(isFile)];
}

function isFile(path: string): boolean {
	try {
		return isAbsolute(path) && statSync(path).isFile();
	} catch {
		return false;
	}
}
