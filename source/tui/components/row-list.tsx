import { useRef } from 'react';
import type { Column } from '../../columns/column.ts';
import { layOut, type PlacedColumn, type SortIndicator, titleLine } from '../../columns/layout.ts';
import { Canvas } from '../terminal/canvas.tsx';
import type { Part } from '../terminal/targets.ts';
import { styleTitles, type Theme } from '../theme/theme.ts';
import { drawRow, GUTTER_CELLS, type RowLook } from './draw-row.ts';
import { InGutter, useGutterRoom } from './gutter.tsx';
import { memoize } from './memoize.ts';
import { rowTargets } from './row-targets.ts';
import { scrollTo } from './scroll-to.ts';

export interface RowListProps<Row> {
	readonly columns: readonly Column<Row>[];
	readonly rows: readonly Row[];
	/** Index of the row under the cursor; -1 for none. */
	readonly cursor: number;
	readonly theme: Theme;
	readonly width: number;
	/** Lines, including the titles. */
	readonly height: number;
	/** Whether the rows are stale, and therefore shown faint. */
	readonly faint?: boolean;
	readonly sort?: SortIndicator | undefined;
	readonly isSelected?: (row: Row) => boolean;
	/**
	 * Whether any row is selected, visible or not. Then all rows have space for the sign, so names stay in one column.
	 */
	readonly hasSelection?: boolean;
	/** Returns a short note for the first column; '' for none. Sanitized. */
	readonly noteOf?: ((row: Row) => string) | undefined;
	/** Returns the text of the live column of a row; '' for none. Sanitized. */
	readonly liveOf?: ((row: Row) => string) | undefined;
	/** Words to highlight in the flexible column, in lower case. */
	readonly words?: readonly string[];
	/** Minimum share of the flexible column in the width, 0 to 1. */
	readonly share?: number;
	/** Its part, if it has mouse targets; and the key that identifies a row (default: its index). */
	readonly part?: Part;
	readonly keyOf?: (row: Row) => string;
}

/** Minimum share of the name in a line, because values are useless without their name. */
export const NAME_SHARE = 0.3;

/** The gutter above the rows. */
const GUTTER = ' '.repeat(GUTTER_CELLS);

/** Places columns on a row of `width` cells, after its gutter. */
export function layOutRow<Row>(
	columns: readonly Column<Row>[],
	width: number,
	share = NAME_SHARE,
): PlacedColumn<Row>[] {
	return layOut(columns, Math.max(0, width - GUTTER_CELLS), share);
}

/** A drawn row and its inputs. While these stay the same, it is not drawn again. */
interface Drawn {
	readonly manner: object;
	readonly note: string;
	readonly live: string;
	/** By look: the cursor moves to a row and leaves it. */
	readonly lines: Map<RowLook, string>;
}

/**
 * A list of rows under titles. It draws only the visible rows, and of these only changed ones. Rows are compared by
 * identity; a changed row is another object.
 */
export function RowList<Row extends object>(props: RowListProps<Row>) {
	const { columns, rows, cursor, theme, height, faint, sort, isSelected, noteOf, liveOf, words } = props;
	const { part, keyOf, hasSelection = false, share = NAME_SHARE } = props;
	const gutter = useGutterRoom();
	const width = props.width + gutter;
	const top = useRef(0);
	const visible = Math.max(0, height - 1);
	top.current = scrollTo(top.current, cursor, rows.length, visible);

	const manner = useRef({
		columns,
		width,
		theme,
		words,
		hasSelection,
		placed: layOutRow(columns, width, share),
	});
	const titles = useRef(memoize(titlesLine<Row>));
	const last = manner.current;
	if (
		last.columns !== columns ||
		last.width !== width ||
		last.theme !== theme ||
		last.hasSelection !== hasSelection ||
		!sameWords(last.words, words)
	) {
		manner.current = { columns, width, theme, words, hasSelection, placed: layOutRow(columns, width, share) };
	}
	const { placed } = manner.current;
	const drawn = useRef(new WeakMap<Row, Drawn>());
	const lines = rows.slice(top.current, top.current + visible).map((row, index) => {
		const selected = isSelected?.(row) === true;
		const kind = top.current + index === cursor ? 'cursor' : faint ? 'faint' : 'usual';
		const look: RowLook = selected ? `${kind} selected` : kind;
		const note = noteOf?.(row) ?? '';
		const live = liveOf?.(row) ?? '';
		let known = drawn.current.get(row);
		if (known?.manner !== manner.current || known.note !== note || known.live !== live) {
			known = { manner: manner.current, note, live, lines: new Map() };
			drawn.current.set(row, known);
		}
		const same = known.lines.get(look);
		if (same !== undefined) return same;
		const line = drawRow(placed, row, look, theme, {
			words: words ?? [],
			note,
			live,
			hasGutter: hasSelection,
		});
		known.lines.set(look, line);
		return line;
	});
	const targetAt = part && rowTargets({ part, keyOf, placed, rows, first: top.current });
	return (
		<InGutter cells={gutter}>
			<Canvas
				width={width}
				height={height}
				lines={[titles.current({ theme, placed, sort }), ...lines]}
				targetAt={targetAt}
			/>
		</InGutter>
	);
}

interface Titles<Row> extends Pick<RowListProps<Row>, 'theme' | 'sort'> {
	readonly placed: readonly PlacedColumn<Row>[];
}

function titlesLine<Row>({ theme, placed, sort }: Titles<Row>): string {
	return styleTitles(theme, GUTTER + titleLine(placed, sort));
}

function sameWords(one: readonly string[] | undefined, other: readonly string[] | undefined): boolean {
	return one === other || one?.join('\n') === other?.join('\n');
}
