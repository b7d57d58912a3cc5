import '../../source/tui/terminal/full-color.ts';
import fc from 'fast-check';
import { Box } from 'ink';
import { useSyncExternalStore } from 'react';
import { describe, expect, test } from 'vitest';
import { Canvas, Overlay } from '../../source/tui/terminal/canvas.tsx';
import { Live } from '../../source/tui/terminal/live.tsx';
import { runs } from '../runs.ts';
import { boxes } from './corpus-boxes.tsx';
import { painted } from './painted.ts';
import { GridPainting, paintedGrid } from './painted-grid.ts';
import { stock } from './stock-ink.tsx';

describe('the painter paints as stock Ink', () => {
	test.each(Object.entries(boxes))('%s', (_, element) => {
		const expected = stock(element);
		expect(expected.text().trim()).not.toBe('');
		expect(paintedGrid(element).screen().snapshot()).toBe(expected.snapshot());
	});
});

describe('the painter improves on stock Ink', () => {
	test('by clipping inner boxes to outer ones', () => {
		const painting = paintedGrid(
			<Box width={6} height={1} overflow="hidden">
				<Box width={20} height={1} flexShrink={0} overflow="hidden">
					<Canvas width={20} height={1} lines={['The quick brown fox']} />
				</Box>
			</Box>,
		);
		expect(painting.screen().text().trimEnd()).toBe('The qu');
	});

	test.each([
		[{ overflow: 'hidden' }, ['b1', 'c1', '']],
		[{ overflowX: 'hidden' }, ['b1', 'c1', 'd1']],
		[{ overflowY: 'hidden' }, ['b1234', 'c1234', '']],
	] as const)('by clipping scrolled lines, with %o', (overflow, rows) => {
		const painting = paintedGrid(
			<Box width={2} height={2} {...overflow}>
				<Box marginTop={-1} marginLeft={-1} flexShrink={0}>
					<Canvas width={6} height={4} lines={['xa1234', 'xb1234', 'xc1234', 'xd1234']} />
				</Box>
			</Box>,
		);
		expect(painting.screen().rows().slice(0, 3)).toEqual(rows);
	});

	test('by replacing a wide glyph at an edge with a blank', () => {
		const painting = paintedGrid(
			<Box width={5} height={1} overflow="hidden">
				<Canvas width={20} height={1} lines={['日本語のテ']} />
			</Box>,
		);
		expect(painting.screen().rows()[0]).toBe('日本');
	});

	test('by sending only styles and text to the terminal', async () => {
		const evil = 'a\x1b]0;title\x07b\x1b[2Jc\x9b5nd\x1bPq\x1b\\e\r\tf\x00\x7fg\x1b[>cH\u202eh\x1b(0i\x1b';
		const { emulator, frames } = await painted(
			<Box flexDirection="column">
				<Canvas width={30} height={1} lines={[evil]} />
			</Box>,
		);
		expect(emulator.rows()[0]).toBe('abcdefgHhi');
		const rest = frames.join('').replace(/\x1b\[(\?2026[hl]|[\d;]*[mHGCKBr]|\d*X)|\r\n|\r|\n/g, '');
		expect(rest).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
	});
});

const size = { columns: 24, rows: 10 };
const line = fc.constantFrom(
	'',
	'plain',
	'\x1b[31mred\x1b[0m and not',
	'日本語',
	'a long line that is cut at its end',
);
const canvas = fc.record({
	left: fc.integer({ min: -2, max: 20 }),
	top: fc.integer({ min: -1, max: 9 }),
	width: fc.integer({ min: 1, max: 24 }),
	height: fc.integer({ min: 1, max: 8 }),
	lines: fc.array(line, { maxLength: 8 }),
});
const scene = fc.record({ canvases: fc.array(canvas, { maxLength: 4 }), isCovered: fc.boolean() });
type Scene = typeof scene extends fc.Arbitrary<infer Value> ? Value : never;

function Shown({ canvases, isCovered }: Scene) {
	return (
		<Box {...size}>
			{canvases.map((props, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a canvas is its place
				<Canvas key={index} {...props} targetAt={() => ({ kind: 'command', id: props.lines.join() })} />
			))}
			{isCovered && (
				<Overlay position="absolute" marginLeft={3} marginTop={2} width={9} height={3}>
					<Canvas width={9} height={1} lines={['a dialog']} />
				</Overlay>
			)}
		</Box>
	);
}

/** A scene, then changes of it: other lines of one canvas, lines that moved up, or another scene. */
const change = fc.oneof(
	fc.record({ at: fc.nat(3), lines: fc.array(line, { maxLength: 8 }) }),
	fc.record({ at: fc.nat(3), rows: fc.integer({ min: -3, max: 3 }) }),
	scene,
);

function changed(
	before: Scene,
	next: typeof change extends fc.Arbitrary<infer Value> ? Value : never,
): Scene {
	if ('canvases' in next) return next;
	const canvases = before.canvases.map((one, index) => {
		if (index !== next.at) return one;
		return { ...one, lines: 'lines' in next ? next.lines : one.lines.slice(next.rows) };
	});
	return { ...before, canvases };
}

/** Components that show a scene that changes. */
const ways = [
	{
		name: 'by React',
		Followed: ({ read, subscribe }: Following) => <Shown {...useSyncExternalStore(subscribe, read)} />,
	},
	{
		name: 'by the painter',
		Followed: ({ read, subscribe }: Following) => (
			<Live view={() => <Shown {...read()} />} subscribe={subscribe} />
		),
	},
];

interface Following {
	readonly read: () => Scene;
	readonly subscribe: (listener: () => void) => () => void;
}

test.each(ways)('a tree that is changed $name is painted as a new one', async ({ Followed }) => {
	await fc.assert(
		fc.asyncProperty(scene, fc.array(change, { maxLength: 6 }), async (first, changes) => {
			let current = first;
			const listeners = new Set<() => void>();
			const subscribe = (listener: () => void) => {
				listeners.add(listener);
				return () => listeners.delete(listener);
			};
			const shown = new GridPainting(<Followed read={() => current} subscribe={subscribe} />, size);
			for (const next of changes) {
				current = changed(current, next);
				for (const listener of listeners) listener();
				const screen = await shown.settled();
				const fresh = new GridPainting(<Shown {...current} />, size);
				const expected = fresh.screen();
				expect(screen.snapshot()).toBe(expected.snapshot());
				expect(screen.targets).toEqual(expected.targets);
				fresh.unmount();
			}
			shown.unmount();
		}),
		{ numRuns: runs(40) },
	);
});
