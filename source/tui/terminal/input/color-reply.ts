/** Parts of a color, 0 to 255. */
export interface Rgb {
	readonly red: number;
	readonly green: number;
	readonly blue: number;
}

/** The reply to OSC 10 or OSC 11: the color of text or background. */
export interface ColorReply {
	readonly colorOf: 'foreground' | 'background';
	readonly color: Rgb;
}

const reply =
	/^\x1b\](1[01]);rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})(?:\/[\da-f]{1,4})?(?:\x07|\x1b\\)$/i;

/** Returns the color in a complete control string; undefined for any other reply. */
export function colorReplyOf(sequence: string): ColorReply | undefined {
	const [, code, ...parts] = reply.exec(sequence) ?? [];
	if (code === undefined) return undefined;
	// Each part has its own number of digits: 'f', 'ff' and 'ffff' are all the maximum.
	const [red = 0, green = 0, blue = 0] = parts.map((part) =>
		Math.round((Number.parseInt(part, 16) / (16 ** part.length - 1)) * 255),
	);
	return { colorOf: code === '10' ? 'foreground' : 'background', color: { red, green, blue } };
}

/** Whether a character may be in the reply before its end. */
export function isInColorReply(character: string): boolean {
	return /[\da-frg:;/?#]/i.test(character);
}

/** Whether input begins like a reply with a color and can be nothing else. No key sends these characters at once. */
export function beginsColorReply(input: string): boolean {
	return /^\x1b\]1(?:$|[01](?:$|;))/.test(input);
}

/** Whether input begins like a reply with a color, even if its first character was a key. */
export function isSurelyColorReply(input: string): boolean {
	return /^\x1b\]1[01];/.test(input);
}

/** Whether input is the beginning of a reply with a color, from its first character on. */
export function isStartOfColorReply(input: string): boolean {
	return '\x1b]'.startsWith(input) || (beginsColorReply(input) && [...input.slice(2)].every(isInColorReply));
}
