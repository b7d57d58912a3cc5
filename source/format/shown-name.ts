import { sanitise } from './sanitise.ts';

/** The name of a file or folder as it is shown: sanitised, and never so that there is nothing to be seen of it. */
export function shownName(name: string, maxLength: number): string {
	const shown = sanitise(name, maxLength);
	return shown.trim() === '' ? '(no name)' : shown;
}
