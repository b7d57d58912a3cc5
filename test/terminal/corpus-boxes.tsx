import { Box, Spacer } from 'ink';
import type { ReactNode } from 'react';
import { Canvas } from '../../source/tui/terminal/canvas.tsx';
import { Framed } from './framed.tsx';

/** Lines that fill their canvas: styles, wide glyphs, emoji, combining marks. */
const lines = [
	'The quick brown fox jumps over',
	'\u001b[1;31mbold red\u001b[0m and \u001b[4;38;5;99mviolet\u001b[0m text',
	'\u001b[7minverse\u001b[0m \u001b[48;2;1;2;3mon a color\u001b[0m ──│╭╮',
	'日本語 한국어 after wide',
	'e\u0301a\u0308 👍 👨‍👩‍👧‍👦 🇩🇪 after clusters',
];

const all = <Canvas width={30} height={lines.length} lines={lines} />;
const word = (text: string) => <Canvas width={text.length} height={1} lines={[text]} />;

/** Canvases in boxes with the options of Ink's layout. */
export const boxes: Record<string, ReactNode> = {
	'lines of every kind': all,
	'a row with grow and shrink': (
		<Box>
			<Box flexGrow={1}>{word('left')}</Box>
			<Spacer />
			{word('right')}
		</Box>
	),
	'padding and margin': (
		<Box padding={1} marginLeft={3} marginTop={1}>
			{word('in')}
		</Box>
	),
	'a frame': (
		<Framed width={34} height={8}>
			{all}
		</Framed>
	),
	'overlapping boxes': (
		<Box width={30} height={8}>
			{all}
			<Box position="absolute" marginLeft={6} marginTop={1} width={14} height={4}>
				{word('dialog')}
			</Box>
		</Box>
	),
	'display none': (
		<Box>
			<Box display="none">{word('no')}</Box>
			{word('yes')}
		</Box>
	),
	'columns with a gap': (
		<Box gap={2} flexWrap="wrap">
			{word('one')}
			{word('two')}
			{word('three')}
		</Box>
	),
	alignment: (
		<Box width={20} height={5} justifyContent="center" alignItems="flex-end">
			{word('x')}
		</Box>
	),
	'fractional widths': (
		<Box width={20}>
			{['a', 'b', 'c'].map((name) => (
				<Box key={name} width="33%">
					{word(name.repeat(3))}
				</Box>
			))}
		</Box>
	),
};
