import type { ThemeName } from './names.ts';
import type { Theme } from './theme.ts';
import { themes } from './themes/registry.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the chosen theme, else the one that suits the environment.
 *
 * A terminal with 256 colours or more whose COLORFGBG gives its background gets `dark` or `light`. All others get the
 * terminal's own 16 colours, which suit any background. Without colour (NO_COLOR, or a terminal without colours) the
 * theme is `none`.
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

/** 'foreground;background' as numbers of the 16 colours, sometimes with a value in between. */
function backgroundOf({ COLORFGBG = '' }: Environment): ThemeName {
	const background = /;(\d{1,2})$/.exec(COLORFGBG)?.[1];
	if (background === undefined || Number(background) > 15) return '16';
	// Bright black is dark. Both whites and all other bright colours are light.
	return Number(background) <= 6 || background === '8' ? 'dark' : 'light';
}
