import type { Tone } from '../../columns/column.ts';
import type { ThemeName } from './names.ts';
import { themes } from './themes/registry.ts';

/** What a piece of the screen means; how it looks is the theme's business. */
export type Token =
	| Tone
	/** What is said by the way: notices. */
	| 'info'
	/** The program's name, the pane that is shown. */
	| 'title'
	/** Titles of columns. */
	| 'heading'
	/** A key that can be pressed. */
	| 'key'
	/** The row under the cursor. */
	| 'selected'
	/** A row that is marked, for a command on several. */
	| 'mark'
	/** The part of a name that the filter found. */
	| 'match'
	| 'border'
	/** The line or the columns of a graph. */
	| 'graph'
	/** The full part of a progress bar, and the rest of it. */
	| 'gauge'
	| 'track';

/** SGR parameters for each token ('1;36'); empty for none. */
export type Theme = Readonly<Record<Token, string>>;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The theme to paint with: the one that was chosen, else the one that suits the environment.
 *
 * A terminal of 256 colours or more whose COLORFGBG says what its background is has `dark` or `light`; all others the
 * 16 colours of the terminal's own, which are right on any background. Without colour (NO_COLOR, or a terminal that
 * has none) it is `none`.
 */
export function chooseTheme(env: Environment, chosen?: ThemeName): Theme {
	return themes[chosen ?? themeFor(env)];
}

function themeFor(env: Environment): ThemeName {
	if ((env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb' || env.TERM === 'vt100') return 'none';
	return hasManyColours(env) ? backgroundOf(env) : '16';
}

function hasManyColours({ COLORTERM = '', TERM = '' }: Environment): boolean {
	return /^(truecolor|24bit)$/.test(COLORTERM) || /256col|direct|kitty|ghostty/.test(TERM);
}

/** 'foreground;background' as numbers of the 16 colours, sometimes with something between them. */
function backgroundOf({ COLORFGBG = '' }: Environment): ThemeName {
	const background = /;(\d{1,2})$/.exec(COLORFGBG)?.[1];
	if (background === undefined || Number(background) > 15) return '16';
	// The bright black is dark, the white of both kinds is light; so are all bright colours.
	return Number(background) <= 6 || background === '8' ? 'dark' : 'light';
}

/** Text with the look of a token. */
export function style(theme: Theme, token: Token, text: string): string {
	const sgr = theme[token];
	return sgr === '' ? text : `\u001b[${sgr}m${text}\u001b[0m`;
}
