import type { ColorReply } from './color-reply.ts';

/**
 * A key. `name` is the character of a printable key ('a', 'A', '?', 'é'), or one of the names below. `shift` is true
 * only for keys without a shifted character (shift-tab, shift-up): 'A' is 'A'.
 */
export interface KeyEvent {
	readonly type: 'key';
	readonly name: string;
	readonly ctrl: boolean;
	readonly alt: boolean;
	readonly shift: boolean;
	/** The typed text: the character of a printable key without ctrl and alt, otherwise ''. */
	readonly text: string;
}

/** Pasted text, as the terminal sent it. Line breaks may be carriage returns; control characters are kept. */
interface PasteEvent {
	readonly type: 'paste';
	readonly text: string;
}

export type MouseButton =
	| 'left'
	| 'middle'
	| 'right'
	| 'wheel-up'
	| 'wheel-down'
	| 'wheel-left'
	| 'wheel-right'
	| 'none';

export interface MouseEvent {
	readonly type: 'mouse';
	readonly action: 'press' | 'release' | 'move' | 'scroll';
	/** For a move: the button held. */
	readonly button: MouseButton;
	/** From 0. */
	readonly column: number;
	/** From 0. */
	readonly row: number;
	readonly ctrl: boolean;
	readonly alt: boolean;
	readonly shift: boolean;
}

/** The terminal's window gained or lost the focus. */
interface FocusEvent {
	readonly type: 'focus';
	readonly focused: boolean;
}

export type InputEvent = KeyEvent | PasteEvent | MouseEvent | FocusEvent;

/**
 * The terminal's reply to a query; never an event for an app. 'alive': the reply to the device status query (`CSI 5
 * n`). 'keyboard': it supports the kitty keyboard protocol (`CSI ? u`). Otherwise one of its colors.
 */
export type TerminalReply = 'alive' | 'keyboard' | ColorReply;

/** Names of keys that are not characters. */
export const keyNames = [
	'space',
	'enter',
	'tab',
	'escape',
	'backspace',
	'delete',
	'insert',
	'up',
	'down',
	'left',
	'right',
	'home',
	'end',
	'pageup',
	'pagedown',
	'f1',
	'f2',
	'f3',
	'f4',
	'f5',
	'f6',
	'f7',
	'f8',
	'f9',
	'f10',
	'f11',
	'f12',
] as const;
export type KeyName = (typeof keyNames)[number];
