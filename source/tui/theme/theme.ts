import type { Tone } from '../../columns/column.ts';

/** What a piece of the screen means; how it looks is the theme's business. */
export type Token =
	| Tone
	/** The program's name, the pane that is shown. */
	| 'title'
	/** Titles of columns. */
	| 'heading'
	/** A key that can be pressed. */
	| 'key'
	/** The row under the cursor. */
	| 'selected'
	| 'border';

/** SGR parameters for each token ('1;36'); empty for none. */
export type Theme = Readonly<Record<Token, string>>;

/** The 16 colours that every terminal has, as its user has set them: right on dark and on light. */
const sixteen: Theme = {
	normal: '',
	faint: '2',
	good: '32',
	busy: '36',
	warning: '33',
	bad: '1;31',
	title: '1;36',
	heading: '1',
	key: '1;33',
	selected: '7',
	border: '36',
};

/** Without colour: weight and inversion alone. */
const colourless: Theme = {
	normal: '',
	faint: '2',
	good: '',
	busy: '',
	warning: '1',
	bad: '1',
	title: '1',
	heading: '1;4',
	key: '1',
	selected: '7',
	border: '2',
};

/** The theme for an environment: without colour when NO_COLOR is set to anything, or the terminal has none. */
export function chooseTheme(env: Readonly<Record<string, string | undefined>>): Theme {
	const plain = (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb' || env.TERM === 'vt100';
	return plain ? colourless : sixteen;
}

/** Text with the look of a token. */
export function style(theme: Theme, token: Token, text: string): string {
	const sgr = theme[token];
	return sgr === '' ? text : `\u001b[${sgr}m${text}\u001b[m`;
}
