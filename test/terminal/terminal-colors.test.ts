import { describe, expect, test } from 'vitest';
import { groundSequence, resetGroundSequence } from '../../source/tui/terminal/modes.ts';
import { backgroundOf } from '../../source/tui/terminal/terminal-colors.ts';

const gray = (part: number) => ({ red: part, green: part, blue: part });

describe('the background of a terminal', () => {
	test.each([
		[{ background: gray(0) }, 'dark'],
		[{ background: gray(0x2b) }, 'dark'],
		[{ background: { red: 0, green: 43, blue: 54 } }, 'dark'],
		[{ background: { red: 253, green: 246, blue: 227 } }, 'light'],
		[{ foreground: gray(0) }, 'light'],
		[{ foreground: gray(0xd0) }, 'dark'],
		// The text decides at medium brightness.
		[{ background: gray(0x80), foreground: gray(0xff) }, 'dark'],
		[{ background: gray(0x80), foreground: gray(0x10) }, 'light'],
		[{}, undefined],
	])('of the colors %j is %s', (colors, expected) => {
		expect(backgroundOf(colors)).toBe(expected);
	});
});

test('the colors of a terminal are set by name and restored in two ways', () => {
	expect(groundSequence({ text: '#ffffff', background: '#102030' })).toBe(
		'\x1b]10;#ffffff\x1b\\\x1b]11;#102030\x1b\\',
	);
	const reset = resetGroundSequence({ background: { red: 1, green: 2, blue: 255 } });
	expect(reset).toBe('\x1b]11;#0102ff\x1b\\\x1b]110\x1b\\\x1b]111\x1b\\');
});
