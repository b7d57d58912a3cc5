import { passThrough } from './pass-through.ts';

/** Bytes of text at most: terminals take some ten thousand, and what is longer would hold up the screen. */
const longest = 16 * 1024;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What puts text into the clipboard of the terminal (OSC 52); undefined for what is too long.
 *
 * tmux takes it itself where `set-clipboard` is on, and hands it on to its own terminal where `allow-passthrough` is: both
 * are tried, since nobody says which of them holds. GNU screen hands it on in pieces. A terminal that does not know it
 * ignores it.
 */
export function clipboardSequence(text: string, env: Environment): string | undefined {
	const bytes = Buffer.from(text);
	if (bytes.length === 0 || bytes.length > longest) return undefined;
	const sequence = `\x1b]52;c;${bytes.toString('base64')}\x07`;
	const passed = passThrough(sequence, env);
	return env.TMUX ? sequence + passed : passed;
}
