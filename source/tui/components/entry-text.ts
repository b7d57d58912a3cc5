import { moment } from '../../columns/moments.ts';
import { oneLine } from '../../format/one-line.ts';

/** What happened as one sanitised line, of at most `longest` characters: with what was being done, if anything. */
export function entryText(
	{ doing, text }: { doing?: string | undefined; text: string },
	longest: number,
): string {
	const said = oneLine(text, longest);
	return doing === undefined ? said : `${oneLine(doing, longest)}: ${said}`;
}

/** All that there is to read of it, unsanitised: with what was being done, if anything. */
export function entryWords({ doing, text }: { doing?: string | undefined; text: string }): string {
	return doing === undefined ? text : `${doing}: ${text}`;
}

/** A moment (milliseconds since 1970) as the clock here shows it: '2026-11-21 12:00:03'. */
export function momentText(at: number): string {
	return moment(at / 1000);
}
