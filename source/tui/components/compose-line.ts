import { truncate, width } from '../../format/cells.ts';
import type { Target } from '../terminal/targets.ts';
import { style, type Theme, type Token } from '../theme/theme.ts';

/** A piece of a line with its style. The text is sanitized. */
export interface Segment {
	readonly text: string;
	readonly token?: Token | undefined;
	/** Its target for the mouse. */
	readonly target?: Target | undefined;
}

/** Returns the text of pieces without style. */
export function plainText(segments: readonly Segment[]): string {
	return segments.map(({ text }) => text).join('');
}

/**
 * Returns a line of `columns` cells: `left` from its start, `right` aligned to its end. When both do not fit, pieces of
 * the right side are dropped from its start. Then the left side is cut.
 */
export function composeLine(
	theme: Theme,
	columns: number,
	left: readonly Segment[],
	right: readonly Segment[] = [],
): string {
	const kept = fittingRight(columns, left, right);
	let room = columns - widthOf(kept);
	let line = '';
	for (const segment of left) {
		const text = truncate(segment.text, room);
		room -= width(text);
		line += style(theme, segment.token ?? 'normal', text);
		if (room <= 0) break;
	}
	line += ' '.repeat(Math.max(0, room));
	for (const segment of kept) line += style(theme, segment.token ?? 'normal', segment.text);
	return line;
}

/** Returns the target of a cell of the line that `composeLine` makes of pieces at its left. */
export function segmentTarget(left: readonly Segment[], cell: number): Target | undefined {
	let end = 0;
	for (const { text, target } of left) {
		end += width(text);
		if (cell < end) return target;
	}
	return undefined;
}

/** Returns the pieces of the right side that fit beside the left one. */
function fittingRight(
	columns: number,
	left: readonly Segment[],
	right: readonly Segment[],
): readonly Segment[] {
	if (right.length === 0) return right;
	const leftWidth = widthOf(left);
	let kept = right;
	while (kept.length > 0 && leftWidth + widthOf(kept) > columns) kept = kept.slice(1);
	return kept;
}

/** Returns the cells of all pieces together. */
export function widthOf(segments: readonly Segment[]): number {
	return segments.reduce((sum, { text }) => sum + width(text), 0);
}
