import { Box, Newline, Text, Transform } from 'ink';
import type { ReactNode } from 'react';

export const words =
	'The quick brown fox jumps over the lazy dog, and then it sleeps in the sun for an afternoon.';
const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const cut = [
	'truncate',
	'truncate-start',
	'truncate-middle',
	'truncate-end',
	'wrap',
	'end',
	'middle',
] as const;

/** Texts with every option of Ink. */
export const texts: Record<string, ReactNode> = {
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
	emoji: <Text>👍 ok 👨‍👩‍👧‍👦 family 🇩🇪 flag ❤️ heart ✓</Text>,
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
