import { type Area, intersect } from './area.ts';
import type { Grid } from './grid.ts';
import { type Box, boxOf, type InkNode, type InkStyle } from './ink-tree.ts';
import { parseLine } from './line.ts';

/** Paints a laid out tree into a grid. Later siblings paint over earlier ones. */
export function paintTree(root: InkNode, grid: Grid): void {
	grid.clear();
	paintNode(root, grid, 0, 0, grid.area);
}

/** Paints a box and its children. Texts, borders and backgrounds of Ink are not painted: a Canvas has its own. */
function paintNode(node: InkNode, grid: Grid, left: number, top: number, clip: Area): void {
	const box = boxOf(node, left, top);
	if (!box) return;
	const { style } = node;
	const covered = intersect(clip, areaOf(box));
	if (style.opaque || style.lines) grid.fill(covered);
	if (style.opaque || style.targetAt) grid.targets.add(covered, box.x, box.y, style.targetAt);
	const inner = clipOf(style, box, clip);
	if (style.lines) paintLines(style.lines, grid, box, inner);
	for (const child of node.childNodes ?? []) paintNode(child, grid, box.x, box.y, inner);
}

function paintLines(lines: readonly string[], grid: Grid, box: Box, clip: Area): void {
	const inside = intersect(clip, areaOf(box));
	for (let index = 0; index < Math.min(lines.length, box.height); index++) {
		grid.blit(parseLine(lines[index] ?? ''), box.x, box.y + index, inside);
	}
}

function clipOf(style: InkStyle, box: Box, clip: Area): Area {
	const inside = areaOf(box);
	const across = style.overflowX === 'hidden';
	const down = style.overflowY === 'hidden';
	return intersect(clip, {
		left: across ? inside.left : clip.left,
		right: across ? inside.right : clip.right,
		top: down ? inside.top : clip.top,
		bottom: down ? inside.bottom : clip.bottom,
	});
}

function areaOf(box: Box): Area {
	return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
}
