import { homedir } from 'node:os';
import { join } from 'node:path';
import type { WorkingDirectory } from '../../../state/adding/source.ts';

/** Returns the base of typed paths: the working directory of the cockpit. */
export function currentPlace(): WorkingDirectory {
	return { folder: process.cwd(), home: homedir() };
}

/** Returns the default path of a file that is saved: in the working directory, '~' for the home folder. */
export function defaultPath(name: string, { folder, home } = currentPlace()): string {
	const path = join(folder, name);
	return home !== '/' && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
