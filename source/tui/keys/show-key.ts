const shownKeys: Readonly<Record<string, string>> = {
	up: '↑',
	down: '↓',
	left: '←',
	right: '→',
	escape: 'esc',
	pageup: 'pgup',
	pagedown: 'pgdn',
};

/** Returns a key as displayed: '↑', 'ctrl-z'. */
export function showKey(key: string): string {
	return shownKeys[key] ?? key;
}
