import '../../../source/tui/terminal/full-color.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { width as cellsOf } from '../../../source/format/cells.ts';
import { plainText, widthOf } from '../../../source/tui/components/compose-line.ts';
import { Panel } from '../../../source/tui/components/panel.tsx';
import {
	type EdgeGiven,
	edgeLeft,
	edgeParts,
	edgeSegments,
	insideOf,
} from '../../../source/tui/components/panel-edge.ts';
import { Canvas } from '../../../source/tui/terminal/canvas.tsx';
import { chooseTheme } from '../../../source/tui/theme/choose-theme.ts';
import { hardNames } from '../../screens/hard-names.ts';
import { painted } from '../../terminal/painted.ts';

const theme = chooseTheme({ NO_COLOR: '1' });
const edge = (given: Partial<EdgeGiven>) =>
	plainText(edgeSegments({ width: 30, side: 'top', frame: 'box', token: 'border', ...given }));

const titles = [{ text: '1 Downloads' }];
const counts = [{ text: '▼2 ' }, { text: '▲4' }];

test('an edge has its segments at both ends of its line', () => {
	expect(edge({ left: titles, right: counts })).toBe('╭─ 1 Downloads ────── ▼2 ▲4 ─╮');
	expect(edge({ side: 'bottom', right: [{ text: '4 of 198' }] })).toBe('╰───────────────── 4 of 198 ─╯');
	expect(edge({})).toBe(`╭${'─'.repeat(28)}╮`);
	expect(edge({ left: titles, isMarked: true })).toBe('╭▸ 1 Downloads ──────────────╮');
});

test('another digit does not move the right part of an edge', () => {
	const cells = (text: string) =>
		widthOf(
			edgeParts(
				{ width: 80, side: 'bottom', frame: 'box', token: 'border', right: [{ text }] },
				edgeLeft({ width: 80 }),
			).end,
		);
	expect(['9 of 198', '10 of 198', '100 of 198'].map(cells)).toEqual([16, 16, 16]);
});

test('the line of a panel without a box has the segments of both edges', () => {
	const more = { left: [{ text: '/film' }], right: [{ text: '4 of 9' }] };
	expect(edge({ width: 42, frame: 'line', left: titles, right: counts, more })).toBe(
		'── 1 Downloads ─── ▼2 ▲4  /film  4 of 9 ──',
	);
});

test('a narrow edge drops right segments from their start, then cuts the left ones', () => {
	expect(edge({ width: 24, left: titles, right: counts })).toBe('╭─ 1 Downloads ─── ▲4 ─╮');
	expect(edge({ width: 19, left: titles, right: counts })).toBe('╭─ 1 Downloads ───╮');
	expect(edge({ width: 12, left: titles, right: counts })).toBe('╭─ 1 Dow… ─╮');
	expect(edge({ width: 3, left: titles })).toBe('╭──');
});

test('an edge has its width and no control characters, with any segments', () => {
	const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...Object.values(hardNames)));
	const segments = fc.array(fc.record({ text }), { maxLength: 4 });
	fc.assert(
		fc.property(
			fc.integer({ min: 0, max: 60 }),
			fc.constantFrom('box' as const, 'line' as const),
			fc.constantFrom('top' as const, 'bottom' as const),
			segments,
			segments,
			(width, frame, side, left, right) => {
				const line = edge({ width, frame, side, left, right });
				expect(cellsOf(line)).toBe(width);
				expect(line).not.toMatch(/\p{Cc}|\u202e/u);
			},
		),
	);
});

const panel = (isFocused: boolean, width = 30, frame: 'box' | 'line' = 'box') => {
	const inside = insideOf({ width, height: 4, frame, padding: 1 });
	const lines = ['first', 'x'.repeat(40), 'beyond'];
	return (
		<Panel
			theme={theme}
			width={width}
			height={4}
			frame={frame}
			isFocused={isFocused}
			part="list"
			top={{
				left: [{ text: '1 Downloads', target: { kind: 'command', id: 'pane-downloads' } }],
				right: [{ text: '▼2', target: { kind: 'command', id: 'filter-down' } }],
			}}
			bottom={{ right: [{ text: '4 of 198' }] }}
		>
			<Canvas width={inside.width} height={inside.height} lines={lines} />
		</Panel>
	);
};

test('a panel draws its content within its border, also in ASCII', async () => {
	const size = { columns: 32, rows: 5 };
	expect((await painted(panel(false), size)).emulator.rows().slice(0, 4)).toEqual([
		'╭─ 1 Downloads ───────── ▼2 ─╮',
		`│ first${' '.repeat(22)}│`,
		`│ ${'x'.repeat(26)} │`,
		'╰───────────────── 4 of 198 ─╯',
	]);
	expect((await painted(panel(true), { ...size, ascii: true })).emulator.rows().slice(0, 2)).toEqual([
		'+> 1 Downloads --------- v2 -+',
		`| first${' '.repeat(22)}|`,
	]);
	expect((await painted(panel(false, 30, 'line'), size)).emulator.rows().slice(0, 2)).toEqual([
		'── 1 Downloads ─── 4 of 198 ──',
		'first',
	]);
});

test('the segments of a panel have targets, its border is a place of its part', async () => {
	const { painting } = await painted(panel(false), { columns: 32, rows: 5 });
	expect(painting.targetAt(4, 0)).toEqual({ kind: 'command', id: 'pane-downloads' });
	expect(painting.targetAt(26, 0)).toEqual({ kind: 'command', id: 'filter-down' });
	const place = { kind: 'place', part: 'list' };
	expect([painting.targetAt(0, 0), painting.targetAt(0, 1), painting.targetAt(29, 3)]).toEqual([
		place,
		place,
		place,
	]);
});
