import type { Tone } from '../../../source/columns/column.ts';
import { downloadColumns } from '../../../source/columns/downloads.ts';
import { layOut, type PlacedColumn, rowCells, titleLine } from '../../../source/columns/layout.ts';
import { bytes } from '../../../source/format/bytes.ts';
import { truncate, width } from '../../../source/format/cells.ts';
import type { Download } from '../../../source/protocol/resources/download.ts';
import { blankCells, type Cells, cellsOf, type Span } from './cells.ts';
import type { List } from './list.ts';
import type { Totals } from './totals.ts';

const styles: Readonly<Record<Tone, string>> = {
	normal: '',
	faint: '2',
	good: '32',
	busy: '36',
	warning: '33',
	bad: '1;31',
	down: '36',
	up: '32',
	stalled: '33',
	idle: '2',
	track: '2',
};

const hints = 'a add  s stop  c recheck  d remove  / filter  o sort  ? help  q quit';

/** Lines above and below the list: header and titles; message and keys. */
export const LINES_ABOVE = 3;
export const LINES_BELOW = 2;

/** Returns the number of rows for downloads on a terminal of so many lines. */
export function visibleRows(rows: number): number {
	return Math.max(1, rows - LINES_ABOVE - LINES_BELOW);
}

export function headerLines(
	host: string,
	connected: boolean,
	totals: Totals,
	count: number,
	list: List,
	columns: number,
): Span[][] {
	const rates = `↓ ${bytes(totals.down)}/s  ↑ ${bytes(totals.up)}/s`;
	const state = connected ? '● connected' : '○ connecting';
	const statuses = [...totals.statuses].map(([status, n]) => `${n} ${status}  `).join('');
	const found = list.filter === '' ? '' : `/${list.filter} ${list.order.length} of `;
	return [
		spread(
			[
				['seedtop', '1;36'],
				[` ${host} `, ''],
				[state, '32'],
			],
			[[rates, '36']],
			columns,
		),
		spread(
			[
				['1', '1;33'],
				[' Downloads', '1;36'],
			],
			[
				[statuses, '2'],
				[`${found}${count} downloads`, ''],
			],
			columns,
		),
	];
}

export function titles(columns: number): Span[] {
	return [[titleLine(columnsOn(columns)), '1']];
}

interface KnownRow {
	readonly columns: number;
	readonly filter: string;
	plain: Cells | undefined;
	selected: Cells | undefined;
}

/** Rendered rows by download. A changed download is a new object, so entries never go stale. */
const known = new WeakMap<Download, KnownRow>();

/** Returns a row with the matches of the filter highlighted. */
export function rowLine(download: Download, isSelected: boolean, columns: number, filter: string): Cells {
	let row = known.get(download);
	if (row?.columns !== columns || row.filter !== filter) {
		row = { columns, filter, plain: undefined, selected: undefined };
		known.set(download, row);
	}
	if (isSelected)
		row.selected ??= cellsOf(
			spansOf(download, columns, filter, () => '7'),
			columns,
		);
	else row.plain ??= cellsOf(spansOf(download, columns, filter), columns);
	return (isSelected ? row.selected : row.plain) ?? blankCells(columns);
}

let placed: readonly PlacedColumn<Download>[] = [];
let placedOn = 0;

function columnsOn(columns: number): readonly PlacedColumn<Download>[] {
	if (placedOn !== columns) placed = layOut(downloadColumns, columns);
	placedOn = columns;
	return placed;
}

function spansOf(
	download: Download,
	columns: number,
	filter: string,
	styleOf = (tone: Tone | undefined) => styles[tone ?? 'normal'],
): Span[] {
	const on = columnsOn(columns);
	const gap: Span = [' ', styleOf(undefined)];
	return rowCells(on, download).flatMap((text, index): Span[] => {
		const column = on[index]?.column;
		const style = styleOf(column?.tone?.(download));
		const spans = column?.id === 'name' ? marked(text, filter, style) : [[text, style] as const];
		return index === 0 ? spans : [gap, ...spans];
	});
}

/** Returns a text with all matches highlighted, ignoring case. */
function marked(text: string, filter: string, style: string): Span[] {
	const spans: Span[] = [];
	const lower = text.toLowerCase();
	let from = 0;
	while (filter !== '') {
		const at = lower.indexOf(filter, from);
		if (at < 0) break;
		spans.push(
			[text.slice(from, at), style],
			[text.slice(at, at + filter.length), `1;4${style && `;${style}`}`],
		);
		from = at + filter.length;
	}
	return [...spans, [text.slice(from), style]];
}

export function footerLines(list: List, typing: string | undefined, columns: number): Span[][] {
	const sorted = list.sortedBy === '' ? '' : `sorted by ${list.sortedBy}`;
	const status = typing === undefined ? sorted : `/${typing}`;
	return [[[truncate(status, columns), '']], [[truncate(hints, columns), '']]];
}

/** Returns a line with a left and a right part. */
function spread(left: readonly Span[], right: readonly Span[], columns: number): Span[] {
	const taken = [...left, ...right].reduce((total, [text]) => total + width(text), 0);
	if (taken > columns) return [...left];
	return [...left, [' '.repeat(columns - taken), ''], ...right];
}
