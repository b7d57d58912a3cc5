import { amount } from '../../../columns/figures.ts';
import { fit, shorten } from '../../../format/cells.ts';
import { nameOrInfohash } from '../../../format/download-name.ts';
import { sanitize } from '../../../format/sanitize.ts';
import { ratio } from '../../../format/share.ts';
import { composeLine } from '../../components/compose-line.ts';
import { styleTitles, type Theme } from '../../theme/theme.ts';
import { firstVisible } from '../kit/index.ts';

/** A row of a question about many downloads. Texts are untrusted. */
export interface Listed {
	readonly infohash: string;
	readonly name: string;
	/** Bytes; 0 or undefined while unknown. */
	readonly size?: number | undefined;
	readonly ratio?: number | undefined;
	readonly status: string;
}

/** Maximum width of a question, cells; a list of downloads needs space for names. */
const wanted = { one: 60, many: 110 } as const;

export function wantedWidth(count: number): number {
	return count > 1 ? wanted.many : wanted.one;
}

/** The table of a question. */
export interface Table {
	/** Its rows. */
	readonly rows: number;
	/** Whether there is space for its titles. */
	readonly hasTitles: boolean;
}

/** Rows of the frame and the footer beneath it. */
const ROWS_AROUND = 4;
/** Minimum rows of a table with titles. */
const MIN_ROWS = 3;
/** The titles, and a blank line above the answers. */
const AIR_ROWS = 2;

/** Returns the table that fits on a screen beside `otherRows`. A single download is named in the question. */
export function tableOf(screenRows: number, count: number, otherRows: number): Table {
	const room = Math.max(0, screenRows - ROWS_AROUND - otherRows);
	const hasTitles = room >= MIN_ROWS + AIR_ROWS;
	return { rows: count < 2 ? 0 : Math.min(count, hasTitles ? room - AIR_ROWS : room), hasTitles };
}

/** Returns '1-7 of 792'; '' if all are visible. */
export function rangeText(scroll: number, count: number, rows: number): string {
	const first = firstVisible(scroll, count, rows);
	return rows === 0 || rows >= count ? '' : `${first + 1}-${first + rows} of ${count}`;
}

const SIZE_CELLS = 8;
const RATIO_CELLS = 6;
/** Cells of a name below which ratio and status are dropped. */
const MIN_NAME_CELLS = 16;

interface Cells {
	readonly name: number;
	readonly ratio: number;
	readonly status: number;
}

/** Returns the widths of the columns. The status column fits the longest one of all, so it stays while scrolling. */
function cellsOf(all: readonly Listed[], columns: number): Cells {
	const longest = columns < 80 ? 17 : 20;
	let status = 'STATUS'.length;
	for (const one of all) status = Math.max(status, Math.min(longest, one.status.length));
	const name = columns - SIZE_CELLS - RATIO_CELLS - status - 3;
	if (name >= MIN_NAME_CELLS) return { name, ratio: RATIO_CELLS, status };
	return { name: Math.max(0, columns - SIZE_CELLS - 1), ratio: 0, status: 0 };
}

function row(
	{ name, ratio: ratioAt, status }: Cells,
	texts: readonly [string, string, string, string],
): string {
	const [title, size, share, is] = texts;
	const beginning = `${fit(title, name)} ${fit(size, SIZE_CELLS, 'right')}`;
	return ratioAt === 0 ? beginning : `${beginning} ${fit(share, ratioAt, 'right')} ${fit(is, status)}`;
}

/** Returns the titles, if they fit, and the visible rows. Only these are formatted. */
export function listLines(
	theme: Theme,
	all: readonly Listed[],
	{ scroll, table, columns }: { readonly scroll: number; readonly table: Table; readonly columns: number },
): string[] {
	if (table.rows === 0) return [];
	const cells = cellsOf(all, columns);
	const first = firstVisible(scroll, all.length, table.rows);
	const rows = all.slice(first, first + table.rows).map((one) => {
		const name = shorten(sanitize(nameOrInfohash(one), cells.name * 4), cells.name);
		return composeLine(theme, columns, [
			{
				text: row(cells, [name, amount(one.size), ratio(one.ratio ?? Number.NaN), sanitize(one.status, 40)]),
			},
		]);
	});
	const titles = styleTitles(theme, row(cells, ['NAME', 'SIZE', 'RATIO', 'STATUS']));
	return table.hasTitles ? [titles, ...rows] : rows;
}
