import type { Rgb } from './input/color-reply.ts';
import type { TerminalColors } from './terminal-colors.ts';

/**
 * Modes that are on while the terminal is held, and off after it is released.
 *
 * Wrapping is off so that a terminal with wider glyphs than ours cannot break a line.
 */
const always = ['2004', '1004'];
/** Reports presses, releases and moves with a button held; coordinates as numbers. */
const forMouse = ['1000', '1002', '1006'];

/** Device status query (DSR). Every terminal replies `CSI 0 n` when it has read everything before. */
export const DEVICE_STATUS_QUERY = '\x1b[5n';

/** Queries the colors of text and background: OSC 10 and 11. Some terminals do not answer. */
export const COLOR_QUERIES = ['\x1b]10;?\x1b\\', '\x1b]11;?\x1b\\'] as const;

interface Entering {
	readonly mouse: boolean;
	/** Whether the terminal can answer. */
	readonly asks: boolean;
	/** Whether its colors are of interest. */
	readonly asksColors: boolean;
}

/**
 * Returns the sequence that takes the terminal: alternate screen, hidden cursor, no wrapping. It also enables reports
 * of pastes and focus, and resets the modes of keys and scrolling. It queries the colors and the kitty keyboard
 * protocol, which not all terminals answer. The device status query follows, which all terminals answer.
 */
export function enterSequence({ mouse, asks, asksColors }: Entering): string {
	const reports = mouse ? [...always, ...forMouse] : always;
	const colors = asksColors ? COLOR_QUERIES.join('') : '';
	const questions = asks ? `${colors}\x1b[?u${DEVICE_STATUS_QUERY}` : '';
	return `\x1b[?1049h\x1b[m\x1b[r\x1b[?25l\x1b[?7l\x1b[?1l\x1b>${set(reports, 'h')}${questions}`;
}

/** Returns the sequence that starts or ends reports of the mouse. */
export function mouseSequence(mouse: boolean): string {
	return set(forMouse, mouse ? 'h' : 'l');
}

/** Colors of text and background, each '#rrggbb'. */
export interface GroundColors {
	readonly text: string;
	readonly background: string;
}

/** Returns the sequence that sets the colors of text and background: OSC 10 and 11. */
export function groundSequence({ text, background }: GroundColors): string {
	return `\x1b]10;${text}\x1b\\\x1b]11;${background}\x1b\\`;
}

/**
 * Returns the sequence that restores the colors of the terminal: OSC 110 and 111. Terminals without these sequences get
 * the colors that they reported.
 */
export function resetGroundSequence({ foreground, background }: TerminalColors): string {
	const set = (code: number, color: Rgb | undefined) => (color ? `\x1b]${code};${hexOf(color)}\x1b\\` : '');
	return `${set(10, foreground)}${set(11, background)}\x1b]110\x1b\\\x1b]111\x1b\\`;
}

function hexOf({ red, green, blue }: Rgb): string {
	return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * Makes Escape, and ctrl and alt with any key, arrive as unambiguous sequences. Flag 1 of the kitty keyboard protocol,
 * pushed on the alternate screen's own stack.
 */
export const DISTINCT_KEYS = '\x1b[>1u';

/**
 * Returns the sequence that resets every mode, whether it was on or not, also in the middle of a frame. The end mark of
 * a frame is first, and the first escape ends any half-written sequence. Only distinct keys must have been switched on
 * before.
 */
export function leaveSequence({ keys }: { keys: boolean }): string {
	const modes = set([...forMouse, ...always], 'l');
	return `\x1b[?2026l\x1b[m\x1b[r${keys ? '\x1b[<u' : ''}${modes}\x1b[?7h\x1b[?1049l\x1b[?25h`;
}

function set(modes: readonly string[], state: 'h' | 'l'): string {
	return modes.map((mode) => `\x1b[?${mode}${state}`).join('');
}
