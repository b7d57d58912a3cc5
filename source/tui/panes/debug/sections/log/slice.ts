import type { Severity } from '../../../../../format/log-line.ts';
import { notSampled, type Sampled } from '../../../../../state/connection/sampled.ts';
import { sectionData } from '../../../../../state/surfaces/sections.ts';
import { isFull, type LogLines, noLines } from './lines.ts';

/** Process of a log: the service, or the cockpit. */
export type LogProcess = 'core' | 'gui';

/** A search in progress: for a text, for a time, or for the first line. It continues as earlier lines arrive. */
export type Seek =
	/** `next`: number of the next line to examine. */
	| { readonly kind: 'text'; readonly direction: 1 | -1; readonly next: number }
	/** `time`: as `lineTimeAt`. */
	| { readonly kind: 'time'; readonly time: number }
	| { readonly kind: 'first' };

/** The log of a process. */
export interface LogSlice extends Sampled {
	readonly process: LogProcess;
	readonly lines: LogLines;
	/** Positions of their start and end; undefined if the service does not report them. */
	readonly start: string | undefined;
	readonly position: string | undefined;
	/** Whether there are no earlier lines, or none that can be loaded. */
	readonly isWhole: boolean;
	/** Number of the line under the cursor; undefined follows the newest line. */
	readonly cursor: number | undefined;
	/** Minimum severity of visible lines. */
	readonly least: Severity;
	/** Whether long lines are wrapped. */
	readonly wraps: boolean;
	/** Cells that lines are scrolled to the left. */
	readonly shift: number;
	/** Text that is highlighted; empty for none. */
	readonly search: string;
	/** Search in progress. */
	readonly seek: Seek | undefined;
	/** Result of the last search; empty for none. Sanitized. */
	readonly note: string;
}

declare module '../../../../../state/surfaces/sections.ts' {
	interface SectionSlices {
		'debug-log': LogSlice;
	}
}

export const noLog: LogSlice = {
	...notSampled,
	process: 'core',
	lines: noLines,
	start: undefined,
	position: undefined,
	isWhole: false,
	cursor: undefined,
	least: 0,
	wraps: false,
	shift: 0,
	search: '',
	seek: undefined,
	note: '',
};

export const log = sectionData('debug-log', noLog);

/** Whether earlier lines exist, as far as is known, and can be loaded. */
export function hasEarlier({ at, isWhole, lines }: LogSlice): boolean {
	return at !== undefined && !isWhole && !isFull(lines);
}
