import { describe, expect, test } from 'vitest';
import { initialColors } from '../../../source/state/view/theme.ts';
import { applySgr, PLAIN, styleOf } from '../../../source/tui/terminal/attributes.ts';
import { fitColor } from '../../../source/tui/terminal/color-depth.ts';
import { chooseTheme, groundOf, grounds, themeAt } from '../../../source/tui/theme/choose-theme.ts';
import { type ThemeName, themeNames } from '../../../source/tui/theme/names.ts';
import { style, styleOnCursor, styleTitles, type Token } from '../../../source/tui/theme/theme.ts';
import { themes } from '../../../source/tui/theme/themes/registry.ts';
import { type Color, color, colorOf256, contrast } from './contrast.ts';

/** Dark and light backgrounds of terminals, and the hardest text color of each that a terminal may have. */
const usual = {
	dark: { backgrounds: ['#000000', '#1e1e1e', '#2b2b2b'], text: '#c0c0c0' },
	light: { backgrounds: ['#ffffff', '#f5f5f5'], text: '#404040' },
} as const;

/** Themes of many colors, with the background of each that has its own. */
const designs = {
	dark: { ground: usual.dark },
	light: { ground: usual.light },
	ocean: { ground: usual.dark },
	ember: { ground: usual.dark },
	violet: { ground: usual.dark },
	paper: { ground: usual.light },
	'high-contrast': { ground: { backgrounds: ['#000000'], text: '#ffffff' } },
} as const;
type Design = keyof typeof designs;
type Depth = 8 | 24;

/** Minimum contrasts by the kind of a token: on the background, on the tint of the cursor. */
const limits = {
	text: [4.5, 4.5],
	/** Minor text. */
	minor: [4.5, 3.5],
	/** Filled bars. */
	bars: [4.5, 3],
	/** Lines, and the rest of bars. */
	lines: [3, 2],
	/** Each token of `high-contrast`. */
	high: [7, 7],
} as const;

function limitOf(name: Design, token: Token): readonly [number, number] {
	if (name === 'high-contrast') return limits.high;
	if (token === 'faint' || token === 'idle') return limits.minor;
	if (token === 'gauge') return limits.bars;
	return token === 'border' || token === 'track' ? limits.lines : limits.text;
}

/** Minimum contrast of the tint of the cursor and the background. */
const VISIBLE_TINT = 1.15;

/** Returns the color that a terminal of so many bits shows for SGR parameters. */
function shown(parameters: string, depth: Depth): Color {
	const [, kind, ...numbers] = fitColor(parameters, depth).split(';').map(Number);
	const [red = 0, green = 0, blue = 0] = numbers;
	return kind === 5 ? colorOf256(red) : [red, green, blue];
}

const tokens = Object.keys(themes.dark) as Token[];
const texts = tokens.filter((token) => token !== 'cursor');

