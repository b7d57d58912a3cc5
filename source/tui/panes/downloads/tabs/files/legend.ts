import { prioritySigns } from '../../../../../columns/file-tree.ts';
import type { LegendEntry } from '../../../../surfaces/surface.ts';

/** The signs of priorities. */
export const filesLegend: readonly LegendEntry[] = [
	{ sign: prioritySigns.high, meaning: 'High priority: requested first' },
	{ sign: prioritySigns.low, meaning: 'Low priority: requested last' },
	{ sign: prioritySigns.mixed, meaning: 'A folder with files of different priorities' },
];
