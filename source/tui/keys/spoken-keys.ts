/** Keys with another spoken name. */
const spoken: Readonly<Record<string, string>> = {
	up: 'up arrow',
	down: 'down arrow',
	left: 'left arrow',
	right: 'right arrow',
	pageup: 'page up',
	pagedown: 'page down',
	'?': 'question mark',
	':': 'colon',
	'/': 'slash',
	'*': 'asterisk',
	'+': 'plus',
	'-': 'minus',
	',': 'comma',
	'.': 'dot',
};

/** Returns the spoken name of a key: punctuation by name, a capital as a letter with shift. */
export function speakKey(key: string): string {
	const known = spoken[key];
	if (known !== undefined) return known;
	return /^[A-Z]$/.test(key) ? `shift-${key.toLowerCase()}` : key;
}
