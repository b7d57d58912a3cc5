import { homedir } from 'node:os';
import type { WorkingDirectory } from '../../../state/adding/source.ts';

/** Returns the base of typed paths: the working directory of the cockpit. */
export function currentPlace(): WorkingDirectory {
	return { folder: process.cwd(), home: homedir() };
}
