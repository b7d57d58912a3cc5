import { type Background, type ColorsSlice, type ThemeSources, themeNameOf } from '../../state/view/theme.ts';
import type { ColorDepth } from '../terminal/color-depth.ts';
import type { ThemeName } from './names.ts';
import type { Theme } from './theme.ts';
import { fewColors, themes } from './themes/registry.ts';

/** Colors that a terminal gets with a theme, each '#rrggbb'. */
interface Ground {
	readonly kind: 'dark' | 'light';
	readonly background: string;
	readonly text: string;
	/** Whether they are part of the theme. Otherwise they only replace a background of the other kind. */
	readonly isOwn: boolean;
}

/** Grounds by theme. '16' and 'none' keep the colors of the terminal. */
export const grounds: Readonly<Partial<Record<ThemeName, Ground>>> = {
	dark: { kind: 'dark', background: '#15181e', text: '#d0d4dc', isOwn: false },
	light: { kind: 'light', background: '#ffffff', text: '#24292f', isOwn: false },
	ocean: { kind: 'dark', background: '#0c1d27', text: '#c8dde4', isOwn: true },
	ember: { kind: 'dark', background: '#1e1814', text: '#e2d6c8', isOwn: true },
	violet: { kind: 'dark', background: '#191627', text: '#d6d2ec', isOwn: true },
	paper: { kind: 'light', background: '#fbf5e6', text: '#3a3226', isOwn: true },
	'high-contrast': { kind: 'dark', background: '#000000', text: '#ffffff', isOwn: true },
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the visible theme, in the colors of the terminal. */
export function themeOf(state: ThemeSources): Theme {
	return themeAt(themeNameOf(state), state.colors.depth);
}

/**
 * Returns the colors that the terminal gets with the visible theme; undefined: its own. A terminal that did not report
 * its colors keeps them, because it may not be able to restore them.
 */
export function groundOf(state: ThemeSources): Ground | undefined {
	const { background } = state.colors;
	const ground = grounds[themeNameOf(state)];
	if (!background || !ground) return undefined;
	return ground.isOwn || ground.kind !== background ? ground : undefined;
}

/** Returns a theme for a terminal with so many bits of color. */
export function themeAt(name: ThemeName, depth: ColorDepth): Theme {
	if (depth === 1) return themes.none;
	return depth === 4 ? fewColors[name] : themes[name];
}

/** Returns the chosen theme, else the one that suits the environment. */
export function chooseTheme(env: Environment, chosen?: ThemeName): Theme {
	return themes[chosen ?? suitableTheme(env)];
}

/**
 * Returns the theme that suits a terminal.
 *
 * A terminal with 256 colors or more gets `dark` or `light`. Its background is known from its reply, or else from
 * COLORFGBG. All others get the terminal's own 16 colors, which suit any background. Without color (NO_COLOR, or a
 * terminal without colors) the theme is `none`.
 */
export function suitableTheme(env: Environment, background?: Background): ThemeName {
	if ((env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb' || env.TERM === 'vt100') return 'none';
	if (background) return background;
	return hasManyColors(env) ? backgroundOf(env) : '16';
}

/** Returns the sources of the theme at the start. NO_COLOR is a request, unless flag or settings have a theme. */
export function colorsAtStart(
	env: Environment,
	depth: ColorDepth,
	{
		theme,
		defaultTheme,
	}: { readonly theme: ThemeName | undefined; readonly defaultTheme: ThemeName | undefined },
): ColorsSlice {
	const suitable = suitableTheme(env);
	const withoutColors = suitable === 'none' && defaultTheme === undefined ? suitable : undefined;
	return {
		requested: theme ?? withoutColors,
		configured: defaultTheme,
		suitable,
		background: undefined,
		depth,
	};
}

function hasManyColors({ COLORTERM = '', TERM = '' }: Environment): boolean {
	return /^(truecolor|24bit)$/.test(COLORTERM) || /256col|direct|kitty|ghostty/.test(TERM);
}

/** 'foreground;background' as numbers of the 16 colors, sometimes with a value in between. */
function backgroundOf({ COLORFGBG = '' }: Environment): ThemeName {
	const background = /;(\d{1,2})$/.exec(COLORFGBG)?.[1];
	if (background === undefined || Number(background) > 15) return '16';
	// Bright black is dark. Both whites and all other bright colors are light.
	return Number(background) <= 6 || background === '8' ? 'dark' : 'light';
}
