/**
 * Returns a text without the given characters at its end, in linear time. A regular expression that ends in `+$` takes
 * quadratic time.
 */
export function withoutEnd(text: string, characters: string): string {
	let end = text.length;
	while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
	return text.slice(0, end);
}
