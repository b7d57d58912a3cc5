import { composeLine } from '../../components/compose-line.ts';
import { part } from './part.ts';
import { type Piece, segmentsOf } from './pieces.ts';

interface ScrolledProps {
	/** Number of lines. */
	readonly count: number;
	/** Returns one line. Only visible ones are requested. */
	readonly lineOf: (index: number) => readonly Piece[];
	/** Index of the first visible line. */
	readonly scroll: number;
	/** Maximum rows. */
	readonly most: number;
	/** Returns its lines as spoken, not wrapped. Sanitized. */
	readonly speak: () => readonly string[];
	/** Whether scrolling speaks no line again. */
	readonly isReadAtOnce?: boolean;
}

/** A text that is scrolled by lines. */
export const Scrolled = part<ScrolledProps>({
	rows: ({ count, most }) => {
		const wanted = Math.min(count, most);
		return { least: Math.min(1, wanted), wanted };
	},
	draw: ({ count, lineOf, scroll }, { theme, columns, rows, memo }) => {
		const first = firstVisible(scroll, count, rows);
		return {
			lines: Array.from({ length: Math.min(rows, count) }, (_, at) => {
				const left = lineOf(first + at);
				const draw = () => composeLine(theme, columns, segmentsOf(left, columns));
				return memo ? memo.get(first + at, { left }, false, draw) : draw();
			}),
		};
	},
	speak: ({ speak, scroll, isReadAtOnce = false }) => {
		const lines = speak();
		return isReadAtOnce ? { lines } : { lines, live: lines[scroll] ?? '' };
	},
});

/** Returns the first visible line of a text that is scrolled to a line. */
export function firstVisible(scroll: number, count: number, rows: number): number {
	return Math.max(0, Math.min(scroll, count - rows));
}

/** Returns '12 more: ↓' for lines below the visible ones; '' if there are none. */
export function moreBelow(scroll: number, count: number, rows: number): string {
	const below = count - firstVisible(scroll, count, rows) - rows;
	return below > 0 ? `${below} more: ↓` : '';
}
