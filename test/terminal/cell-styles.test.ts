import { describe, expect, test } from 'vitest';
import { applySgr, PLAIN, styleOf } from '../../source/tui/terminal/attributes.ts';
import { BoundedMemo } from '../../source/tui/terminal/bounded-memo.ts';
import { type ColorDepth, detectColorDepth, fitColor } from '../../source/tui/terminal/color-depth.ts';
import { glyphOf, glyphText, glyphWidth } from '../../source/tui/terminal/glyphs.ts';
import { Emulator } from './emulator.ts';

test('SGR parameters are parsed in every notation', () => {
	const style = (parameters: string) => styleOf(applySgr(PLAIN, parameters));
	expect(style('1;31')).toEqual({ flags: 1, foreground: '31', background: '' });
	expect(style('38;5;208;48;2;1;2;3')).toEqual({
		flags: 0,
		foreground: '38;5;208',
		background: '48;2;1;2;3',
	});
	expect(style('38:2::9:8:7;4:3')).toEqual({ flags: 8, foreground: '38;2;9;8;7', background: '' });
	expect(style('58;5;1;9')).toEqual({ flags: 32, foreground: '', background: '' });
	expect(style('38;2;300;0;0;1')).toEqual({ flags: 1, foreground: '', background: '' });
	expect(style('1;2;22;3;39')).toEqual({ flags: 4, foreground: '', background: '' });
	expect(style('31;1;')).toEqual({ flags: 0, foreground: '', background: '' });
});

describe('colors are reduced to those of the terminal', () => {
	test.each<[string, ColorDepth, string]>([
		['38;2;255;0;0', 24, '38;2;255;0;0'],
		['38;2;255;0;0', 8, '38;5;196'],
		['38;2;255;0;0', 4, '91'],
		['48;2;0;0;120', 4, '44'],
		['48;2;130;130;130', 8, '48;5;244'],
		['38;5;196', 8, '38;5;196'],
		['38;5;196', 4, '91'],
		['38;5;3', 4, '33'],
		['48;5;232', 4, '40'],
		['94', 4, '94'],
		['94', 1, ''],
	])('%s in %i bits is %s', (color, depth, fitted) => {
		expect(fitColor(color, depth)).toBe(fitted);
	});

	test('the environment sets the number of colors, but CI does not', () => {
		const terminal = { getColorDepth: (env?: object) => (env && 'CI' in env ? 1 : 24) };
		expect(detectColorDepth(terminal, { CI: 'true' })).toBe(24);
		expect(detectColorDepth(terminal, { NO_COLOR: '1' })).toBe(1);
		expect(detectColorDepth({}, {})).toBe(4);
	});

	test('tmux shows true color if the terminal around it does, GNU screen never', () => {
		const [tmux, any] = [8, 24].map((depth) => ({ getColorDepth: () => depth }));
		expect(detectColorDepth(tmux ?? {}, { TMUX: '/tmp/x,1,0', COLORTERM: 'truecolor' })).toBe(24);
		expect(detectColorDepth(tmux ?? {}, { TMUX: '/tmp/x,1,0' })).toBe(8);
		expect(detectColorDepth(any ?? {}, { STY: '1.x', COLORTERM: 'truecolor' })).toBe(8);
		expect(detectColorDepth(any ?? {}, { STY: '1.x', TMUX: '/tmp/x', COLORTERM: 'truecolor' })).toBe(24);
	});
});

describe('untrusted text does not fill the memory', () => {
	test('a memo holds recent entries, up to its limit', () => {
		let computed = 0;
		const memo = new BoundedMemo<number, number>(100);
		for (let key = 0; key < 10_000; key++) {
			memo.get(key, () => computed++);
			memo.get(-1, () => computed++);
		}
		expect(computed).toBe(10_001);
		memo.get(0, () => computed++);
		expect(computed).toBe(10_002);
	});

	test('a pile of combining marks is one short glyph', () => {
		const glyph = glyphOf(`a${'\u0301'.repeat(5000)}`);
		expect(glyphText(glyph).length).toBeLessThanOrEqual(32);
		expect(glyphWidth(glyph)).toBe(1);
	});
});

test('a snapshot of a screen reads like the screen, then its styles', async () => {
	const emulator = new Emulator({ columns: 10, rows: 3 });
	await emulator.write('\x1b[1;32mab\x1b[m c\r\n\x1b[48;2;1;2;3m日本\x1b[m\x1b[7m \x1b[38;5;99mx');
	expect(emulator.snapshot()).toBe(
		[
			'10x3',
			'|ab c      |',
			'|日本 x    |',
			'|          |',
			'  0 0-1     bold green',
			'  1 0-3     on #010203',
			'  1 4-4     inverse',
			'  1 5-5     inverse 256:99',
			'',
		].join('\n'),
	);
});
