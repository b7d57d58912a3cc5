import '../../source/tui/terminal/full-colour.ts';
import { EventEmitter } from 'node:events';
import { Box, Newline, render, Spacer, Text, Transform } from 'ink';
import { type ReactNode, useEffect, useState } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { Canvas, Overlay, useTerminalSize } from '../../source/tui/terminal/index.ts';
import { Emulator } from './emulator.ts';
import { type Painted, paintOnEmulator } from './painted.ts';

const columns = 48;
const rows = 16;

/** What stock Ink shows: its debug frame, line by line. */
async function stock(element: ReactNode): Promise<Emulator> {
	let frame = '';
	const stdout = Object.assign(new EventEmitter(), {
		columns,
		rows,
		write(text: string) {
			frame = text;
		},
	});
	const app = render(
		<Box width={columns} height={rows} flexDirection="column">
			{element}
		</Box>,
		{
			stdout: stdout as unknown as NodeJS.WriteStream,
			debug: true,
			patchConsole: false,
		},
	);
	app.unmount();
	const emulator = new Emulator({ columns, rows });
	for (const [y, line] of frame.split('\n').slice(0, rows).entries())
		await emulator.write(`\x1b[${y + 1}H\x1b[m${line}`);
	return emulator;
}

const open: Painted[] = [];
async function ours(element: ReactNode, options = { columns, rows }): Promise<Painted> {
	const painted = paintOnEmulator(element, options);
	open.push(painted);
	await painted.settled();
	return painted;
}
afterEach(() => {
	for (const { painting } of open.splice(0)) painting.unmount();
});

const words = 'The quick brown fox jumps over the lazy dog, and then it sleeps in the sun for an afternoon.';
const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const borders = [
	'single',
	'double',
	'round',
	'bold',
	'singleDouble',
	'doubleSingle',
	'classic',
	'arrow',
] as const;
const cut = [
	'truncate',
	'truncate-start',
	'truncate-middle',
	'truncate-end',
	'wrap',
	'end',
	'middle',
] as const;

