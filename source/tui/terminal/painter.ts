import { type Area, intersect } from './area.ts';
import { borderSides, paintBorder } from './borders.ts';
import { fillLook } from './colours.ts';
import type { Grid } from './grid.ts';
import { type Box, boxOf, type InkNode, type InkStyle, textOf } from './ink-tree.ts';
import { type Line, parseLine } from './line.ts';
import { flowText, lineWidth, type TextWrap } from './text-flow.ts';

interface FlownText {
	readonly text: string;
	readonly transform: InkNode['internal_transform'];
	readonly width: number;
	readonly wrap: TextWrap;
	readonly lines: readonly Line[];
}

/** The last painted appearance of a text node. Most texts stay the same from frame to frame. */
const flown = new WeakMap<InkNode, FlownText>();

/** Paints a laid out tree into a grid. Later siblings paint over earlier ones. */
export function paintTree(root: InkNode, grid: Grid): void {
	grid.clear();
	paintNode(root, grid, 0, 0, grid.area);
}

/** Returns the size that a text is painted in when this width is available. */
export function measureText(node: InkNode, available: number): { width: number; height: number } {
	const text = textOf(node);
	if (text === '') return { width: 0, height: 0 };
	// While Yoga shrinks boxes, it asks about less than a column. Without a limit it asks about NaN.
	const limited = available >= 1 || available === 0;
	const lines = flowText(text, limited ? Math.floor(available) : Number.POSITIVE_INFINITY, wrapOf(node));
	return { width: Math.max(...lines.map(lineWidth)), height: lines.length };
}

function paintNode(node: InkNode, grid: Grid, left: number, top: number, clip: Area): void {
	const box = boxOf(node, left, top);
	if (!box) return;
	if (node.nodeName === 'ink-text') {
		for (const [index, line] of linesOf(node, box.width).entries())
			grid.blit(line, box.x, box.y + index, clip);
		return;
	}
	const { style } = node;
	const covered = intersect(clip, areaOf(box));
	if (style.opaque || style.lines) grid.fill(covered);
	if (style.opaque || style.targetAt) grid.targets.add(covered, box.x, box.y, style.targetAt);
	paintBackground(grid, style, box, clip);
	paintBorder(grid, style, box, clip);
	const inner = clipOf(style, box, clip);
	if (style.lines) paintLines(style.lines, grid, box, inner);
	for (const child of node.childNodes ?? []) paintNode(child, grid, box.x, box.y, inner);
}

function linesOf(node: InkNode, width: number): readonly Line[] {
	const text = textOf(node);
	if (text === '') return [];
	const transform = node.internal_transform;
	const wrap = wrapOf(node);
	const last = flown.get(node);
	if (
		last &&
		last.text === text &&
		last.transform === transform &&
		last.width === width &&
		last.wrap === wrap
	) {
		return last.lines;
	}
	const lines = flowText(text, width, wrap).map((line, index) => parseLine(transform?.(line, index) ?? line));
	flown.set(node, { text, transform, width, wrap, lines });
	return lines;
}

function wrapOf(node: InkNode): TextWrap {
	return node.style.textWrap ?? 'wrap';
}

function paintLines(lines: readonly string[], grid: Grid, box: Box, clip: Area): void {
	const inside = intersect(clip, areaOf(box));
	for (let index = 0; index < Math.min(lines.length, box.height); index++) {
		grid.blit(parseLine(lines[index] ?? ''), box.x, box.y + index, inside);
	}
}

/** The background lies within the border, as in Ink. */
function paintBackground(grid: Grid, style: InkStyle, box: Box, clip: Area): void {
	if (!style.backgroundColor) return;
	grid.fill(intersect(clip, insideBorder(style, box)), fillLook(style.backgroundColor));
}

function clipOf(style: InkStyle, box: Box, clip: Area): Area {
	const inside = insideBorder(style, box);
	const across = style.overflowX === 'hidden';
	const down = style.overflowY === 'hidden';
	return intersect(clip, {
		left: across ? inside.left : clip.left,
		right: across ? inside.right : clip.right,
		top: down ? inside.top : clip.top,
		bottom: down ? inside.bottom : clip.bottom,
	});
}

function insideBorder(style: InkStyle, box: Box): Area {
	const sides = borderSides(style);
	return {
		left: box.x + (sides.left ? 1 : 0),
		top: box.y + (sides.top ? 1 : 0),
		right: box.x + box.width - (sides.right ? 1 : 0),
		bottom: box.y + box.height - (sides.bottom ? 1 : 0),
	};
}

function areaOf(box: Box): Area {
	return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
}
