import { sanitize } from './sanitize.ts';

/** Returns a file or folder name for display: sanitized and never invisible. */
export function shownName(name: string, maxLength: number): string {
	const shown = sanitize(name, maxLength);
	return shown.trim() === '' ? '(no name)' : shown;
}