const corpus: Record<string, ReactNode> = {
	'a text': <Text>hello</Text>,
	'an empty text': <Text>{''}</Text>,
	'a wrapped text': <Text>{words}</Text>,
	'a wrapped long word': <Text>{`a ${long} b`}</Text>,
	'wrapped text with spaces at the edges': <Text>{`   ${words.replaceAll(' ', '  ')}   `}</Text>,
	'wrapped text with line breaks': <Text>{`one\n\n${words}\nend`}</Text>,
	'wrapped coloured text': <Text color="red">{words}</Text>,
	'wrapped wide text': (
		<Box width={9}>
			<Text>日本語のテキスト mixed 文字 text 漢字</Text>
		</Box>
	),
	'wrapped combining marks': (
		<Box width={7}>
			<Text>{'e\u0301a\u0308o\u0302 '.repeat(6)}</Text>
		</Box>
	),
	'every look': (
		<Box flexDirection="column">
			<Text bold>bold</Text>
			<Text dimColor>dim</Text>
			<Text italic>italic</Text>
			<Text underline>under line</Text>
			<Text inverse>inverse</Text>
			<Text strikethrough>strike</Text>
			<Text bold dimColor italic underline inverse strikethrough color="cyan" backgroundColor="blue">
				all
			</Text>
		</Box>
	),
	'every kind of colour': (
		<Box flexDirection="column">
			{[
				'black',
				'gray',
				'grey',
				'redBright',
				'whiteBright',
				'#fa3',
				'#102030',
				'rgb(1, 2, 3)',
				'ansi256(200)',
			].map((colour) => (
				<Box key={colour}>
					<Text color={colour}>{colour}</Text>
					<Text backgroundColor={colour}>{colour}</Text>
				</Box>
			))}
		</Box>
	),
	'nested looks': (
		<Text color="green">
			a
			<Text bold>
				b<Text color="red">c</Text>d
			</Text>
			<Text backgroundColor="#333">e</Text>f
		</Text>
	),
	'a nested text with line breaks': (
		<Text>
			a<Text color="red">{'b\nc'}</Text>d<Newline />e
		</Text>
	),
	'escape sequences in text': <Text>{'a\x1b[31mred\x1b[39m\x1b[2J\x1b[Hb\x1b]0;title\x07c'}</Text>,
	transform: (
		<Transform transform={(line, index) => `${index}:${line.toUpperCase()}`}>
			<Text>{'one\ntwo'}</Text>
		</Transform>
	),
	'nested transforms': (
		<Text>
			x
			<Transform transform={(line) => `[${line}]`}>
				<Text bold>y</Text>
			</Transform>
			z
		</Text>
	),
	'transformed wrapped text': (
		<Box width={12}>
			<Transform transform={(line) => line.replaceAll('o', '0')}>
				<Text color="blue">{words}</Text>
			</Transform>
		</Box>
	),
	'a row with grow and shrink': (
		<Box>
			<Box flexGrow={1}>
				<Text>left</Text>
			</Box>
			<Spacer />
			<Text>{words}</Text>
			<Text>right</Text>
		</Box>
	),
	'padding and margin': (
		<Box padding={1} marginLeft={3} marginTop={1} borderStyle="single">
			<Text>in</Text>
		</Box>
	),
	'nested borders': (
		<Box borderStyle="round" width={30}>
			<Box borderStyle="bold" flexGrow={1}>
				<Text wrap="truncate">{words}</Text>
			</Box>
		</Box>
	),
	'border colours': (
		<Box
			borderStyle="single"
			borderColor="red"
			borderTopColor="#00ff88"
			borderLeftDimColor
			width={12}
			height={4}
		>
			<Text>x</Text>
		</Box>
	),
	'dim border': (
		<Box
			borderStyle="double"
			borderDimColor
			borderBottomColor="ansi256(99)"
			borderRightColor="blue"
			width={12}
			height={4}
		/>
	),
	'border sides': (
		<Box>
			<Box borderStyle="single" borderTop={false} width={6} height={4} />
			<Box borderStyle="single" borderLeft={false} width={6} height={4} />
			<Box borderStyle="single" borderRight={false} borderBottom={false} width={6} height={4} />
			<Box borderStyle="single" borderLeft={false} borderRight={false} width={6} height={4}>
				<Text>x</Text>
			</Box>
		</Box>
	),
	'a border of own strokes': (
		<Box
			borderStyle={{
				topLeft: 'a',
				top: 'b',
				topRight: 'c',
				right: 'd',
				bottomRight: 'e',
				bottom: 'f',
				bottomLeft: 'g',
				left: 'h',
			}}
			width={8}
			height={3}
		/>
	),
	background: (
		<Box backgroundColor="blue" width={20} height={3}>
			<Text>on blue</Text>
		</Box>
	),
	'background in a border': (
		<Box backgroundColor="#202040" borderStyle="round" width={20} height={5} padding={1}>
			<Text color="yellow">on it</Text>
		</Box>
	),
	'background within background': (
		<Box backgroundColor="ansi256(20)" width={20} height={5} padding={1}>
			<Box backgroundColor="rgb(9, 9, 9)">
				<Text>inner</Text>
			</Box>
		</Box>
	),
	'overflow hidden': (
		<Box width={10} height={3} overflow="hidden" borderStyle="single">
			<Box width={30} flexShrink={0}>
				<Text>{words}</Text>
			</Box>
		</Box>
	),
	'overflow across only': (
		<Box width={10} height={2} overflowX="hidden">
			<Box width={30} height={5} flexShrink={0}>
				<Text>{words}</Text>
			</Box>
		</Box>
	),
	'overflow down only': (
		<Box width={10} height={2} overflowY="hidden" flexDirection="column">
			<Box width={30} height={5} flexShrink={0}>
				<Text>{words}</Text>
			</Box>
		</Box>
	),
	'scrolled up and left': (
		<Box width={20} height={3} overflow="hidden">
			<Box marginTop={-1} marginLeft={-4} width={30} flexShrink={0}>
				<Text>{words}</Text>
			</Box>
		</Box>
	),
	'overlapping boxes': (
		<Box width={30} height={8}>
			<Text>{words}</Text>
			<Box
				position="absolute"
				marginLeft={6}
				marginTop={1}
				borderStyle="double"
				backgroundColor="red"
				width={14}
				height={4}
			>
				<Text>dialog</Text>
			</Box>
		</Box>
	),
	'display none': (
		<Box>
			<Box display="none">
				<Text>no</Text>
			</Box>
			<Text>yes</Text>
		</Box>
	),
	'columns with a gap': (
		<Box gap={2} flexWrap="wrap">
			<Text>one</Text>
			<Text>two</Text>
			<Text>three</Text>
		</Box>
	),
	alignment: (
		<Box width={20} height={5} justifyContent="center" alignItems="flex-end">
			<Text>x</Text>
		</Box>
	),
	'fractional widths': (
		<Box width={20}>
			{['a', 'b', 'c'].map((name) => (
				<Box key={name} width="33%" borderStyle="single">
					<Text>{name.repeat(9)}</Text>
				</Box>
			))}
		</Box>
	),
	emoji: <Text>👍 ok 👨‍👩‍👧‍👦 family 🇩🇪 flag ❤️ heart ✓</Text>,
	...Object.fromEntries(
		borders.map((style) => [
			`border ${style}`,
			<Box key={style} borderStyle={style} width={10} height={4}>
				<Text>x</Text>
			</Box>,
		]),
	),
	...Object.fromEntries(
		cut.flatMap((wrap) =>
			[words.slice(0, 40), `${'ab'.repeat(9)} c`, 'short'].map((text, index) => [
				`${wrap} ${index}`,
				<Box key={wrap} width={11} height={2} flexDirection="column">
					<Text wrap={wrap} color="green">
						{text}
					</Text>
				</Box>,
			]),
		),
	),
	...Object.fromEntries(
		cut.slice(0, 4).map((wrap) => [
			`${wrap} of styled text`,
			<Box key={wrap} width={9}>
				<Text wrap={wrap}>
					<Text color="red">abcdefg</Text>hijk<Text bold>lmnop</Text>
				</Text>
			</Box>,
		]),
	),
};

