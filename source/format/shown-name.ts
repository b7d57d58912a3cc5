import { sanitise } from './sanitise.ts';

/** Returns a file or folder name for display: sanitised and never invisible. */
export function shownName(name: string, maxLength: number): string {
	const shown = sanitise(name, maxLength);
	return shown.trim() === '' ? '(no name)' : shown;
}
