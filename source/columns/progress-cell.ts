import { thinBar } from '../format/bar.ts';
import { percent } from '../format/share.ts';
import type { Piece, Tone } from './column.ts';
import { unknown } from './figures.ts';

/** Cells of the percentage beside a progress bar: '99.9%' and a space. */
const PERCENT_WIDTH = 6;

/** Returns a bar and a percentage for a progress of 0 to 1, in `width` cells; '–' if unknown. */
export function progressCell(progress: number | undefined, width: number): string {
	return progressPieces(progress, width, 'normal', 'normal')
		.map(({ text }) => text)
		.join('');
}

/**
 * Returns the parts of `progressCell`: the bar in one tone, and the percentage. A complete row has no bar, so that bars
 * show where something is missing.
 */
export function progressPieces(
	progress: number | undefined,
	width: number,
	full: Tone,
	figure: Tone,
): readonly Piece[] {
	if (progress === undefined || Number.isNaN(progress))
		return [{ text: unknown.padStart(width), tone: figure }];
	const cells = Math.max(0, width - PERCENT_WIDTH);
	const bar = progress >= 1 ? { full: '', rest: ' '.repeat(cells) } : thinBar(progress, cells);
	return [
		{ text: bar.full + bar.rest, tone: full },
		{ text: percent(progress).padStart(PERCENT_WIDTH), tone: figure },
	];
}
