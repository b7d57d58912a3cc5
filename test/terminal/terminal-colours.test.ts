import { describe, expect, test } from 'vitest';
import { groundSequence, resetGroundSequence } from '../../source/tui/terminal/modes.ts';
import { backgroundOf } from '../../source/tui/terminal/terminal-colours.ts';

const grey = (part: number) => ({ red: part, green: part, blue: part });

describe('the background of a terminal', () => {
	test.each([
		[{ background: grey(0) }, 'dark'],
		[{ background: grey(0x2b) }, 'dark'],
		[{ background: { red: 0, green: 43, blue: 54 } }, 'dark'],
		[{ background: { red: 253, green: 246, blue: 227 } }, 'light'],
		[{ foreground: grey(0) }, 'light'],
		[{ foreground: grey(0xd0) }, 'dark'],
		// The text decides at medium brightness.
		[{ background: grey(0x80), foreground: grey(0xff) }, 'dark'],
		[{ background: grey(0x80), foreground: grey(0x10) }, 'light'],
		[{}, undefined],
	])('of the colors %j is %s', (colours, expected) => {
		expect(backgroundOf(colours)).toBe(expected);
	});
});

test('the colors of a terminal are set by name and restored in two ways', () => {
	expect(groundSequence({ text: '#ffffff', background: '#102030' })).toBe(
		'\x1b]10;#ffffff\x1b\\\x1b]11;#102030\x1b\\',
	);
	const reset = resetGroundSequence({ background: { red: 1, green: 2, blue: 255 } });
	expect(reset).toBe('\x1b]11;#0102ff\x1b\\\x1b]110\x1b\\\x1b]111\x1b\\');
});
