import '../../source/tui/terminal/full-colour.ts';
import { Box, Text } from 'ink';
import { describe, expect, test } from 'vitest';
import { Canvas } from '../../source/tui/terminal/index.ts';
import { boxes } from './corpus-boxes.tsx';
import { texts, words } from './corpus-texts.tsx';
import { painted as ours } from './painted.ts';
import { stock } from './stock-ink.tsx';

const corpus = { ...texts, ...boxes };

describe('the painter paints as stock Ink', () => {
	test.each(Object.entries(corpus))('%s', async (name, element) => {
		const [expected, painted] = [await stock(element), await ours(element)];
		expect(expected.text().trim() === '').toBe(name === 'an empty text');
		expect(painted.emulator.snapshot()).toBe(expected.snapshot());
	});
});

describe('the painter improves on stock Ink', () => {
	test('by cutting every line of a truncated text separately', async () => {
		const { emulator } = await ours(
			<Box width={5}>
				<Text wrap="truncate">{'aaa\nbbbbbbbb\ncc\ndddddd'}</Text>
			</Box>,
		);
		expect(emulator.rows().slice(0, 5)).toEqual(['aaa', 'bbbb…', 'cc', 'ddddd…'.slice(1), '']);
	});

	test('by keeping all looks of wrapped text', async () => {
		const { emulator } = await ours(
			<Box width={6}>
				<Text>
					<Text bold color="red" underline>
						aaaaa bbbbb
					</Text>
				</Text>
			</Box>,
		);
		expect(emulator.cell(0, 1)).toEqual({ text: 'b', style: 'bold underline red' });
	});

	test('by clipping inner boxes to outer ones', async () => {
		const { emulator } = await ours(
			<Box width={6} height={1} overflow="hidden">
				<Box width={20} height={1} flexShrink={0} overflow="hidden">
					<Text>{words}</Text>
				</Box>
			</Box>,
		);
		expect(emulator.text().trimEnd()).toBe('The qu');
	});

	test('by replacing a wide glyph at an edge with a blank', async () => {
		const { emulator } = await ours(
			<Box width={5} height={1} overflow="hidden">
				<Box width={20} flexShrink={0}>
					<Text>日本語のテ</Text>
				</Box>
			</Box>,
		);
		expect(emulator.rows()[0]).toBe('日本');
	});

	test('by painting boxes too small for their border', async () => {
		const { emulator } = await ours(
			<Box flexDirection="column">
				<Box borderStyle="single" width={1} height={1} />
				<Box borderStyle="single" width={0} height={2} />
				<Text>on</Text>
			</Box>,
		);
		expect(emulator.text()).toContain('on');
	});

	test('by sending only looks and text to the terminal', async () => {
		const evil = 'a\x1b]0;title\x07b\x1b[2Jc\x9b5nd\x1bPq\x1b\\e\r\tf\x00\x7fg\x1b[>cH\u202eh\x1b(0i\x1b';
		const { emulator, frames } = await ours(
			<Box flexDirection="column">
				<Text>{evil}</Text>
				<Canvas width={30} height={1} lines={[evil]} />
			</Box>,
		);
		expect(emulator.rows().slice(0, 2)).toEqual(['abcdefgHhi', 'abcdefgHhi']);
		const rest = frames.join('').replace(/\x1b\[(\?2026[hl]|[\d;]*[mHGCKBr]|\d*X)|\r\n|\r|\n/g, '');
		expect(rest).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
	});
});
