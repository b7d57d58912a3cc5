/**
 * A key. `name` is the character of a printable key ('a', 'A', '?', 'é'), or one of the names below.
 * `shift` is true only for keys that have no character of their own for it (shift-tab, shift-up): 'A' is 'A'.
 */
export interface KeyEvent {
	readonly type: 'key';
	readonly name: string;
	readonly ctrl: boolean;
	readonly alt: boolean;
	readonly shift: boolean;
	/** What the key types: the character of a printable key without ctrl and alt, otherwise ''. */
	readonly text: string;
}

/** Text that was pasted, as the terminal sent it: line breaks may be carriage returns, control characters stay. */
export interface PasteEvent {
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

/** The terminal's window got or lost the focus. */
export interface FocusEvent {
	readonly type: 'focus';
	readonly focused: boolean;
}

export type InputEvent = KeyEvent | PasteEvent | MouseEvent | FocusEvent;

/**
 * What a terminal answers to what it was asked; never an event for an app.
 * alive: the answer to 'are you well?' (`CSI 5 n`); keyboard: it speaks the kitty keyboard protocol (`CSI ? u`).
 */
export type TerminalReply = 'alive' | 'keyboard';

/** Names of keys that are not characters. */
export type KeyName =
	| 'space'
	| 'enter'
	| 'tab'
	| 'escape'
	| 'backspace'
	| 'delete'
	| 'insert'
	| 'up'
	| 'down'
	| 'left'
	| 'right'
	| 'home'
	| 'end'
	| 'pageup'
	| 'pagedown'
	| 'f1'
	| 'f2'
	| 'f3'
	| 'f4'
	| 'f5'
	| 'f6'
	| 'f7'
	| 'f8'
	| 'f9'
	| 'f10'
	| 'f11'
	| 'f12';
