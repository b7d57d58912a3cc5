import { bar } from '../format/bar.ts';
import { percent } from '../format/share.ts';
import { unknown } from './figures.ts';

/** Cells of the percentage beside a progress bar: '99.9%' and a space. */
const PERCENT_WIDTH = 6;

/** Returns a bar and a percentage for a progress of 0 to 1, in `width` cells; '–' if unknown. */
export function progressCell(progress: number | undefined, width: number): string {
	if (progress === undefined || Number.isNaN(progress)) return unknown.padStart(width);
	return `${bar(progress, Math.max(0, width - PERCENT_WIDTH))}${percent(progress).padStart(PERCENT_WIDTH)}`;
}
