import type { KeyName } from '../terminal/input/events.ts';
import { showKey } from './show-key.ts';

/** Names of keys that are not characters. */
const names: Readonly<Record<KeyName, true>> = {
	space: true,
	enter: true,
	tab: true,
	escape: true,
	backspace: true,
	delete: true,
	insert: true,
	up: true,
	down: true,
	left: true,
	right: true,
	home: true,
	end: true,
	pageup: true,
	pagedown: true,
	f1: true,
	f2: true,
	f3: true,
	f4: true,
	f5: true,
	f6: true,
	f7: true,
	f8: true,
	f9: true,
	f10: true,
	f11: true,
	f12: true,
};

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
	const named = shownNames.get(lower) ?? (Object.hasOwn(names, lower) ? lower : undefined);
	if (!named && !isCharacter) return { problem: keyNamesText.unknown(text) };
	if (shift && isCharacter && !named)
		return { problem: keyNamesText.shifted(text, `${ctrl}${alt}${rest.toUpperCase()}`) };
	// Terminals send no capitals with ctrl.
	const key = `${ctrl}${alt}${shift}${named ?? (ctrl ? lower : rest)}`;
	const other = sentAs[key];
	return other === undefined ? { key } : { problem: keyNamesText.sentAs(key, showKey(other)) };
}
