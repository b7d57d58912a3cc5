import type { Column } from '../../columns/column.ts';
import { layOut, type PlacedColumn, type SortIndicator, titleLine } from '../../columns/layout.ts';
import { Canvas } from '../terminal/canvas.tsx';
import { useMemory } from '../terminal/expand.ts';
import { parseLine } from '../terminal/line.ts';
import type { Part } from '../terminal/targets.ts';
import { styleTitles, type Theme } from '../theme/theme.ts';
import { drawRow, GUTTER_CELLS, type RowLook } from './draw-row.ts';
import { inGutter } from './gutter.tsx';
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
	/** Blank cells at its left that its gutter can take. Default: none. */
	readonly gutter?: number;
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

/** Longest wait of a key for rows drawn in advance, ms. */
const AHEAD_MS = 0.2;

/** A drawn row and its inputs. While these stay the same, it is not drawn again. */
interface Drawn {
	readonly format: object;
	/** While it is the same, the others are. */
	version: object;
	readonly selected: boolean;
	readonly note: string;
	readonly live: string;
	/** By look, as the cursor comes and goes. */
	readonly lines: Map<RowLook, string>;
}

interface RowFormat<Row> extends Pick<RowListProps<Row>, 'columns' | 'width' | 'theme'> {
	readonly words: string | undefined;
	readonly hasSelection: boolean;
	readonly share: number;
}

interface RowInputs<Row> extends Pick<RowListProps<Row>, 'faint' | 'isSelected' | 'noteOf' | 'liveOf'> {
	readonly format: object;
}

/** All and the visible rows at the last call, and their lines. */
interface ShownRows<Row> {
	readonly version: object;
	readonly cursorLine: number;
	readonly all: readonly Row[];
	readonly rows: readonly Row[];
	readonly lines: readonly string[];
}

const resolved = Promise.resolve();

/** The scroll position of a list, and its drawn lines. */
class ListMemory<Row extends object> {
	/** Index of the first visible row. */
	top = 0;
	readonly drawn = new WeakMap<Row, Drawn>();
	shown: ShownRows<Row> | undefined;
	readonly titles = memoize(titlesLine<Row>);
	/** A new object whenever all rows have to be drawn again. */
	readonly format = memoize(({ columns, width, share }: RowFormat<Row>) => ({
		placed: layOutRow(columns, width, share),
	}));
	/** A new object when a row may look different. It is empty, as rows keep it. */
	readonly version = memoize((_: RowInputs<Row>) => ({}));
	#ahead: { readonly rows: Row[]; readonly lineOf: (row: Row) => string } | undefined;

	/** Draws rows for the next key while the program waits, so that no key waits for them. */
	drawAhead(rows: Row[], lineOf: (row: Row) => string): void {
		// A promise delays the frame less than `setImmediate`.
		if (!this.#ahead) void resolved.then(() => setImmediate(this.#drawSome));
		this.#ahead = { rows, lineOf };
	}

	readonly #drawSome = () => {
		const end = performance.now() + AHEAD_MS;
		do {
			const row = this.#ahead?.rows.pop();
			if (row) parseLine(this.#ahead?.lineOf(row) ?? '');
			else {
				this.#ahead = undefined;
				return;
			}
		} while (performance.now() < end);
		setImmediate(this.#drawSome);
	};
}

/**
 * A list of rows under titles. It draws the visible rows, of these only changed ones, and in advance those that the next
 * key may show. Rows are compared by identity; a changed row is another object.
 */
export function RowList<Row extends object>(props: RowListProps<Row>) {
	const { columns, rows, cursor, theme, height, faint, sort, isSelected, noteOf, liveOf, words } = props;
	const { part, keyOf, hasSelection = false, share = NAME_SHARE, gutter = 0 } = props;
	const width = props.width + gutter;
	const memory = useMemory(() => new ListMemory<Row>());
	const visible = Math.max(0, height - 1);
	const before = memory.top;
	const top = scrollTo(before, cursor, rows.length, visible);
	memory.top = top;
	const format = memory.format({ columns, width, theme, words: words?.join('\n'), hasSelection, share });
	const { placed } = format;
	const version = memory.version({ format, faint, isSelected, noteOf, liveOf });
	const was = memory.shown;
	const last = was?.version === version ? was : undefined;
	const cursorLine = cursor - top;
	const inView = rows.slice(top, top + visible);
	const lineOf = (row: Row, isCursor = false): string => {
		let known = memory.drawn.get(row);
		if (known?.version !== version) {
			const selected = isSelected?.(row) === true;
			const note = noteOf?.(row) ?? '';
			const live = liveOf?.(row) ?? '';
			if (
				known?.format !== format ||
				known.selected !== selected ||
				known.note !== note ||
				known.live !== live
			) {
				known = { format, version, selected, note, live, lines: new Map() };
				memory.drawn.set(row, known);
			}
			known.version = version;
		}
		const { selected, note, live, lines } = known;
		const kind = isCursor ? 'cursor' : faint ? 'faint' : 'usual';
		const look: RowLook = selected ? `${kind} selected` : kind;
		const line =
			lines.get(look) ??
			drawRow(placed, row, look, theme, { words: words ?? [], note, live, hasGutter: hasSelection });
		lines.set(look, line);
		return line;
	};
	const lines = inView.map((row, index) => {
		const isCursor = index === cursorLine;
		// Most keys change two rows.
		if (last?.rows[index] === row && (index === last.cursorLine) === isCursor) return last.lines[index] ?? '';
		return lineOf(row, isCursor);
	});
	const step = was?.all === rows ? cursor - before - was.cursorLine : 0;
	if (step !== 0) {
		const next = step > 0 ? top + visible : Math.max(0, top - visible);
		const more = top === before ? [] : rows.slice(next, next + visible);
		// The next key may do the same.
		const likely = rows[cursor + step];
		if (likely) more.push(likely);
		memory.drawAhead(more, (row) => lineOf(row, row === likely));
	}
	memory.shown = { version, cursorLine, all: rows, rows: inView, lines };
	const targetAt = part && rowTargets({ part, keyOf, placed, rows, first: top });
	const content = [memory.titles({ theme, placed, sort }), ...lines];
	return inGutter(gutter, <Canvas width={width} height={height} lines={content} targetAt={targetAt} />);
}

interface Titles<Row> extends Pick<RowListProps<Row>, 'theme' | 'sort'> {
	readonly placed: readonly PlacedColumn<Row>[];
}

function titlesLine<Row>({ theme, placed, sort }: Titles<Row>): string {
	return styleTitles(theme, GUTTER + titleLine(placed, sort));
}
