import { Box, Spacer, Text } from 'ink';
import type { ReactNode } from 'react';
import { words } from './corpus-texts.tsx';

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
/** Boxes with every option of Ink. */
export const boxes: Record<string, ReactNode> = {
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
	...Object.fromEntries(
		borders.map((style) => [
			`border ${style}`,
			<Box key={style} borderStyle={style} width={10} height={4}>
				<Text>x</Text>
			</Box>,
		]),
	),
};
