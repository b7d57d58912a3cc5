import { type KeyName, keyNames } from '../terminal/input/events.ts';
import { showKey } from './show-key.ts';

/** Other names of keys, as the cockpit shows them. */
const shownNames: ReadonlyMap<string, KeyName> = new Map<string, KeyName>([
	[' ', 'space'],
	['esc', 'escape'],
	['return', 'enter'],
	['pgup', 'pageup'],
	['pgdn', 'pagedown'],
	['↑', 'up'],
	['↓', 'down'],
	['←', 'left'],
	['→', 'right'],
]);

/** Keys that terminals send as another key. */
const sentAs: Readonly<Record<string, string>> = {
	'ctrl-h': 'backspace',
	'ctrl-i': 'tab',
	'ctrl-j': 'enter',
	'ctrl-m': 'enter',
	'ctrl-[': 'escape',
};

export const keyNamesText = {
	unknown: (key: string) => `there is no key '${key}'`,
	sentAs: (key: string, other: string) => `terminals send '${key}' as '${other}'`,
	shifted: (key: string, capital: string) => `'${key}' is written '${capital}'`,
} as const;

/** Returns a key as `keyName` returns it, or why there is none. */
export function readKey(text: string): { readonly key: string } | { readonly problem: string } {
	const [, modifiers = '', rest = ''] = /^((?:(?:ctrl|alt|shift)-)*)(.+)$/isu.exec(text) ?? [];
	const held = modifiers.toLowerCase();
	const [ctrl, alt, shift] = ['ctrl-', 'alt-', 'shift-'].map((each) => (held.includes(each) ? each : ''));
	const isCharacter = [...rest].length === 1 && rest !== ' ' && /[^\p{C}\p{Z}]/u.test(rest);
	const lower = rest.toLowerCase();
	const named = shownNames.get(lower) ?? keyNames.find((name) => name === lower);
	if (!named && !isCharacter) return { problem: keyNamesText.unknown(text) };
	if (shift && isCharacter && !named)
		return { problem: keyNamesText.shifted(text, `${ctrl}${alt}${rest.toUpperCase()}`) };
	// Terminals send no capitals with ctrl.
	const key = `${ctrl}${alt}${shift}${named ?? (ctrl ? lower : rest)}`;
	const other = sentAs[key];
	return other === undefined ? { key } : { problem: keyNamesText.sentAs(key, showKey(other)) };
}
