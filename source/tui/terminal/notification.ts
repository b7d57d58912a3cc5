import { sanitise } from '../../format/sanitise.ts';
import { passThrough } from './pass-through.ts';

/** How a terminal is told to draw attention: not at all, by its bell, or by a notification of the desktop. */
export type NotifyWay = 'none' | 'bell' | 'osc9' | 'osc777';

/** Characters of a notification; more no desktop shows. */
const longest = 200;

export interface NotificationOptions {
	readonly way: NotifyWay;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Only printable ASCII, where the terminal reads no more. */
	readonly ascii: boolean;
}

/**
 * The sequence that tells a terminal something; '' when there is none. The text may be of strangers. OSC 9 is read by
 * iTerm2, kitty, WezTerm, Ghostty and Windows Terminal, OSC 777 by foot, urxvt, WezTerm and Ghostty; others ignore
 * them. Within tmux and screen it is wrapped, so that they hand it on (tmux only with `allow-passthrough`); the bell
 * they hand on by themselves.
 */
export function notification(text: string, { way, env, ascii }: NotificationOptions): string {
	if (way === 'none') return '';
	if (way === 'bell') return '\x07';
	// In OSC 777 a semicolon parts title and text.
	const shown = sanitise(text, longest).replaceAll(';', ',');
	const safe = ascii ? shown.replace(/[^\x20-\x7e]/g, '?') : shown;
	const sequence = way === 'osc9' ? `\x1b]9;seedtop: ${safe}\x07` : `\x1b]777;notify;seedtop;${safe}\x07`;
	return passThrough(sequence, env);
}
