import { homedir } from 'node:os';
import type { Place } from '../../../state/adding/source.ts';

/** Where paths begin that are typed: the folder the cockpit runs in. */
export function herePlace(): Place {
	return { folder: process.cwd(), home: homedir() };
}