describe.each(Object.keys(designs) as Design[])('%s', (name) => {
	const theme = themes[name];
	const { text } = designs[name].ground;
	const own = grounds[name];
	const backgrounds = [...designs[name].ground.backgrounds, ...(own ? [own.background] : [])];
	const tint = styleOf(applySgr(PLAIN, theme.cursor)).background;
	const textOf = (token: Token, depth: Depth) => {
		const { foreground } = styleOf(applySgr(PLAIN, theme[token]));
		return foreground === '' ? color(text) : shown(foreground, depth);
	};

	test('colors all text except that in the color of the terminal', () => {
		expect(tokens.filter((token) => theme[token] === '')).toEqual(name === 'high-contrast' ? [] : ['normal']);
	});

	describe.each([24, 8] as const)('in colors of %i bits', (depth) => {
		test.each(backgrounds)('is readable on %s', (background) => {
			const faults = texts.flatMap((token) => {
				const reached = contrast(textOf(token, depth), color(background));
				return reached >= limitOf(name, token)[0] ? [] : [`${token}: ${reached.toFixed(2)}`];
			});
			expect(faults).toEqual([]);
			expect(contrast(shown(tint, depth), color(background))).toBeGreaterThan(VISIBLE_TINT);
		});

		test('is readable on the tint of the cursor', () => {
			const faults = texts.flatMap((token) => {
				const reached = contrast(textOf(token, depth), shown(tint, depth));
				return reached >= limitOf(name, token)[1] ? [] : [`${token}: ${reached.toFixed(2)}`];
			});
			expect(faults).toEqual([]);
		});
	});

	test('has a ground on which its text is readable, also under the cursor', () => {
		if (!own) throw new Error('It has no ground.');
		expect(contrast(color(own.text), color(own.background))).toBeGreaterThan(7);
		expect(contrast(color(own.text), shown(tint, 24))).toBeGreaterThan(7);
		expect(contrast(color(own.text), shown(tint, 8))).toBeGreaterThan(6);
	});

	test('shows selection, matches and errors without any color', () => {
		for (const token of ['selection', 'match', 'bad', 'title', 'heading', 'key'] as const) {
			expect(styleOf(applySgr(PLAIN, theme[token])).flags, token).not.toBe(0);
		}
	});

	test('keeps the styles of cells in the row under the cursor', () => {
		for (const token of texts) {
			const { foreground, flags } = styleOf(applySgr(PLAIN, theme[token]));
			const sgr = /\[(.*?)m/.exec(styleOnCursor(theme, token, 'x'))?.[1] ?? '';
			expect(styleOf(applySgr(PLAIN, sgr)), token).toEqual({ flags, foreground, background: tint });
		}
	});
});

test.each(['16', 'none'] as const)('%s draws the row under the cursor in one look', (name) => {
	for (const token of texts) {
		expect(styleOnCursor(themes[name], token, 'x')).toBe(style(themes[name], 'cursor', 'x'));
	}
});

test("'16' has only the colors of the terminal, 'none' has none", () => {
	for (const token of tokens) {
		expect(themes[16][token], token).toMatch(/^$|^(1;)?([1247]|3[0-7]|97;44)$/);
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

describe('the ground of a theme', () => {
	const groundIn = (theme: ThemeName, background: 'dark' | 'light' | undefined) =>
		groundOf({ colors: { ...initialColors, background }, view: { theme }, dialogs: [] });

	test('replaces that of the terminal if it is of the other kind, or part of the theme', () => {
		expect(groundIn('dark', 'dark')).toBeUndefined();
		expect(groundIn('dark', 'light')).toBe(grounds.dark);
		expect(groundIn('light', 'dark')).toBe(grounds.light);
		expect(groundIn('ember', 'dark')).toBe(grounds.ember);
		expect(groundIn('paper', 'light')).toBe(grounds.paper);
		expect(groundIn('16', 'light')).toBeUndefined();
		expect(groundIn('none', 'light')).toBeUndefined();
	});

	test('leaves a terminal alone that did not report its colors', () => {
		for (const theme of themeNames) expect(groundIn(theme, undefined)).toBeUndefined();
	});
});

test('the theme of a terminal with few colors has a cursor that it shows', () => {
	for (const theme of themeNames) expect(themeAt(theme, 1)).toBe(themes.none);
	expect(themeAt('ember', 4).cursor).toBe(themes[16].cursor);
	expect(themeAt('none', 4)).toBe(themes.none);
	expect(themeAt('ember', 8)).toBe(themes.ember);
});

test('underlines words only: no blanks around them, and none between titles', () => {
	const theme = themes['high-contrast'];
	const underlined = (line: string) =>
		[...line.matchAll(/\u001b\[([\d;]*)m([^\u001b]*)/g)]
			.filter(([, sgr = '']) => sgr.startsWith('1;4;'))
			.map(([, , text]) => text);
	expect(underlined(styleTitles(theme, '  NAME    ETA RATIO '))).toEqual(['NAME', 'ETA', 'RATIO']);
	expect(underlined(style(theme, 'bad', ' two words   3 '))).toEqual(['two words', '3']);
	const plain = style(theme, 'good', ' a  b ');
	expect(plain).toBe(`\u001b[${theme.good}m a  b \u001b[0m`);
});
