import type { KeyEvent, KeyName } from './events.ts';

export interface Modifiers {
	readonly ctrl?: boolean;
	readonly alt?: boolean;
	readonly shift?: boolean;
}

/** Returns a key that is not a character. */
export function namedKey(
	name: KeyName,
	{ ctrl = false, alt = false, shift = false }: Modifiers = {},
): KeyEvent {
	const types = name === 'space' && !ctrl && !alt;
	return { type: 'key', name, ctrl, alt, shift, text: types ? ' ' : '' };
}

/**
 * Returns the key of a character as a terminal sends it: printable, or a control character. Returns undefined if it is
 * no key.
 */
export function characterKey(character: string, alt = false): KeyEvent | undefined {
	const code = character.codePointAt(0) ?? 0;
	if (code === 0x20) return namedKey('space', { alt });
	if (code === 0x00) return namedKey('space', { ctrl: true, alt });
	if (code === 0x09) return namedKey('tab', { alt });
	if (code === 0x0a || code === 0x0d) return namedKey('enter', { alt });
	if (code === 0x08 || code === 0x7f) return namedKey('backspace', { alt });
	if (code === 0x1b) return namedKey('escape', { alt });
	if (code <= 0x1a) return printable(String.fromCharCode(code + 0x60), { ctrl: true, alt });
	if (code <= 0x1f) return printable(String.fromCharCode(code + 0x40), { ctrl: true, alt });
	// C1 controls, lone surrogates, and invalid UTF-8.
	if ((code >= 0x80 && code < 0xa0) || (code >= 0xd800 && code < 0xe000) || code === 0xfffd) return undefined;
	return printable(character, { alt });
}

/** Returns a key by its Unicode number and modifiers, as newer keyboard protocols send it. */
export function codedKey(code: number, modifiers: Modifiers): KeyEvent | undefined {
	const name = namedCodes.get(code);
	if (name) return namedKey(name, modifiers);
	const keypad = keypadCharacters.get(code);
	if (keypad) return printable(keypad, modifiers);
	// Keys without a meaning here have numbers in a private area.
	if (code < 0x20 || code > 0x10ffff || (code >= 0x7f && code < 0xa0) || (code >= 0xd800 && code < 0xf900)) {
		return undefined;
	}
	return printable(String.fromCodePoint(code), modifiers);
}

/** Keys of sequences that end in a letter: `CSI A`, `CSI 1;5A`, `SS3 A`. */
export const letterKeys: ReadonlyMap<string, KeyName> = new Map([
	['A', 'up'],
	['B', 'down'],
	['C', 'right'],
	['D', 'left'],
	['H', 'home'],
	['F', 'end'],
	['P', 'f1'],
	['Q', 'f2'],
	['R', 'f3'],
	['S', 'f4'],
]);

/** Keys of sequences that end in a tilde, by number. */
export const numberedKeys: ReadonlyMap<number, KeyName> = new Map([
	[1, 'home'],
	[2, 'insert'],
	[3, 'delete'],
	[4, 'end'],
	[5, 'pageup'],
	[6, 'pagedown'],
	[7, 'home'],
	[8, 'end'],
	[11, 'f1'],
	[12, 'f2'],
	[13, 'f3'],
	[14, 'f4'],
	[15, 'f5'],
	[17, 'f6'],
	[18, 'f7'],
	[19, 'f8'],
	[20, 'f9'],
	[21, 'f10'],
	[23, 'f11'],
	[24, 'f12'],
]);

/** Keys of the keypad in application mode, after SS3. */
export const keypadKeys: ReadonlyMap<string, string> = new Map(
	[...'jklmnopqrstuvwxyX'].map((letter, index) => [letter, '*+,-./0123456789='[index] ?? '']),
);

const namedCodes: ReadonlyMap<number, KeyName> = new Map<number, KeyName>([
	[9, 'tab'],
	[13, 'enter'],
	[27, 'escape'],
	[32, 'space'],
	[127, 'backspace'],
	[57_414, 'enter'],
	[57_417, 'left'],
	[57_418, 'right'],
	[57_419, 'up'],
	[57_420, 'down'],
	[57_421, 'pageup'],
	[57_422, 'pagedown'],
	[57_423, 'home'],
	[57_424, 'end'],
	[57_425, 'insert'],
	[57_426, 'delete'],
]);

const keypadCharacters: ReadonlyMap<number, string> = new Map([
	...[...'0123456789./*-+'].map((character, index): [number, string] => [57_399 + index, character]),
	[57_415, '='],
]);

/**
 * Returns a printable key. A shifted letter is its capital. With ctrl there are no capitals, so shift stays a modifier.
 */
function printable(character: string, { ctrl = false, alt = false, shift = false }: Modifiers): KeyEvent {
	const capital = character.toUpperCase();
	const name = shift && !ctrl && capital.length === character.length ? capital : character;
	return { type: 'key', name, ctrl, alt, shift: shift && ctrl, text: ctrl || alt ? '' : name };
}
