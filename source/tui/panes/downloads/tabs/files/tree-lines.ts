import type { Column } from '../../../../../columns/column.ts';
import { layOutTree, type TreeRow } from '../../../../../columns/file-tree.ts';
import { titleLine } from '../../../../../columns/layout.ts';
import { type FilesSlice, lineCount } from '../../../../../state/files/files.ts';
import { filesFilterWords } from '../../../../../state/files/filter.ts';
import { treeRows } from '../../../../../state/files/rows.ts';
import { drawRow, GUTTER_CELLS, type RowLook } from '../../../../components/draw-row.ts';
import { scrollTo } from '../../../../components/scroll-to.ts';
import { isSame } from '../../../../terminal/is-same.ts';
import type { Part, TargetAt } from '../../../../terminal/targets.ts';
import { styleTitles, type Theme } from '../../../../theme/theme.ts';

export interface TreePlace {
	readonly files: FilesSlice;
	readonly columns: readonly Column<TreeRow>[];
	readonly theme: Theme;
	readonly width: number;
	/** Lines, including the titles. */
	readonly height: number;
	readonly focused: boolean;
	/** Whether the values are stale, and therefore shown faint. */
	readonly faint: boolean;
	/** The part of its mouse targets. */
	readonly part: Part;
}

interface TreeLines {
	/** The titles, and the visible lines. */
	readonly lines: readonly string[];
	readonly targetAt: TargetAt;
}

/** A drawn line and its inputs. While these stay the same, it is not drawn again. */
interface Drawn {
	readonly row: TreeRow;
	readonly look: RowLook;
	readonly line: string;
}

/** The last drawing of a tree: its scroll position and its lines, by index. */
export interface TreeMemory {
	top: number;
	format: string;
	theme: Theme | undefined;
	lines: ReadonlyMap<number, Drawn>;
}

export function newTreeMemory(): TreeMemory {
	return { top: 0, format: '', theme: undefined, lines: new Map() };
}

/** Returns the visible part of the tree, under titles. Only visible lines that differ from `memory` are formatted. */
export function drawTreeLines(place: TreePlace, memory: TreeMemory): TreeLines {
	const { files, columns, theme, width, height, focused, faint, part } = place;
	const visible = Math.max(0, height - 1);
	memory.top = scrollTo(memory.top, files.cursorAt, lineCount(files), visible);
	const { top } = memory;
	const words = filesFilterWords(files.filter);
	const format = `${width} ${words.join('/')}`;
	const known = memory.format === format && memory.theme === theme ? memory.lines : undefined;

	const placed = layOutTree(columns, Math.max(0, width - GUTTER_CELLS));
	const next = new Map<number, Drawn>();
	const lines = treeRows(files, top, top + visible).map((row, offset) => {
		const at = top + offset;
		const look: RowLook = focused && at === files.cursorAt ? 'cursor' : faint ? 'faint' : 'usual';
		const before = known?.get(at);
		const same = before && before.look === look && isSame(before.row, row);
		const line = same ? before.line : drawRow(placed, row, look, theme, { words });
		next.set(at, { row, look, line });
		return line;
	});
	Object.assign(memory, { format, theme, lines: next });
	const targetAt: TargetAt = (_, line) => {
		const index = top + line - 1;
		if (line === 0 || line > lines.length) return undefined;
		return { kind: 'row', part, key: String(index), index };
	};
	return {
		lines: [styleTitles(theme, ' '.repeat(GUTTER_CELLS) + titleLine(placed)), ...lines],
		targetAt,
	};
}
