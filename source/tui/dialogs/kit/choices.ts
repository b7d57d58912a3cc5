import { truncate, width } from '../../../format/cells.ts';
import { composeLine, type Segment, widthOf } from '../../components/compose-line.ts';
import { scrollTo } from '../../components/scroll-to.ts';
import type { Target } from '../../terminal/targets.ts';
import { style, styleOnCursor, type Theme } from '../../theme/theme.ts';
import { type Place, part, type Rows } from './part.ts';
import { type Piece, segmentsOf, speakPieces } from './pieces.ts';

/** A choice in a list: its left part and its right-aligned part. */
export interface ChoiceLine {
	readonly left: readonly Piece[];
	readonly right?: readonly Piece[];
	/** The choice as spoken; '' for nothing. Default: its pieces. Sanitized. */
	readonly spoken?: string;
}

interface ChoicesProps {
	readonly count: number;
	/** Index of the chosen one. */
	readonly chosen: number;
	/** Returns one choice. Only visible ones are requested. `columns`: cells of the line, infinite when it is spoken. */
	readonly lineOf: (index: number, columns: number) => ChoiceLine;
	/** Maximum rows. */
	readonly most?: number;
	/** Its rows, whatever the list is, so that typing moves nothing. */
	readonly rows?: number;
	/** Whether other parts get their rows first. */
	readonly isLast?: boolean;
	/** Whether the chosen one is highlighted. Default: true. */
	readonly isActive?: boolean;
	/** Text in place of an empty list. */
	readonly none?: string;
	/** Whether the chosen one is in the middle as far as the ends allow. */
	readonly isCentered?: boolean;
	/** Returns the target of a choice. Default: a click chooses, a double click acts like enter. */
	readonly targetOf?: (index: number) => Target;
}

/** Rows of a list before other parts get all that they want. */
const PREFERRED_ROWS = 4;

/** A list with one chosen entry, which is always visible. */
export const Choices = part<ChoicesProps>({
	rows: ({ count, most = Number.POSITIVE_INFINITY, rows, none, isLast = false }): Rows => {
		if (rows !== undefined) return { least: 1, wanted: rows, isLast };
		const wanted = Math.min(most, Math.max(count, none === undefined ? 0 : 1));
		return { least: Math.min(1, wanted), preferred: Math.min(PREFERRED_ROWS, wanted), wanted, isLast };
	},
	draw: (props, place) => {
		const { count, none, targetOf = rowTarget } = props;
		const { theme, columns, rows } = place;
		const first = firstOf(props, rows);
		const lines = choiceLines(props, place);
		const { length: visible } = lines;
		const instead = count === 0 && none !== undefined ? [` ${none}`] : [];
		return {
			lines: [...lines, ...instead.map((text) => style(theme, 'faint', truncate(text, columns)))],
			targetAt: (_, line) => (line < visible ? targetOf(first + line) : undefined),
		};
	},
	speak: ({ count, chosen, lineOf, none = '' }) => {
		if (count === 0) return { live: none };
		if (chosen < 0 || chosen >= count) return {};
		const { left, right = [], spoken } = lineOf(chosen, Number.POSITIVE_INFINITY);
		const text = spoken ?? speakPieces([...left, ...right], ', ');
		return text === '' ? {} : { live: `${text}; ${chosen + 1} of ${count}` };
	},
});

/** Returns the visible choices as lines. */
export function choiceLines(props: ChoicesProps, place: Place): readonly string[] {
	const { count, chosen, lineOf, isActive = true } = props;
	const first = firstOf(props, place.rows);
	return Array.from({ length: Math.max(0, Math.min(place.rows, count - first)) }, (_, at) => {
		const index = first + at;
		const choice = lineOf(index, place.columns);
		const isChosen = isActive && index === chosen;
		const draw = () => drawChoice(choice, isChosen, place);
		return place.memo ? place.memo.get(index, choice, isChosen, draw) : draw();
	});
}

/** Returns the first visible choice. It scrolls up as far as possible, since no earlier position is stored. */
function firstOf({ count, chosen, isCentered = false }: ChoicesProps, rows: number): number {
	if (isCentered) return Math.max(0, Math.min(chosen - Math.floor(rows / 2), count - rows));
	return scrollTo(Math.max(0, chosen - rows + 1), chosen, count, rows);
}

function rowTarget(index: number): Target {
	return { kind: 'row', part: 'dialog', key: String(index), index };
}

/** Returns a choice as a line. */
export function drawChoice(
	{ left, right = [] }: ChoiceLine,
	isChosen: boolean,
	place: Omit<Place, 'rows'>,
): string {
	const { theme, columns } = place;
	const segments = [segmentsOf(left, columns), segmentsOf(right, columns)] as const;
	return isChosen ? selectedLine(theme, columns, ...segments) : composeLine(theme, columns, ...segments);
}

function selectedLine(
	theme: Theme,
	columns: number,
	left: readonly Segment[],
	right: readonly Segment[],
): string {
	const fits = widthOf(left) + widthOf(right) <= columns;
	const gap = Math.max(0, columns - widthOf(left) - (fits ? widthOf(right) : 0));
	let room = columns;
	let line = '';
	for (const { text, token } of [
		...left,
		{ text: ' '.repeat(gap), token: undefined },
		...(fits ? right : []),
	]) {
		const shown = truncate(text, room);
		room -= width(shown);
		if (shown !== '') line += styleOnCursor(theme, token ?? 'normal', shown);
		if (room <= 0) break;
	}
	return line;
}
