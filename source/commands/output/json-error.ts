/** Returns the position of a JSON error. The parser's message quotes the file, which may contain secrets. */
export function placeOfJsonError(error: unknown, text: string): string {
	const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
	if (position === undefined) return '';
	const before = text.slice(0, Number(position)).split('\n');
	return ` in line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
}