describe('the painter shows what stock Ink shows', () => {
	test.each(Object.entries(corpus))('%s', async (name, element) => {
		const [expected, painted] = [await stock(element), await ours(element)];
		expect(expected.text().trim() === '').toBe(name === 'an empty text');
		expect(painted.emulator.snapshot()).toBe(expected.snapshot());
	});
});

describe('where the painter does better than stock Ink', () => {
	test('every line of a truncated text is cut by itself', async () => {
		const { emulator } = await ours(
			<Box width={5}>
				<Text wrap="truncate">{'aaa\nbbbbbbbb\ncc\ndddddd'}</Text>
			</Box>,
		);
		expect(emulator.rows().slice(0, 5)).toEqual(['aaa', 'bbbb…', 'cc', 'ddddd…'.slice(1), '']);
	});

	test('wrapped text keeps all of its looks', async () => {
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

	test('an inner clip does not reach beyond an outer one', async () => {
		const { emulator } = await ours(
			<Box width={6} height={1} overflow="hidden">
				<Box width={20} height={1} flexShrink={0} overflow="hidden">
					<Text>{words}</Text>
				</Box>
			</Box>,
		);
		expect(emulator.text().trimEnd()).toBe('The qu');
	});

	test('a wide glyph that an edge cuts leaves a blank, not half of itself outside', async () => {
		const { emulator } = await ours(
			<Box width={5} height={1} overflow="hidden">
				<Box width={20} flexShrink={0}>
					<Text>日本語のテ</Text>
				</Box>
			</Box>,
		);
		expect(emulator.rows()[0]).toBe('日本');
	});

	test('boxes too small for their border', async () => {
		const { emulator } = await ours(
			<Box flexDirection="column">
				<Box borderStyle="single" width={1} height={1} />
				<Box borderStyle="single" width={0} height={2} />
				<Text>on</Text>
			</Box>,
		);
		expect(emulator.text()).toContain('on');
	});

	test('nothing but looks and text reaches the terminal', async () => {
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

describe('our own components', () => {
	test('a canvas shows rows, cuts what is longer, and blanks what is missing', async () => {
		const { emulator } = await ours(
			<Box width={20} height={5}>
				<Text>{'xxxxxxxxxxxxxxxxxxxx\n'.repeat(5)}</Text>
				<Box position="absolute" marginLeft={2} marginTop={1}>
					<Canvas width={6} height={3} lines={['\x1b[31mred and longer', '日本語字']} />
				</Box>
			</Box>,
		);
		const x = 'x'.repeat(20);
		expect(emulator.rows().slice(0, 5)).toEqual([
			x,
			'xxred anxxxxxxxxxxxx',
			'xx日本語xxxxxxxxxxxx',
			'xx      xxxxxxxxxxxx',
			x,
		]);
		expect(emulator.cell(2, 1).style).toBe('red');
	});

	test('a canvas without the painter is text of the same look', async () => {
		const element = <Canvas width={12} height={3} lines={['\x1b[31mred', '', 'much longer than twelve']} />;
		const emulator = await stock(element);
		expect(emulator.rows().slice(0, 3)).toEqual(['red', '', 'much longer…']);
		expect(emulator.cell(0, 0).style).toBe('red');
	});

	test('an overlay blanks what is beneath', async () => {
		const { emulator } = await ours(
			<Box width={10} height={3}>
				<Text>{'xxxxxxxxxx\n'.repeat(3)}</Text>
				<Overlay position="absolute" marginLeft={3} width={4} height={2}>
					<Text>ab</Text>
				</Overlay>
			</Box>,
		);
		expect(emulator.rows().slice(0, 3)).toEqual(['xxxab  xxx', 'xxx    xxx', 'xxxxxxxxxx']);
	});

	test('the size reaches components and follows the terminal', async () => {
		function Size() {
			const size = useTerminalSize();
			return <Text>{`${size.columns}x${size.rows}`}</Text>;
		}
		const { emulator, painting, settled } = await ours(<Size />);
		expect(emulator.rows()[0]).toBe('48x16');
		emulator.resize(30, 5);
		painting.resize(30, 5);
		await settled();
		expect(emulator.rows()[0]).toBe('30x5');
	});
});

describe('frames', () => {
	test('when one cell changes, few bytes travel and nothing is cleared', async () => {
		let set: (value: string) => void = () => {};
		function App() {
			const [value, setValue] = useState('a');
			useEffect(() => {
				set = setValue;
			}, []);
			return (
				<Box borderStyle="round" flexDirection="column" flexGrow={1}>
					<Text>{words}</Text>
					<Text>{`state ${value} of many`}</Text>
				</Box>
			);
		}
		const { emulator, frames, settled } = await ours(<App />);
		const before = emulator.rows();
		frames.length = 0;
		set('b');
		await settled();
		expect(emulator.text()).toContain('state b of many');
		expect(frames).toHaveLength(1);
		expect(frames[0]?.length).toBeLessThan(32);
		expect(frames[0]).toMatch(/^\x1b\[\?2026h.*b\x1b\[\?2026l$/);
		expect(frames[0]).not.toMatch(/\x1b\[\d*[JK]/);
		expect(emulator.rows().filter((row, y) => row !== before[y])).toHaveLength(1);
	});

	test('without hooks Ink’s own frames are compared instead', async () => {
		const element = (
			<Box borderStyle="round" width={20}>
				<Canvas width={8} height={2} lines={['\x1b[32mone', 'two']} />
				<Text>x</Text>
			</Box>
		);
		const painted = paintOnEmulator(element, { columns, rows, withoutHooks: true });
		open.push(painted);
		await painted.settled();
		expect(painted.emulator.snapshot()).toBe((await stock(element)).snapshot());
		painted.frames.length = 0;
		painted.emulator.resize(30, 6);
		painted.painting.resize(30, 6);
		await painted.settled();
		expect(painted.emulator.rows()[1]).toBe('│one     x         │');
	});
});
