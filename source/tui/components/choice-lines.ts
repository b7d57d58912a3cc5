import { truncate } from '../../format/cells.ts';
import { style, type Theme } from '../theme/theme.ts';
import { composeLine, type Segment, widthOf } from './compose-line.ts';
import { scrollTo } from './scroll-to.ts';

/** One line of a list of choices: its left part and its right-aligned part. Sanitised. */
export interface ChoiceLine {
	readonly left: readonly Segment[];
	readonly right?: readonly Segment[];
}

/** Returns the first visible choice. It scrolls up as far as possible, since no earlier position is stored. */
export function firstChoice(chosen: number, count: number, room: number): number {
	return scrollTo(Math.max(0, chosen - room + 1), chosen, count, room);
}

/** Returns at most `room` lines of a list in a dialog. The chosen one is always visible. */
export function choiceLines<Item>(
	items: readonly Item[],
	chosen: number,
	room: number,
	columns: number,
	theme: Theme,
	lineOf: (item: Item) => ChoiceLine,
): string[] {
	const first = firstChoice(chosen, items.length, room);
	return items.slice(first, first + room).map((item, index) => {
		const { left, right = [] } = lineOf(item);
		if (first + index !== chosen) return composeLine(theme, columns, left, right);
		return style(theme, 'selected', plain(left, right, columns));
	});
}

/** Returns a line without looks of its own; the selection sets the look. */
function plain(left: readonly Segment[], right: readonly Segment[], columns: number): string {
	const text = (segments: readonly Segment[]) => segments.map((segment) => segment.text).join('');
	const fits = widthOf(left) + widthOf(right) <= columns;
	const gap = Math.max(0, columns - widthOf(left) - (fits ? widthOf(right) : 0));
	return truncate(`${text(left)}${' '.repeat(gap)}${fits ? text(right) : ''}`, columns);
}
