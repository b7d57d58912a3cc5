import { truncate } from '../../format/cells.ts';
import { style, type Theme } from '../theme/theme.ts';
import { composeLine, type Segment, widthOf } from './compose-line.ts';
import { scrollTo } from './scroll-to.ts';

/** One line of what can be chosen: from its beginning, and against its end. Sanitised. */
export interface ChoiceLine {
	readonly left: readonly Segment[];
	readonly right?: readonly Segment[];
}

/** The first of them that shows: as far up as it can be, for nothing here remembers where it was. */
export function firstChoice(chosen: number, count: number, room: number): number {
	return scrollTo(Math.max(0, chosen - room + 1), chosen, count, room);
}

/** Lines of a list in a dialog, at most `room` of them: the chosen one is always in view. */
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

/** A line without looks of its own: what is selected has one. */
function plain(left: readonly Segment[], right: readonly Segment[], columns: number): string {
	const text = (segments: readonly Segment[]) => segments.map((segment) => segment.text).join('');
	const fits = widthOf(left) + widthOf(right) <= columns;
	const gap = Math.max(0, columns - widthOf(left) - (fits ? widthOf(right) : 0));
	return truncate(`${text(left)}${' '.repeat(gap)}${fits ? text(right) : ''}`, columns);
}
