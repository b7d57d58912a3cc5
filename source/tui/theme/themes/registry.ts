import type { ThemeName } from '../names.ts';
import type { Theme } from '../theme.ts';
import { dark } from './dark.ts';
import { ember } from './ember.ts';
import { highContrast } from './high-contrast.ts';
import { light } from './light.ts';
import { none } from './none.ts';
import { ocean } from './ocean.ts';
import { paper } from './paper.ts';
import { sixteen } from './sixteen.ts';
import { violet } from './violet.ts';

/** All themes. One that lacks a token does not compile. */
export const themes: Readonly<Record<ThemeName, Theme>> = {
	dark,
	light,
	ocean,
	ember,
	violet,
	paper,
	'high-contrast': highContrast,
	16: sixteen,
	none,
};

/** The same for terminals of 16 colors, which have no color for a tint. */
export const fewColors: Readonly<Record<ThemeName, Theme>> = {
	...themes,
	dark: { ...dark, cursor: sixteen.cursor },
	light: { ...light, cursor: sixteen.cursor },
	ocean: { ...ocean, cursor: sixteen.cursor },
	ember: { ...ember, cursor: sixteen.cursor },
	violet: { ...violet, cursor: sixteen.cursor },
	paper: { ...paper, cursor: sixteen.cursor },
	'high-contrast': { ...highContrast, cursor: sixteen.cursor },
};
