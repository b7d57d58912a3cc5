import { Box } from 'ink';
import type { ReactNode } from 'react';
import { Canvas, Region } from '../terminal/canvas.tsx';
import { useMemory } from '../terminal/expand.ts';
import type { Part, Target } from '../terminal/targets.ts';
import { style, type Theme } from '../theme/theme.ts';
import { type Segment, segmentTarget } from './compose-line.ts';
import { isSame, memoize, memoized } from './memoize.ts';
import {
	type Edge,
	type EdgeGiven,
	type EdgePart,
	edgeEnd,
	edgeLeft,
	edgeLine,
	edgeStart,
	type Frame,
	insideOf,
} from './panel-edge.ts';

export interface PanelProps {
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
	const edges = useMemory(edgesOfPanel);
	const token = isFocused ? 'focus' : 'border';
	const hasBottom = frame === 'box' && height > 1;
	const upper = edges.top({ width, side: 'top', frame, token }, top, frame === 'line' ? bottom : undefined);
	const lower = hasBottom ? edges.bottom({ width, side: 'bottom', frame, token }, bottom) : undefined;
	return (
		<Region width={width} height={height} flexShrink={0} targetAt={placeTargets[part ?? 'none']}>
			<Border
				{...{ theme, width, height, frame, isFocused, padding }}
				topLeft={upper.left}
				topCells={width - upper.right.cells}
				bottomLeft={lower?.left}
				bottomCells={width - (lower?.right.cells ?? 0)}
			/>
			<EdgeEnd theme={theme} width={width} row={0} end={upper.right} />
			{lower && <EdgeEnd theme={theme} width={width} row={height - 1} end={lower.right} />}
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

type EdgePlace = Pick<EdgeGiven, 'width' | 'side' | 'frame' | 'token'>;

/** Returns functions that return the parts of both edges of a panel; the same objects while these are the same. */
function edgesOfPanel() {
	return { top: edgeOfPanel(), bottom: edgeOfPanel() };
}

function edgeOfPanel() {
	const [leftSegments, rightSegments] = [sameSegments(), sameSegments()];
	const [leftOf, endOf] = [memoize(edgeLeft), memoize(edgeEnd)];
	return ({ width, side, frame, token }: EdgePlace, edge: Edge, more?: Edge) => {
		const before = leftOf({ width, left: leftSegments(edge.left) });
		const right = endOf({ width, side, frame, token, right: rightSegments(edge.right), more, before });
		return { left: before, right };
	};
}

/** Returns a function that returns the last segments while the given ones are the same. */
function sameSegments() {
	let last: readonly Segment[] = [];
	return (segments: readonly Segment[] = last.length === 0 ? last : []) => {
		if (!areSame(last, segments)) last = segments;
		return last;
	};
}

const placeTargets: Readonly<Record<Part | 'none', () => Target | undefined>> = {
	list: () => ({ kind: 'place', part: 'list' }),
	details: () => ({ kind: 'place', part: 'details' }),
	dialog: () => ({ kind: 'place', part: 'dialog' }),
	none: () => undefined,
};

interface BorderProps extends Required<Pick<PanelProps, 'theme' | 'width' | 'height' | 'frame' | 'padding'>> {
	readonly isFocused: boolean;
	readonly topLeft: EdgePart;
	/** Cells of the edges before their right parts. */
	readonly topCells: number;
	/** Undefined without a lower edge. */
	readonly bottomLeft: EdgePart | undefined;
	readonly bottomCells: number;
}

/** The border without the right parts of its edges. A moving cursor changes none of it. */
const Border = memoized(
	({
		theme,
		width,
		height,
		frame,
		padding,
		isFocused,
		topLeft,
		topCells,
		bottomLeft,
		bottomCells,
	}: BorderProps) => {
		const token = isFocused ? 'focus' : 'border';
		const edge = (side: 'top' | 'bottom', before: EdgePart, cells: number) => {
			const segments = edgeStart({
				width,
				side,
				frame,
				token,
				isMarked: isFocused,
				before,
				endCells: width - cells,
			});
			return (
				<Canvas
					left={0}
					top={side === 'top' ? 0 : height - 1}
					width={cells}
					height={1}
					lines={[edgeLine(theme, segments)]}
					targetAt={(cell) => segmentTarget(cells, segments, [], cell)}
				/>
			);
		};
		return (
			<>
				{edge('top', topLeft, topCells)}
				{frame === 'box' && height > 2 && sides({ theme, width, height, padding, isFocused })}
				{bottomLeft && edge('bottom', bottomLeft, bottomCells)}
			</>
		);
	},
);

interface EdgeEndProps extends Pick<PanelProps, 'theme' | 'width'> {
	readonly row: number;
	readonly end: EdgePart;
}

/** The right part of an edge. A moving cursor changes only the one with its position. */
const EdgeEnd = memoized(
	({ theme, width, row, end: { segments, cells } }: EdgeEndProps) =>
		cells > 0 && (
			<Canvas
				left={width - cells}
				top={row}
				width={cells}
				height={1}
				lines={[edgeLine(theme, segments)]}
				targetAt={(cell) => segmentTarget(cells, segments, [], cell)}
			/>
		),
);

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

/** Returns the borders at both sides. */
function sides({
	theme,
	width,
	height,
	padding,
	isFocused,
}: Pick<BorderProps, 'theme' | 'width' | 'height' | 'padding' | 'isFocused'>) {
	const border = style(theme, isFocused ? 'focus' : 'border', '│');
	const blank = ' '.repeat(padding);
	const cells = 1 + padding;
	const rows = height - 2;
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
}
