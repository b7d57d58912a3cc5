import { sanitize } from '../../format/sanitize.ts';
import { passThrough } from './pass-through.ts';

/** How a terminal draws attention: not at all, by its bell, or by a desktop notification. */
type NotifyMethod = 'none' | 'bell' | 'osc9' | 'osc777';

/** Maximum length of a notification; desktops show no more. */
const MAX_CHARACTERS = 200;

interface NotificationOptions {
	readonly method: NotifyMethod;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Whether only printable ASCII is used. */
	readonly ascii: boolean;
}

/**
 * Returns the sequence that shows a notification, '' when there is none. The text may be untrusted input. OSC 9 is
 * supported by iTerm2, kitty, WezTerm, Ghostty and Windows Terminal, OSC 777 by foot, urxvt, WezTerm and Ghostty. Other
 * terminals ignore them. Within tmux and screen it is wrapped so that they pass it on (tmux only with
 * `allow-passthrough`). Both pass the bell on by themselves.
 */
export function notification(text: string, { method, env, ascii }: NotificationOptions): string {
	if (method === 'none') return '';
	if (method === 'bell') return '\x07';
	// In OSC 777 a semicolon separates title and text.
	const shown = sanitize(text, MAX_CHARACTERS).replaceAll(';', ',');
	const safe = ascii ? shown.replace(/[^\x20-\x7e]/g, '?') : shown;
	const sequence = method === 'osc9' ? `\x1b]9;seedtop: ${safe}\x07` : `\x1b]777;notify;seedtop;${safe}\x07`;
	return passThrough(sequence, env);
}
