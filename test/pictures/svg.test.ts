import { describe, expect, test } from 'vitest';
import { Emulator } from '../terminal/emulator.ts';
import { darkTerminal } from './colors.ts';
import { shapesOf } from './shapes.ts';
import { svgOf } from './svg.ts';

const box = { x: 0, y: 0, width: 8, height: 16 };

async function pictured(text: string): Promise<string> {
	const emulator = new Emulator({ columns: 20, rows: 2 });
	await emulator.write(text);
	return svgOf(emulator.terminal, darkTerminal, 'a title');
}

describe('glyphs of graphs, bars and borders', () => {
	test.each(['─│╭╮╰╯├┤┬┴┼', '━╸╺', '█▉▊▋▌▍▎▏▁▂▃▄▅▆▇▀▐', '░▒▓', '▲▼●◌‖', '⣀⣠⣴⣿'])(
		'are shapes: %s',
		(glyphs) => {
			for (const glyph of glyphs) expect(shapesOf(glyph, box)).not.toEqual([]);
			for (const glyph of glyphs) expect(shapesOf(glyph, box)).toBeDefined();
		},
	);

	test('lines reach the borders of their cells', () => {
		expect(shapesOf('─', box)?.[0]?.path).toBe('M4 8H0M4 8H8');
		expect(shapesOf('│', box)?.[0]?.path).toBe('M4 8V0M4 8V16');
		expect(shapesOf('╭', box)?.[0]?.path).toMatch(/^M8 8Q.*V16$/);
	});

	test('blocks cover their share of the cell', () => {
		expect(shapesOf('▌', box)).toEqual([{ path: 'M0 0h4v16H0z' }]);
		expect(shapesOf('▂', box)).toEqual([{ path: 'M0 12h8v4H0z' }]);
		expect(shapesOf('▒', box)).toEqual([{ path: 'M0 0h8v16H0z', opacity: 0.5 }]);
	});

	test('a glyph of braille has its dots', () => {
		expect(shapesOf('⠀', box)).toEqual([]);
		expect(shapesOf('⠁', box)?.[0]?.path).toBe('M2 2h0');
		expect(shapesOf('⢀', box)?.[0]?.path).toBe('M6 14h0');
		expect(shapesOf('⣿', box)?.[0]?.path.match(/M/g)).toHaveLength(8);
	});
});

test('texts keep their cells, and other letters than ASCII have a place each', async () => {
	const svg = await pictured('\x1b[31mab c\x1b[m 世<&');
	expect(svg).toContain(
		`textLength="33.6" lengthAdjust="spacingAndGlyphs" fill="${darkTerminal.palette[1]}">ab c<`,
	);
	expect(svg).toMatch(/<text x="54" y="[\d.]+" fill="#d4d4d4">世</);
	expect(svg).toMatch(/<text x="70.8" .*>&lt;&amp;</);
});

test('colors of cells, inverse ones too, are backgrounds', async () => {
	const svg = await pictured('\x1b[48;2;1;2;3ma\x1b[m\x1b[7mb\x1b[m');
	expect(svg).toContain('<rect x="12" y="12" width="8.4" height="18" fill="#010203"/>');
	expect(svg).toContain(`<rect x="20.4" y="12" width="8.4" height="18" fill="${darkTerminal.text}"/>`);
	expect(svg).toMatch(new RegExp(`fill="${darkTerminal.background}">b<`));
});
