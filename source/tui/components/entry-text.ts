import { moment } from '../../columns/moments.ts';
import { oneLine } from '../../format/one-line.ts';

/**
 * Returns an event as one sanitized line of at most `longest` characters, with the action before it if there is one.
 */
export function entryText(
	{ doing, text }: { doing?: string | undefined; text: string },
	longest: number,
): string {
	const said = oneLine(text, longest);
	return doing === undefined ? said : `${oneLine(doing, longest)}: ${said}`;
}

/** Returns the full text of an event, unsanitized, with the action before it if there is one. */
export function fullEntryText({ doing, text }: { doing?: string | undefined; text: string }): string {
	return doing === undefined ? text : `${doing}: ${text}`;
}

/** Formats a time (Unix ms) in the local time zone: '2026-11-21 12:00:03'. */
export function timeText(at: number): string {
	return moment(at / 1000);
}
