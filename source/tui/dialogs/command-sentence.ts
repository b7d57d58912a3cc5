import { speakKey } from '../keys/spoken-keys.ts';
import type { Command } from '../surfaces/command.ts';

/** Titles with another meaning when spoken. */
const SPOKEN_TITLES: Readonly<Record<string, string>> = { redraw: 'Announce the current position' };

/** Returns a command for the screen reader: 's: Stop the download (It is stopped already.)' */
export function commandSentence(
	{ id, title }: Command,
	keys: readonly string[],
	why: string | undefined,
): string {
	const shown = keys.map(speakKey).join(' or ');
	const words = `${SPOKEN_TITLES[id] ?? title}${why === undefined ? '' : ` (${why})`}`;
	return shown === '' ? words : `${shown}: ${words}`;
}
