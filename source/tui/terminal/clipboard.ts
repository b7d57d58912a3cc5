import { passThrough } from './pass-through.ts';

/** Longest text for the clipboard, bytes. Terminals take some ten thousand; longer texts would delay frames. */
const MAX_BYTES = 16 * 1024;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the sequence that puts text into the clipboard of the terminal (OSC 52); undefined when the text is too long.
 *
 * With `set-clipboard`, tmux handles it. With `allow-passthrough`, tmux passes it to its own terminal. Both
 * are tried, since the setting cannot be read. GNU screen passes it on in pieces. Terminals without OSC 52 ignore it.
 */
export function clipboardSequence(text: string, env: Environment): string | undefined {
	const bytes = Buffer.from(text);
	if (bytes.length === 0 || bytes.length > MAX_BYTES) return undefined;
	const sequence = `\x1b]52;c;${bytes.toString('base64')}\x07`;
	const passed = passThrough(sequence, env);
	return env.TMUX ? sequence + passed : passed;
}
