import { oneLine } from '../../format/one-line.ts';

/** What happened as one sanitised line, of at most `longest` characters: with what was being done, if anything. */
export function entryText(
	{ doing, text }: { doing?: string | undefined; text: string },
	longest: number,
): string {
	const said = oneLine(text, longest);
	return doing === undefined ? said : `${oneLine(doing, longest)}: ${said}`;
}
