/** Maximum characters of a name that a user gives a download. */
const MAX_GIVEN_NAME_LENGTH = 255;

export const givenNameText = {
	tooLong: `The name of a download has at most ${MAX_GIVEN_NAME_LENGTH} characters.`,
	control: 'The name of a download must not contain control characters.',
} as const;

/** Returns why a download cannot have a name; undefined if it can. An empty name stands for that of the torrent. */
export function givenNameFault(name: string): string | undefined {
	if ([...name].length > MAX_GIVEN_NAME_LENGTH) return givenNameText.tooLong;
	// Changes of direction and lone surrogates are invisible, or change the text around them.
	return /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(name) ? givenNameText.control : undefined;
}
