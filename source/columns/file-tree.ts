import { bytes } from '../format/bytes.ts';
import { shortenMiddle } from '../format/cells.ts';
import { sanitize } from '../format/sanitize.ts';
import { percent } from '../format/share.ts';
import { shownName } from '../format/shown-name.ts';
import type { FilePriority } from '../protocol/resources/file.ts';
import type { Column, Tone } from './column.ts';
import { numberColumn, textColumn } from './declare.ts';
import { layOut, type PlacedColumn } from './layout.ts';
import { progressCell } from './progress-cell.ts';

/** A file or folder of a download, as a line of a tree. */
export interface TreeRow {
	readonly kind: 'file' | 'collapsed' | 'expanded';
	/** Number of folders above it. */
	readonly depth: number;
	/** Last part of its path; may be untrusted. */
	readonly name: string;
	/** Index for selected_files and streams; -1 for a folder. */
	readonly index: number;
	/** Bytes; NaN if unknown. For a folder, this and the other numbers are those of all files below it. */
	readonly size: number;
	/** 0 to 1; NaN if unknown. */
	readonly progress: number;
	/** Bytes; NaN if unknown. */
	readonly selectedBytes: number;
	/** Number of its selected files. Unknown in a view, which only reports whether any file is selected. */
	readonly choice: 'none' | 'some' | 'all' | 'unknown';
	/** Number of files; 0 if unknown. */
	readonly files: number;
	readonly selectedFiles: number;
	/** Undefined if unknown. A folder has 'mixed' if its files differ. */
	readonly priority: FilePriority | 'mixed' | undefined;
	/** Whether a change of its selection or priority is pending. */
	readonly changing: boolean;
}

/** Signs of the selection, without color and in ASCII. */
const choiceSigns = { none: '[ ]', some: '[-]', all: '[x]', unknown: '[?]' } as const;
export const prioritySigns = { high: '↑', normal: ' ', low: '↓', mixed: '↕' } as const;
const kindSigns = { file: ' ', collapsed: '▸', expanded: '▾' } as const;

/** Maximum indent in folders, so that names keep their space. */
const MAX_INDENT = 12;

/** Maximum characters of a name. File systems allow fewer. */
const MAX_NAME_LENGTH = 1_000;

/**
 * Returns '[-] ▾ name', indented by depth; '[-]↑' for a high priority, '[-]…' while a change is pending. A long name is cut in the middle, because
 * its start and extension distinguish files.
 */
function nameOf(row: TreeRow, width: number): string {
	const indent = '  '.repeat(Math.min(row.depth, MAX_INDENT, Math.floor(width / 6)));
	const begin = `${choiceSigns[row.choice]}${row.changing ? '…' : prioritySigns[row.priority ?? 'normal']}${indent}${kindSigns[row.kind]} `;
	const name = `${shownName(row.name, MAX_NAME_LENGTH)}${row.kind === 'file' ? '' : '/'}`;
	return begin + shortenMiddle(name, Math.max(0, width - begin.length));
}

/** Returns 'collapsed folder, name, partly, level 2'. */
function spokenName(row: TreeRow): string {
	const kind = row.kind === 'file' ? [] : [`${row.kind} folder`];
	const level = row.depth === 0 ? [] : [`level ${row.depth + 1}`];
	const { priority = 'normal' } = row;
	const spoken =
		priority === 'normal' ? [] : [priority === 'mixed' ? 'different priorities' : `${priority} priority`];
	return [...kind, sanitize(row.name, 300), stateOf(row), ...spoken, ...level]
		.filter((part) => part !== '')
		.join(', ');
}

/** Returns its status in words. */
function stateOf(row: TreeRow): string {
	const { choice } = row;
	if (choice === 'unknown') return '';
	const word =
		choice === 'none' ? 'skipped' : choice === 'some' ? 'partly' : row.progress >= 1 ? 'done' : 'selected';
	return row.changing ? `${word}…` : word;
}

function toneOf(row: TreeRow): Tone {
	if (row.choice === 'none') return 'faint';
	return row.progress >= 1 && !row.changing ? 'good' : 'normal';
}

/** The columns of a tree of files. */
export const treeColumns: readonly Column<TreeRow>[] = [
	{
		id: 'name',
		title: 'NAME',
		width: 18,
		grows: true,
		align: 'left',
		dropOrder: 0,
		value: nameOf,
		spoken: spokenName,
		tone: (row) => (row.choice === 'none' ? 'faint' : 'normal'),
	},
	numberColumn('size', 'SIZE', 8, 2, ({ size }) => bytes(size)),
	{
		id: 'progress',
		title: 'PROGRESS',
		width: 11,
		wideWidth: 16,
		align: 'right',
		dropOrder: 1,
		value: ({ progress }, width) => progressCell(progress, width),
	},
	{
		...textColumn<TreeRow>('state', 'STATE', 9, 3, stateOf),
		// The name column speaks it.
		spoken: () => '',
		isStatus: true,
		tone: toneOf,
	},
	{
		...numberColumn<TreeRow>('wanted', 'SELECTED', 8, 4, (row) =>
			row.size === 0 ? '–' : percent(row.selectedBytes / row.size),
		),
		spoken: () => '',
	},
	{
		...numberColumn<TreeRow>('files', 'FILES', 9, 5, (row) =>
			row.kind === 'file' || row.files === 0 ? '' : `${row.selectedFiles}/${row.files}`,
		),
		spoken: ({ kind, files, selectedFiles }) =>
			kind === 'file' || files === 0 ? '' : `${selectedFiles} of ${files} files selected`,
	},
];

/** Columns for selecting before a download exists: without progress and status. */
export const selectionColumns = treeColumns.filter(({ id }) => id !== 'progress' && id !== 'state');

/** Columns that repeat the box and the progress, in the order in which they are dropped. */
const repeatingColumns = ['files', 'wanted', 'state'];

/** Cells for a name of 40 characters, its box, and some indent. */
const NAME_CELLS = 52;

/** Returns the columns of a tree on a line of `total` cells. Repeating columns are dropped before names are cut. */
export function layOutTree(columns: readonly Column<TreeRow>[], total: number): PlacedColumn<TreeRow>[] {
	let kept = columns;
	for (const id of ['', ...repeatingColumns]) {
		kept = kept.filter((column) => column.id !== id);
		const placed = layOut(kept, total);
		const name = placed.find(({ column }) => column.grows);
		if (kept.length === placed.length && (name?.width ?? 0) >= NAME_CELLS) return placed;
	}
	return layOut(kept, total);
}
