import { useRef } from 'react';
import type { Column } from '../../columns/column.ts';
import { layOut, type SortMark, titleLine } from '../../columns/layout.ts';
import { Canvas } from '../terminal/canvas.tsx';
import type { Part } from '../terminal/targets.ts';
import { style, type Theme } from '../theme/theme.ts';
import { drawRow, type RowLook } from './draw-row.ts';
import { rowTargets } from './row-targets.ts';
import { scrollTo } from './scroll-to.ts';
import { withPlace } from './title-with-place.ts';

export interface RowListProps<Row> {
	readonly columns: readonly Column<Row>[];
	readonly rows: readonly Row[];
	/** Index of the row the cursor is on; -1 for none. */
	readonly cursor: number;
	readonly theme: Theme;
	readonly width: number;
	/** Lines, the titles among them. */
	readonly height: number;
	/** Are the rows old? Then they are shown faint. */
	readonly faint?: boolean;
	readonly sort?: SortMark | undefined;
	readonly isMarked?: (row: Row) => boolean;
	/** Is any row marked, in view or not? Then all of them have room for the sign: names stay in one column. */
	readonly hasMarks?: boolean;
	/** A few words to stand in the first column; '' for none. Sanitised. */
	readonly noteOf?: ((row: Row) => string) | undefined;
	/** Words to be made out in the column that grows, in lower case. */
	readonly words?: readonly string[];
	/** Does its title say which rows are in view, where that are not all? */
	readonly showsPlace?: boolean;
	/** What the column that grows has of the width at least, 0 to 1. */
	readonly share?: number;
	/** Where it lies, if it can be pointed at; and what a row is recognised by then, else by its place. */
	readonly part?: Part;
	readonly keyOf?: (row: Row) => string;
}

/** What the name has of a line at least: figures are of no use where nobody sees whose they are. */
export const NAME_SHARE = 0.3;

/** What was drawn of a row, and how: as long as that holds, it is not drawn again. */
interface Drawn {
	readonly manner: object;
	readonly look: RowLook;
	readonly note: string;
	readonly line: string;
}

/**
 * A list of rows under titles: any number of them, of which only those in view are drawn, and of these only what
 * changed. A row is recognised by its identity; a row that changes is another object.
 */
export function RowList<Row extends object>(props: RowListProps<Row>) {
	const { columns, rows, cursor, theme, width, height, faint, sort, isMarked, noteOf, words, part, keyOf } =
		props;
	const { hasMarks = false, showsPlace = false, share = NAME_SHARE } = props;
	const top = useRef(0);
	const visible = Math.max(0, height - 1);
	top.current = scrollTo(top.current, cursor, rows.length, visible);

	const manner = useRef({ columns, width, theme, words, hasMarks, placed: layOut(columns, width, share) });
	const last = manner.current;
	if (
		last.columns !== columns ||
		last.width !== width ||
		last.theme !== theme ||
		last.hasMarks !== hasMarks ||
		!sameWords(last.words, words)
	) {
		manner.current = { columns, width, theme, words, hasMarks, placed: layOut(columns, width, share) };
	}
	const { placed } = manner.current;
	const drawn = useRef(new WeakMap<Row, Drawn>());
	const lines = rows.slice(top.current, top.current + visible).map((row, index) => {
		const marked = isMarked?.(row) === true;
		const kind = top.current + index === cursor ? 'selected' : faint ? 'faint' : 'usual';
		const look: RowLook = marked ? `${kind} marked` : kind;
		const note = noteOf?.(row) ?? '';
		const known = drawn.current.get(row);
		const isSame = known?.manner === manner.current && known.look === look && known.note === note;
		if (isSame) return known.line;
		const line = drawRow(placed, row, look, theme, { words: words ?? [], note, hasGutter: hasMarks });
		drawn.current.set(row, { manner: manner.current, look, note, line });
		return line;
	});
	const inView = { from: top.current + 1, to: top.current + lines.length, of: rows.length };
	const titled = showsPlace ? withPlace(placed, inView) : placed;
	const titles = style(theme, 'heading', titleLine(titled, sort));
	const targetAt = part && rowTargets({ part, keyOf, placed, rows, first: top.current });
	return <Canvas width={width} height={height} lines={[titles, ...lines]} targetAt={targetAt} />;
}

function sameWords(one: readonly string[] | undefined, other: readonly string[] | undefined): boolean {
	return one === other || one?.join('\n') === other?.join('\n');
}
