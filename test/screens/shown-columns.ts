import { allDownloadColumns } from '../../source/columns/downloads.ts';
import { layOutTree, treeColumns } from '../../source/columns/file-tree.ts';
import { titleLine } from '../../source/columns/layout.ts';
import { healthColumns } from '../../source/columns/metadata.ts';
import { peerColumns } from '../../source/columns/peers.ts';
import { trackerColumns } from '../../source/columns/trackers.ts';
import { initialState } from '../../source/state/core/state.ts';
import { eventColumns } from '../../source/tui/panes/events/table.ts';
import { panes } from '../../source/tui/shell/panes.ts';
import type { Pane } from '../../source/tui/surfaces/pane.ts';
import type { Part } from '../../source/tui/terminal/targets.ts';
import type { GridScreen } from '../terminal/grid-screen.ts';

interface ShownColumn {
	readonly id: string;
	/** Undefined if the title does not reveal it. */
	readonly align: 'left' | 'right' | undefined;
	/** Its cells without the gap before it, `to` excluded. */
	readonly from: number;
	readonly to: number;
}

interface ShownTable {
	/** The row of its titles. */
	readonly top: number;
	readonly columns: readonly ShownColumn[];
	/** Rows of the list, below the titles. */
	readonly rows: readonly number[];
}

type Targets = GridScreen['targets'];

interface Aligned {
	readonly id: string;
	readonly align: 'left' | 'right';
}

const known: readonly Aligned[] = [
	...allDownloadColumns,
	...peerColumns,
	...trackerColumns,
	...healthColumns,
	...eventColumns.all,
	...Object.values<Pane>(panes).flatMap(({ sections }) =>
		(sections?.all ?? []).flatMap(({ list }) => list.columns?.(initialState('', '', 0)) ?? []),
	),
];

/** Returns the lists on a screen, with columns derived from their titles. */
export function tablesOf(screen: GridScreen): ShownTable[] {
	const targets = screen.targets;
	return [...titledTables(screen, targets), ...trees(screen, targets)];
}

/** Returns the faults of the columns of a list: values in gaps, or not at the edge of their column. */
export function crookedColumns(screen: GridScreen, { top, columns, rows }: ShownTable): string[] {
	const faults: string[] = [];
	for (const y of [top, ...rows]) {
		const textAt = (x: number) => (x < screen.size.columns ? screen.cell(x, y).text : ' ');
		for (const [index, { id, align, from, to }] of columns.entries()) {
			// The arrow of a title that fills its column stands in the gap.
			const gap = y === top && /[↑↓]/.test(textAt(from - 1)) ? ' ' : textAt(from - 1);
			const text = Array.from({ length: to - from }, (_, x) => textAt(from + x)).join('');
			// A reason covers the rates and what follows them.
			if (y !== top && isRate(id) && !/^ *(–|∞|[\d.]+ [KMGTPE]?i?B|[\dywdhms ]+)$/.test(text)) break;
			if (index > 0 && gap !== ' ') faults.push(`row ${y}: '${gap}' stands before ${id}`);
			const isBlank = Array.from({ length: to - from }, (_, x) => textAt(from + x)).every(
				(text) => text === ' ',
			);
			const edge = align === 'right' ? textAt(to - 1) : textAt(from);
			// Names may begin with blanks of their own.
			if (align && !isBlank && edge === ' ' && index > 0 && id !== 'name')
				faults.push(`row ${y}: ${id} is not at the edge of its column`);
		}
	}
	return faults;
}

/** Whether a reason may be in place of the column's value. */
const isRate = (id: string) => allDownloadColumns.some((column) => column.id === id && column.reason);

/** Returns the alignment of a title; undefined if the title is as wide as its column. */
function alignOf(title: string): ShownColumn['align'] {
	if (title.startsWith(' ')) return 'right';
	return title.endsWith(' ') ? 'left' : undefined;
}

function titledTables(screen: GridScreen, targets: Targets): ShownTable[] {
	const titleText = (row: number, from: number, to: number) => screen.part(row, from, to);
	const tables: ShownTable[] = [];
	for (const [top, line] of targets.entries()) {
		const titles = line.flatMap((target, x) => (target?.kind === 'title' ? [{ ...target, x }] : []));
		const part = titles[0]?.part;
		const isWhole = titles.length > 0 && titles.length === (titles.at(-1)?.x ?? 0) - (titles[0]?.x ?? 0) + 1;
		if (part === undefined || !isWhole) continue;
		const ids = [...new Set(titles.map(({ column }) => column))];
		const columns = ids.map((id, index): ShownColumn => {
			const cells = titles.filter(({ column }) => column === id).map(({ x }) => x);
			const from = Math.min(...cells) + (index === 0 ? 0 : 1);
			const to = Math.max(...cells) + 1;
			const { align } = known.find((column) => column.id === id) ?? {
				align: alignOf(titleText(top, from, to)),
			};
			return { id, align, from, to };
		});
		tables.push({ top, columns, rows: rowsBelow(part, targets, top, columns) });
	}
	return tables;
}

/** The tree of files has titles without click targets. */
function trees(screen: GridScreen, targets: Targets): ShownTable[] {
	const { columns: screenColumns, rows } = screen.size;
	for (let top = 0; top < rows; top++) {
		const line = screen.part(top, 0, screenColumns);
		if (!/NAME .*SIZE .*PROGRESS/.test(line)) continue;
		for (let width = screenColumns; width > 20; width--) {
			const placed = layOutTree(treeColumns, width);
			// Borders and gutter are around the titles.
			const left = line.indexOf(` ${titleLine(placed)} `) + 1;
			if (left === 0) continue;
			let to = left - 1;
			const columns = placed.map(({ column: { id, align }, width: cells }): ShownColumn => {
				const from = to + 1;
				to = from + cells;
				return { id, align, from, to };
			});
			return [{ top, columns, rows: rowsBelow('details', targets, top, columns) }];
		}
	}
	return [];
}

/** Returns the uncovered rows below titles. */
function rowsBelow(part: Part, targets: Targets, top: number, columns: readonly ShownColumn[]): number[] {
	const from = columns[0]?.from ?? 0;
	const to = columns.at(-1)?.to ?? 0;
	return [...targets.keys()].filter(
		(y) =>
			y > top &&
			targets[y]?.slice(from, to).every((target) => target?.kind === 'row' && target.part === part),
	);
}
