import { composeLine } from '../../components/compose-line.ts';
import { part } from './part.ts';
import { type Piece, segmentsOf } from './pieces.ts';

export interface ScrolledProps {
	readonly lines: readonly (readonly Piece[])[];
	/** Index of the first visible line. */
	readonly scroll: number;
	/** Maximum rows. */
	readonly most: number;
	/** All of it as spoken. Sanitised. */
	readonly spoken: readonly string[];
	/** The line at the scroll position as spoken. Sanitised. */
	readonly spokenLine?: string;
}

/** A text that is scrolled by lines. */
export const Scrolled = part<ScrolledProps>({
	rows: ({ lines, most }) => ({ least: 1, wanted: Math.min(lines.length, most) }),
	draw: ({ lines, scroll }, { theme, columns, rows }) => {
		const first = firstVisible(scroll, lines.length, rows);
		return {
			lines: lines
				.slice(first, first + rows)
				.map((pieces) => composeLine(theme, columns, segmentsOf(pieces, columns))),
		};
	},
	speak: ({ spoken, spokenLine = '' }) => ({ lines: spoken, live: spokenLine }),
});

/** Returns the first visible line of a text. */
export function firstVisible(scroll: number, count: number, rows: number): number {
	return Math.max(0, Math.min(scroll, count - rows));
}

/** Returns '(12 more: ↓)' for lines below the visible ones; '' if there are none. */
export function moreBelow(scroll: number, count: number, rows: number): string {
	const below = count - firstVisible(scroll, count, rows) - rows;
	return below > 0 ? `(${below} more: ↓)` : '';
}
