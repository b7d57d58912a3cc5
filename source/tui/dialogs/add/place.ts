import { homedir } from 'node:os';
import type { Place } from '../../../state/adding/source.ts';

/** Returns the base of typed paths: the working directory of the cockpit. */
export function herePlace(): Place {
	return { folder: process.cwd(), home: homedir() };
}
