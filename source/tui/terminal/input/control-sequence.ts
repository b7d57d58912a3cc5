import type { InputEvent, KeyEvent, KeyName, MouseButton } from './events.ts';
import { codedKey, keypadKeys, letterKeys, type Modifiers, namedKey, numberedKeys } from './keys.ts';

/** Returns the event of `CSI parameters final`; undefined for terminal replies and unknown keys. */
export function controlSequenceEvent(parameters: string, final: string): InputEvent | undefined {
	if (parameters.startsWith('<')) return mouseEvent(parameters.slice(1), final);
	if (!/^[\d;:]*$/.test(parameters)) return undefined;
	if (parameters === '' && (final === 'I' || final === 'O')) return { type: 'focus', focused: final === 'I' };
	const fields = parameters.split(';').map((field) => field.split(':').map(Number));
	const number = fields[0]?.[0] ?? 0;
	const [mask = 1, kind = 1] = fields[1] ?? [];
	const released = kind === 3;
	if (released) return undefined;
	const modifiers = modifiersOf(mask);
	if (final === 'u') return shiftedKey(fields[0]?.[1], modifiers) ?? codedKey(number, modifiers);
	if (final === '~' && number === 27) return codedKey(fields[2]?.[0] ?? 0, modifiers);
	if (final === 'Z') return namedKey('tab', { ...modifiers, shift: true });
	// `CSI row;column R` is a reply; the key has 1 as first number and modifiers.
	if (final === 'R' && (number !== 1 || mask < 2 || mask > 16)) return undefined;
	const name = final === '~' ? numberedKeys.get(number) : letterKeys.get(final);
	if (name) return namedKey(name, modifiers);
	return rxvtKey(number, final);
}

/** Returns the event of `SS3 final`. Some terminals send a digit for modifiers in between. */
export function singleShiftEvent(digit: string, final: string): KeyEvent | undefined {
	const modifiers = modifiersOf(digit === '' ? 1 : Number(digit));
	const name = letterKeys.get(final);
	if (name) return namedKey(name, modifiers);
	if (final === 'M') return namedKey('enter', modifiers);
	if (final === 'I') return namedKey('tab', modifiers);
	const keypad = keypadKeys.get(final);
	if (keypad) return codedKey(keypad.charCodeAt(0), modifiers);
	const arrow = lowerArrows.get(final);
	return arrow && namedKey(arrow, { ...modifiers, ctrl: true });
}

/** Whether this character can follow SS3. If not, the input was alt-O and another key. */
export function isSingleShiftFinal(final: string): boolean {
	return (
		letterKeys.has(final) || keypadKeys.has(final) || lowerArrows.has(final) || final === 'M' || final === 'I'
	);
}

/** Returns F1 to F5 of the Linux console: `CSI [ A` to `CSI [ E`. */
export function consoleKey(final: string): KeyEvent | undefined {
	const names: Record<string, KeyName> = { A: 'f1', B: 'f2', C: 'f3', D: 'f4', E: 'f5' };
	const name = names[final];
	return name && namedKey(name);
}

const lowerArrows: ReadonlyMap<string, KeyName> = new Map([
	['a', 'up'],
	['b', 'down'],
	['c', 'right'],
	['d', 'left'],
]);

/**
 * Returns a key of rxvt. It marks shift with `$`, ctrl with `^` and both with `@` instead of the tilde; shifted arrows
 * are lower case.
 */
function rxvtKey(number: number, final: string): KeyEvent | undefined {
	const arrow = lowerArrows.get(final);
	if (arrow) return namedKey(arrow, { shift: true });
	const name = numberedKeys.get(number);
	if (!name || !'$^@'.includes(final)) return undefined;
	return namedKey(name, { shift: final !== '^', ctrl: final !== '$' });
}

/** Returns the shifted character that newer protocols report with a key. */
function shiftedKey(code: number | undefined, modifiers: Modifiers): KeyEvent | undefined {
	if (!code || !modifiers.shift || modifiers.ctrl) return undefined;
	return codedKey(code, { ...modifiers, shift: false });
}

function modifiersOf(mask: number): Modifiers {
	const bits = Math.max(0, mask - 1);
	return { shift: (bits & 1) !== 0, alt: (bits & 2) !== 0, ctrl: (bits & 4) !== 0 };
}

const buttons: readonly MouseButton[] = ['left', 'middle', 'right', 'none'];
const wheel: readonly MouseButton[] = ['wheel-up', 'wheel-down', 'wheel-left', 'wheel-right'];

function mouseEvent(parameters: string, final: string): InputEvent | undefined {
	const report = /^(\d+);(\d+);(\d+)$/.exec(parameters);
	if (!report || (final !== 'M' && final !== 'm')) return undefined;
	const [code = 0, x = 0, y = 0] = report.slice(1).map(Number);
	// Buttons 8 to 11: side keys of some mice.
	if ((code & 128) !== 0) return undefined;
	const scrolls = (code & 64) !== 0;
	const moves = (code & 32) !== 0;
	return {
		type: 'mouse',
		action: scrolls ? 'scroll' : moves ? 'move' : final === 'M' ? 'press' : 'release',
		button: (scrolls ? wheel : buttons)[code & 3] ?? 'none',
		column: Math.max(0, x - 1),
		row: Math.max(0, y - 1),
		shift: (code & 4) !== 0,
		alt: (code & 8) !== 0,
		ctrl: (code & 16) !== 0,
	};
}
