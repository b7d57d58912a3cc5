import type { Tone } from '../../../source/columns/column.ts';
import { downloadColumns } from '../../../source/columns/downloads.ts';
import { layOut, type PlacedColumn, rowCells, titleLine } from '../../../source/columns/layout.ts';
import { bytes } from '../../../source/format/bytes.ts';
import { truncate, width } from '../../../source/format/cells.ts';
import type { Download } from '../../../source/protocol/resources/download.ts';
import { blankCells, type Cells, cellsOf, type Span } from './cells.ts';
import type { List } from './list.ts';
import type { Totals } from './totals.ts';

const looks: Readonly<Record<Tone, string>> = {
	normal: '',
	faint: '2',
	good: '32',
	busy: '36',
	warning: '33',
	bad: '1;31',
};

const hints = 'a add  s stop  c recheck  d remove  / filter  o sort  ? help  q quit';

/** Lines above and below the list: the header and the titles; what there is to say, and the keys. */
export const linesAbove = 3;
export const linesBelow = 2;

/** Rows of downloads on a terminal with so many lines. */
export function visibleRows(rows: number): number {
	return Math.max(1, rows - linesAbove - linesBelow);
}

export function headerLines(
	host: string,
	connected: boolean,
	totals: Totals,
	count: number,
	columns: number,
): Span[][] {
	const rates = `↓ ${bytes(totals.down)}/s  ↑ ${bytes(totals.up)}/s`;
	const state = connected ? '● connected' : '○ connecting';
	const statuses = [...totals.statuses].map(([status, n]) => `${n} ${status}  `).join('');
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
				[`${count} downloads`, ''],
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
	plain: Cells | undefined;
	selected: Cells | undefined;
}

/** A download that changed is another object: what was made of one holds as long as it is there. */
const known = new WeakMap<Download, KnownRow>();

export function rowLine(download: Download, isSelected: boolean, columns: number): Cells {
	let row = known.get(download);
	if (row?.columns !== columns) {
		row = { columns, plain: undefined, selected: undefined };
		known.set(download, row);
	}
	if (isSelected) row.selected ??= cellsOf([[textsOf(download, columns).join(' '), '7']], columns);
	else row.plain ??= cellsOf(spansOf(download, columns), columns);
	return (isSelected ? row.selected : row.plain) ?? blankCells(columns);
}

let placed: readonly PlacedColumn<Download>[] = [];
let placedOn = 0;

function columnsOn(columns: number): readonly PlacedColumn<Download>[] {
	if (placedOn !== columns) placed = layOut(downloadColumns, columns);
	placedOn = columns;
	return placed;
}

function textsOf(download: Download, columns: number): string[] {
	return rowCells(columnsOn(columns), download);
}

function spansOf(download: Download, columns: number): Span[] {
	const texts = textsOf(download, columns);
	return columnsOn(columns).flatMap(({ column }, index): Span[] => {
		const span: Span = [texts[index] ?? '', looks[column.tone?.(download) ?? 'normal']];
		return index === 0 ? [span] : [[' ', ''], span];
	});
}

export function footerLines(list: List, typing: string | undefined, columns: number): Span[][] {
	const sorted = list.sortedBy === '' ? '' : `sorted by ${list.sortedBy}`;
	const said = typing === undefined ? sorted : `/${typing}`;
	return [[[truncate(said, columns), '']], [[truncate(hints, columns), '']]];
}

/** Left and right on one line. */
function spread(left: readonly Span[], right: readonly Span[], columns: number): Span[] {
	const taken = [...left, ...right].reduce((total, [text]) => total + width(text), 0);
	if (taken > columns) return [...left];
	return [...left, [' '.repeat(columns - taken), ''], ...right];
}
