/** GNU screen passes on at most this much in one string. */
const MAX_SCREEN_STRING = 512;

/**
 * Returns a sequence for the terminal itself, wrapped for a multiplexer in between. tmux passes it on with
 * `allow-passthrough`, GNU screen in pieces.
 */
export function passThrough(
	sequence: string,
	{ TMUX = '', STY = '' }: Readonly<Record<string, string | undefined>>,
): string {
	if (TMUX !== '') return `\x1bPtmux;${sequence.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`;
	if (STY === '') return sequence;
	const pieces = sequence.match(new RegExp(`[^]{1,${MAX_SCREEN_STRING}}`, 'g')) ?? [];
	return pieces.map((piece) => `\x1bP${piece}\x1b\\`).join('');
}
