import { describe, expect, test } from 'vitest';
import { applySgr, lookOf, PLAIN } from '../../../source/tui/terminal/attributes.ts';
import { fitColour } from '../../../source/tui/terminal/colour-depth.ts';
import { chooseTheme } from '../../../source/tui/theme/choose-theme.ts';
import { type ThemeName, themeNames } from '../../../source/tui/theme/names.ts';
import { style, type Token } from '../../../source/tui/theme/theme.ts';
import { themes } from '../../../source/tui/theme/themes/registry.ts';
import { type Colour, colour, colourOf256, contrast } from './contrast.ts';

/** Backgrounds for which the themes of many colours are made, the hardest of each. */
const grounds = {
	dark: { backgrounds: ['#000000', '#1e1e1e', '#2b2b2b'], least: 4.5 },
	light: { backgrounds: ['#ffffff', '#f5f5f5'], least: 4.5 },
	'high-contrast': { backgrounds: ['#000000'], least: 7 },
} as const;

/** Looks with less contrast: minor text, or no text. */
const pale: readonly Token[] = ['faint', 'track'];
const INVERSE = 16;

/** Returns the colour that a terminal of so many bits shows for SGR parameters. */
function shown(parameters: string, depth: 8 | 24): Colour {
	const [, kind, ...numbers] = fitColour(parameters, depth).split(';').map(Number);
	const [red = 0, green = 0, blue = 0] = numbers;
	return kind === 5 ? colourOf256(red) : [red, green, blue];
}

const tokens = Object.keys(themes.dark) as Token[];

describe.each(Object.entries(grounds))('%s', (name, { backgrounds, least }) => {
	const theme = themes[name as keyof typeof grounds];
	const coloured = tokens.filter((token) => theme[token] !== '');

	test('colours all text except that in the colour of the terminal', () => {
		expect(tokens.filter((token) => !coloured.includes(token))).toEqual(
			name === 'high-contrast' ? [] : ['normal'],
		);
	});

	test.each(backgrounds.flatMap((background) => [24, 8].map((depth) => [background, depth] as const)))(
		'is readable on %s in colours of %i bits',
		(background, depth) => {
			const faults = coloured.flatMap((token) => {
				const { flags, ...look } = lookOf(applySgr(PLAIN, theme[token]));
				const bits = depth === 24 ? 24 : 8;
				const own = look.background === '' ? colour(background) : shown(look.background, bits);
				const reached = contrast(shown(look.foreground, bits), own);
				const wanted = pale.includes(token) ? (least > 4.5 ? 7 : 3) : least;
				// An inverted piece has its own background.
				expect(look.background !== '').toBe((flags & INVERSE) !== 0);
				return reached >= wanted ? [] : [`${token}: ${reached.toFixed(2)}`];
			});
			expect(faults).toEqual([]);
		},
	);

	test('shows cursor, selection, matches and errors without any colour', () => {
		for (const token of ['cursor', 'selection', 'match', 'bad', 'title', 'heading', 'key'] as const) {
			expect(lookOf(applySgr(PLAIN, theme[token])).flags, token).not.toBe(0);
		}
	});
});

test("'16' has only the colours of the terminal, 'none' has none", () => {
	for (const token of tokens) {
		expect(themes[16][token], token).toMatch(/^$|^(1;)?([1247]|3[0-7])$/);
		expect(themes.none[token], token).toMatch(/^(1;)?[1247]?$/);
	}
	expect(new Set(Object.keys(themes))).toEqual(new Set(themeNames));
});

const many = { TERM: 'xterm-256color' };

test.each<[ThemeName, Record<string, string>]>([
	['16', {}],
	['16', { TERM: 'xterm' }],
	['16', many],
	['16', { TERM: 'xterm', COLORFGBG: '15;0' }],
	['dark', { ...many, COLORFGBG: '15;0' }],
	['dark', { TERM: 'xterm', COLORTERM: 'truecolor', COLORFGBG: '7;default;8' }],
	['light', { ...many, COLORFGBG: '0;default;15' }],
	['light', { ...many, COLORFGBG: '0;7' }],
	['16', { ...many, COLORFGBG: '0;default' }],
	['16', { ...many, COLORFGBG: '0;231' }],
	['none', { ...many, NO_COLOR: '1', COLORFGBG: '15;0' }],
	['16', { ...many, NO_COLOR: '' }],
	['none', { TERM: 'dumb', COLORTERM: 'truecolor' }],
	['none', { TERM: 'vt100' }],
])('the theme is %s for %j', (name, env) => {
	expect(chooseTheme(env)).toBe(themes[name]);
});

test('an explicit choice overrides the environment', () => {
	expect(chooseTheme({ NO_COLOR: '1' }, 'dark')).toBe(themes.dark);
	expect(chooseTheme({ ...many, COLORFGBG: '15;0' }, 'none')).toBe(themes.none);
});

test('a text has the look of its token, and no text after it', () => {
	expect(style(themes[16], 'bad', 'x')).toBe('\u001b[1;31mx\u001b[0m');
	expect(style(themes[16], 'normal', 'x')).toBe('x');
});
