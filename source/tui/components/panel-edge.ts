import { width as cellsOf, truncate } from '../../format/cells.ts';
import { sanitize } from '../../format/sanitize.ts';
import { style, type Theme, type Token } from '../theme/theme.ts';
import { type Segment, widthOf } from './compose-line.ts';

/** A box around the content, or one line above it where cells are scarce. */
export type Frame = 'box' | 'line';

/** Segments in the upper or the lower border of a panel. Untrusted. */
export interface Edge {
	readonly left?: readonly Segment[];
	/** Dropped from their start if they do not fit beside the left ones. */
	readonly right?: readonly Segment[];
}

export interface EdgeGiven extends Edge {
	/** Cells of the panel. */
	readonly width: number;
	readonly side: 'top' | 'bottom';
	readonly frame: Frame;
	readonly token: Extract<Token, 'border' | 'focus'>;
	/** Whether a sign in the upper edge shows the focus, with or without color. */
	readonly isMarked?: boolean;
	/** The lower edge, which the line of a panel without a box shows too. */
	readonly more?: Edge;
}

interface PanelSize {
	readonly width: number;
	readonly height: number;
	readonly frame: Frame;
	readonly padding: 0 | 1;
}

/** Cells from the corner of a panel to its content, and the size of that. */
interface Inside {
	readonly left: number;
	readonly top: number;
	readonly width: number;
	readonly height: number;
}

/** Lines of the border above and below the content. */
export function frameRows(frame: Frame): number {
	return frame === 'box' ? 2 : 1;
}

/** Returns the area of the content of a panel. */
export function insideOf({ width, height, frame, padding }: PanelSize): Inside {
	const left = frame === 'box' ? 1 + padding : 0;
	return {
		left,
		top: 1,
		width: Math.max(0, width - 2 * left),
		height: Math.max(0, height - frameRows(frame)),
	};
}

const ends = {
	box: { top: ['╭', '╮'], bottom: ['╰', '╯'] },
	line: { top: ['─', '─'], bottom: ['─', '─'] },
} as const;

/** Cells of both ends of an edge: a corner and a line each. */
const END_CELLS = 4;
/** The right part of an edge has a multiple of this many cells, where there is room. */
const END_STEP = 8;
/** Blanks around the segments of a side. */
const BLANK_CELLS = 2;
/** Characters of a text that can be visible in a cell, at most. */
const LENGTH_PER_CELL = 4;

/** Returns the cells that the segments of an edge can have if only one side has any. */
export function edgeRoom(width: number): number {
	return Math.max(0, width - END_CELLS - BLANK_CELLS);
}

/** Returns the cells for segments at the right, beside those at the left. */
export function edgeRoomBeside(width: number, left: readonly Segment[]): number {
	return roomBeside(width, widthOf(around(left)));
}

/** `taken`: cells at the left, with blanks. */
function roomBeside(width: number, taken: number): number {
	return taken === 0 ? edgeRoom(width) : Math.max(0, edgeRoom(width) - taken - 1);
}

/**
 * An edge in two parts, `width` cells together. The right part has its segments and the corner. Its cells are rounded
 * up, so that another digit rarely moves its beginning: moved boxes are laid out again.
 */
interface EdgeParts {
	/** The segments at the left, and the line up to the right part. */
	readonly start: readonly Segment[];
	readonly end: readonly Segment[];
	/** Cells of the right part. */
	readonly endCells: number;
}

/** Returns the visible segments at the left of an edge, with blanks around them, and their cells. */
export function edgeLeft({ width, left = [] }: Pick<EdgeGiven, 'width' | 'left'>) {
	const segments = around(cutTo(safe(left, width), edgeRoom(width)));
	return { segments, cells: widthOf(segments) };
}

/** Returns an edge as two parts. `before`: its left part, from `edgeLeft`. */
export function edgeParts(
	{ width, side, frame, token, isMarked = false, right = [], more: others }: Omit<EdgeGiven, 'left'>,
	before: ReturnType<typeof edgeLeft>,
): EdgeParts {
	const [corner, end] = ends[frame][side];
	if (width < END_CELLS) {
		return {
			start: [{ text: `${corner}${'─'.repeat(width)}`.slice(0, width), token }],
			end: [],
			endCells: 0,
		};
	}
	const all = frame === 'line' ? grouped([right, others?.left ?? [], others?.right ?? []]) : right;
	const after = around(lastFitting(safe(all, width), roomBeside(width, before.cells)));
	const cells = widthOf(after);
	const rest = width - END_CELLS - before.cells - cells;
	const mark = isMarked && side === 'top' ? '▸' : '─';
	const more = after.length === 0 ? 0 : Math.min(rest, END_STEP - ((cells + 2) % END_STEP));
	return {
		start: [{ text: corner + mark, token }, ...before.segments, { text: line(rest - more), token }],
		end: [{ text: line(more), token }, ...after, { text: `─${end}`, token }],
		endCells: more + cells + 2,
	};
}

/** By their cells. The same string is compared faster than an equal one. */
const lines: string[] = [];

const line = (cells: number): string => (lines[cells] ??= '─'.repeat(cells));

/** Returns all segments of an edge with its line, `width` cells together. */
export function edgeSegments(given: EdgeGiven): readonly Segment[] {
	const { start, end } = edgeParts(given, edgeLeft(given));
	return [...start, ...end];
}

/** Returns segments with blanks around them. */
function around(segments: readonly Segment[]): readonly Segment[] {
	return segments.length === 0 ? [] : [{ text: ' ' }, ...segments, { text: ' ' }];
}

/** Returns the segments of several groups in one, with a gap between the groups. */
export function grouped(groups: readonly (readonly Segment[])[]): readonly Segment[] {
	const some = groups.filter((group) => group.length > 0);
	return some.flatMap((group, index) => (index === 0 ? group : [{ text: '  ' }, ...group]));
}

/** Returns segments with sanitized texts. `width`: cells of the edge. */
function safe(segments: readonly Segment[], width: number): readonly Segment[] {
	return segments.map((segment) => {
		const text = sanitize(segment.text, width * LENGTH_PER_CELL);
		return text === segment.text ? segment : { ...segment, text };
	});
}

/** Returns the segments in at most `room` cells, the last visible one cut. */
function cutTo(segments: readonly Segment[], room: number): readonly Segment[] {
	if (room > 0 && widthOf(segments) <= room) return segments;
	let left = room;
	return segments.flatMap((segment) => {
		if (left <= 0) return [];
		const text = truncate(segment.text, left);
		left -= cellsOf(text);
		return [text === segment.text ? segment : { ...segment, text }];
	});
}

/** Returns the last segments that fit into `room` cells, without a gap at their start. */
function lastFitting(segments: readonly Segment[], room: number): readonly Segment[] {
	let kept = segments.filter(({ text }) => text !== '');
	while (kept.length > 0 && (widthOf(kept) > room || kept[0]?.text.trim() === '')) kept = kept.slice(1);
	return kept;
}

/** Returns the formatted line of an edge. */
export function edgeLine(theme: Theme, segments: readonly Segment[]): string {
	return segments.map(({ text, token }) => style(theme, token ?? 'normal', text)).join('');
}
