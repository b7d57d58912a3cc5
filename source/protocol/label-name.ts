/** Maximum characters of a label's name. */
export const MAX_LABEL_LENGTH = 64;

export const labelNameText = {
	empty: 'The name of a label must not be empty.',
	tooLong: `The name of a label has at most ${MAX_LABEL_LENGTH} characters.`,
	control: 'The name of a label must not contain control characters.',
	dots: "A label cannot be named '.' or '..'.",
} as const;

/** Returns why no label can have a name; undefined if one can. */
export function nameFault(name: string): string | undefined {
	if (name.trim() === '') return labelNameText.empty;
	if ([...name].length > MAX_LABEL_LENGTH) return labelNameText.tooLong;
	// Changes of direction and lone surrogates are invisible, or change the text around them.
	if (/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(name)) return labelNameText.control;
	// A path of a URL cannot have them.
	return name === '.' || name === '..' ? labelNameText.dots : undefined;
}
