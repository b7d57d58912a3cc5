import { Box } from 'ink';
import type { ReactNode } from 'react';
import { Canvas, Region } from '../terminal/canvas.tsx';
import { useMemory } from '../terminal/expand.ts';
import { isSame } from '../terminal/is-same.ts';
import type { Part, Target } from '../terminal/targets.ts';
import { style, type Theme } from '../theme/theme.ts';
import { type Segment, segmentTarget } from './compose-line.ts';
import { memoize, memoized } from './memoize.ts';
import { type Edge, edgeLeft, edgeLine, edgeParts, type Frame, insideOf } from './panel-edge.ts';

interface PanelProps {
	readonly theme: Theme;
	/** Cells, with its border. */
	readonly width: number;
	readonly height: number;
	/** Default: a box. */
	readonly frame?: Frame;
	/** Whether it has the keys, if other panels are visible. */
	readonly isFocused?: boolean;
	/** Titles: tabs at the left, counts or a name at the right. Untrusted. */
	readonly top?: Edge;
	/** Its footer: order, filter and selection at the left, position at the right. Untrusted. */
	readonly bottom?: Edge;
	/** Blank cells between the border and the content, at each side. Default: 1. */
	readonly padding?: 0 | 1;
	/** The part of the screen that it is, for clicks on its border. */
	readonly part?: Part;
	/** Its content, of the size that `insideOf` returns. */
	readonly children?: ReactNode;
}

const nothing: Edge = {};

/** An area with a border that has titles at the top and a footer at the bottom. */
export function Panel({
	theme,
	width,
	height,
	frame = 'box',
	isFocused = false,
	top = nothing,
	bottom = nothing,
	padding = 1,
	part,
	children,
}: PanelProps) {
	const inside = insideOf({ width, height, frame, padding });
	return (
		<Region width={width} height={height} flexShrink={0} targetAt={placeTargets[part ?? 'none']}>
			<EdgeLine {...{ theme, width, frame, isFocused }} side="top" row={0} edge={top} more={bottom} />
			{frame === 'box' && height > 2 && <Sides {...{ theme, width, isFocused, padding }} rows={height - 2} />}
			{frame === 'box' && height > 1 && (
				<EdgeLine {...{ theme, width, frame, isFocused }} side="bottom" row={height - 1} edge={bottom} />
			)}
			{inside.height > 0 && inside.width > 0 && (
				<Box
					position="absolute"
					marginLeft={inside.left}
					marginTop={inside.top}
					width={inside.width}
					height={inside.height}
					flexDirection="column"
				>
					{children}
				</Box>
			)}
		</Region>
	);
}

const placeTargets: Readonly<Record<Part | 'none', () => Target | undefined>> = {
	list: () => ({ kind: 'place', part: 'list' }),
	details: () => ({ kind: 'place', part: 'details' }),
	dialog: () => ({ kind: 'place', part: 'dialog' }),
	none: () => undefined,
};

interface EdgeLineProps {
	readonly theme: Theme;
	readonly width: number;
	readonly frame: Frame;
	readonly isFocused: boolean;
	readonly side: 'top' | 'bottom';
	readonly row: number;
	readonly edge: Edge;
	/** The lower edge, if this line has its segments too. */
	readonly more?: Edge;
}

/** The upper or the lower border. It is called again when a segment differs. */
const EdgeLine = memoized(
	({ theme, width, row, isFocused, frame, side, edge, more }: EdgeLineProps) => {
		const token = isFocused ? 'focus' : 'border';
		// A moving cursor changes the right part only.
		const before = useMemory(() => memoize(edgeLeft))({ width, left: edge.left });
		const given = { width, token, isMarked: isFocused, frame, side, more, right: edge.right } as const;
		const { start, end, endCells: cells } = edgeParts(given, before);
		return (
			<>
				<EdgePart theme={theme} left={0} row={row} width={width - cells} segments={start} />
				{cells > 0 && <EdgePart theme={theme} left={width - cells} row={row} width={cells} segments={end} />}
			</>
		);
	},
	(one, other) =>
		isSame(one, other, ['edge', 'more']) &&
		isSameEdge(one.edge, other.edge) &&
		// A box has no segments of the other edge in this one.
		(one.frame === 'box' || isSameEdge(one.more, other.more)),
);

interface EdgePartProps {
	readonly theme: Theme;
	readonly left: number;
	readonly row: number;
	readonly width: number;
	readonly segments: readonly Segment[];
}

/** A part of a border. A moving cursor changes only the part with its position. */
const EdgePart = memoized(
	({ theme, left, row, width, segments }: EdgePartProps) => (
		<Canvas
			left={left}
			top={row}
			width={width}
			height={1}
			lines={[edgeLine(theme, segments)]}
			targetAt={(cell) => segmentTarget(segments, cell)}
		/>
	),
	(one, other) => isSame(one, other, ['segments']) && areSame(one.segments, other.segments),
);

function isSameEdge(one: Edge | undefined, other: Edge | undefined): boolean {
	return one === other || (areSame(one?.left, other?.left) && areSame(one?.right, other?.right));
}

function areSame(some: readonly Segment[] = [], others: readonly Segment[] = []): boolean {
	if (some === others) return true;
	if (some.length !== others.length) return false;
	for (let index = 0; index < some.length; index++) {
		const [one, other] = [some[index] as Segment, others[index] as Segment];
		if (one === other) continue;
		if (one.text !== other.text || one.token !== other.token) return false;
		if (one.target !== other.target && !isSame(one.target ?? {}, other.target ?? {})) return false;
	}
	return true;
}

interface SidesProps {
	readonly theme: Theme;
	readonly width: number;
	readonly isFocused: boolean;
	readonly padding: 0 | 1;
	readonly rows: number;
}

/** The borders at both sides. They rarely change. */
const Sides = memoized(({ theme, width, isFocused, padding, rows }: SidesProps) => {
	const border = style(theme, isFocused ? 'focus' : 'border', '│');
	const blank = ' '.repeat(padding);
	const cells = 1 + padding;
	return (
		<>
			<Canvas left={0} top={1} width={cells} height={rows} lines={Array(rows).fill(border + blank)} />
			<Canvas
				left={width - cells}
				top={1}
				width={cells}
				height={rows}
				lines={Array(rows).fill(blank + border)}
			/>
		</>
	);
});
