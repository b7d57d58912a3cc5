import '../../source/tui/terminal/full-colour.ts';
import { Box } from 'ink';
import { describe, expect, test } from 'vitest';
import { Canvas } from '../../source/tui/terminal/index.ts';
import { boxes } from './corpus-boxes.tsx';
import { painted as ours } from './painted.ts';
import { stock } from './stock-ink.tsx';

describe('the painter paints as stock Ink', () => {
	test.each(Object.entries(boxes))('%s', async (_, element) => {
		const [expected, painted] = [await stock(element), await ours(element)];
		expect(expected.text().trim()).not.toBe('');
		expect(painted.emulator.snapshot()).toBe(expected.snapshot());
	});
});

describe('the painter improves on stock Ink', () => {
	test('by clipping inner boxes to outer ones', async () => {
		const { emulator } = await ours(
			<Box width={6} height={1} overflow="hidden">
				<Box width={20} height={1} flexShrink={0} overflow="hidden">
					<Canvas width={20} height={1} lines={['The quick brown fox']} />
				</Box>
			</Box>,
		);
		expect(emulator.text().trimEnd()).toBe('The qu');
	});

	test.each([
		[{ overflow: 'hidden' }, ['b1', 'c1', '']],
		[{ overflowX: 'hidden' }, ['b1', 'c1', 'd1']],
		[{ overflowY: 'hidden' }, ['b1234', 'c1234', '']],
	] as const)('by clipping scrolled lines, with %o', async (overflow, rows) => {
		const { emulator } = await ours(
			<Box width={2} height={2} {...overflow}>
				<Box marginTop={-1} marginLeft={-1} flexShrink={0}>
					<Canvas width={6} height={4} lines={['xa1234', 'xb1234', 'xc1234', 'xd1234']} />
				</Box>
			</Box>,
		);
		expect(emulator.rows().slice(0, 3)).toEqual(rows);
	});

	test('by replacing a wide glyph at an edge with a blank', async () => {
		const { emulator } = await ours(
			<Box width={5} height={1} overflow="hidden">
				<Canvas width={20} height={1} lines={['日本語のテ']} />
			</Box>,
		);
		expect(emulator.rows()[0]).toBe('日本');
	});

	test('by sending only looks and text to the terminal', async () => {
		const evil = 'a\x1b]0;title\x07b\x1b[2Jc\x9b5nd\x1bPq\x1b\\e\r\tf\x00\x7fg\x1b[>cH\u202eh\x1b(0i\x1b';
		const { emulator, frames } = await ours(
			<Box flexDirection="column">
				<Canvas width={30} height={1} lines={[evil]} />
			</Box>,
		);
		expect(emulator.rows()[0]).toBe('abcdefgHhi');
		const rest = frames.join('').replace(/\x1b\[(\?2026[hl]|[\d;]*[mHGCKBr]|\d*X)|\r\n|\r|\n/g, '');
		expect(rest).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
	});
});
