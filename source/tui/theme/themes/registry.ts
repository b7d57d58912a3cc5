import type { ThemeName } from '../names.ts';
import type { Theme } from '../theme.ts';
import { dark } from './dark.ts';
import { highContrast } from './high-contrast.ts';
import { light } from './light.ts';
import { none } from './none.ts';
import { sixteen } from './sixteen.ts';

/** All themes. One that lacks a token does not compile. */
export const themes: Readonly<Record<ThemeName, Theme>> = {
	dark,
	light,
	'high-contrast': highContrast,
	16: sixteen,
	none,
};
