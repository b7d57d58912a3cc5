import { Box } from 'ink';
import type { ReactNode } from 'react';
import { truncate } from '../../format/cells.ts';
import type { State } from '../../state/core/state.ts';
import { columnFitter } from '../components/column-fitter.ts';
import type { Segment } from '../components/compose-line.ts';
import { ComposedLines } from '../components/composed-lines.tsx';
import { SELECTION_CELLS } from '../components/draw-row.ts';
import { NAME_SHARE, RowList } from '../components/row-list.tsx';
import type { PaneProps } from '../surfaces/pane.ts';
import { type DrawnTable, type TableList, tableList } from '../surfaces/row-table.ts';
import { Canvas } from '../terminal/canvas.tsx';
import { style } from '../theme/theme.ts';
import type { Section } from './section.ts';

/** The section of a table, with lines above and below it. */
export interface TableSection<Row>
	extends Pick<
			Section,
			'id' | 'title' | 'hotkey' | 'commands' | 'queries' | 'message' | 'missing' | 'text' | 'facts' | 'legend'
		>,
		Omit<TableList<Row>, 'table'> {
	readonly table: (state: State) => DrawnTable<Row>;
	/**
	 * Whether text columns of a wide list get the cells that the flexible one does not need. Not for columns that fill any
	 * width, such as bars.
	 */
	readonly isFitted?: true;
	/** Returns the words of the filter, to highlight them. */
	readonly words?: (state: State) => readonly string[];
	/** Whether the rows are stale. */
	readonly isStale?: (state: State) => boolean;
	/** Returns lines above the list; declare them as `text` or `facts` too, so that they are spoken. Sanitized. */
	readonly above?: (state: State, width: number) => readonly (readonly Segment[])[];
	/** Returns lines about the row under the cursor, below the list. Sanitized. */
	readonly below?: (state: State, width: number) => readonly string[];
}

/** Minimum lines of the list beside lines about it. */
const MIN_LIST_ROWS = 5;
/** Minimum lines of a section that has lines beside its list. */
const MIN_ROOM = 9;

/** Minimum cells of a list whose columns are fitted. On narrower ones, the declared columns matter more. */
const MIN_FITTED_CELLS = 150;

interface Layout {
	readonly above: readonly (readonly Segment[])[];
	readonly below: readonly string[];
	/** Lines of the list, including its titles. */
	readonly list: number;
}

/** Divides the area of a section. The list takes precedence over the lines above it, these over the lines below. */
function layOut<Row>(
	{ above, below }: TableSection<Row>,
	state: State,
	width: number,
	height: number,
): Layout {
	if (height < MIN_ROOM) return { above: [], below: [], list: height };
	const lead = (above?.(state, width) ?? []).slice(0, height - MIN_LIST_ROWS);
	const room = Math.min(Math.floor(height / 3), height - lead.length - MIN_LIST_ROWS) - 1;
	const lines = room < 1 ? [] : (below?.(state, width) ?? []);
	const hidden = lines.length - room;
	const shown = hidden > 0 ? [...lines.slice(0, room - 1), `… ${hidden + 1} lines more`] : lines;
	const note = shown.length > 0 ? shown.length + 1 : 0;
	return {
		above: lead,
		below: shown.map((line) => truncate(line, width)),
		list: height - lead.length - note,
	};
}

/** Makes the section of a table. Component, page and list are derived. */
export function tableSection<Row extends object>(declared: TableSection<Row>): Section {
	const {
		table,
		move,
		goTo,
		filter,
		select,
		setSort,
		isFitted,
		words,
		isStale,
		above: _,
		below: __,
		...section
	} = declared;
	const fitter = isFitted && columnFitter<Row>(false);
	function TableBody({ state, theme, width, height, gutter }: PaneProps): ReactNode {
		const { above, below, list } = layOut(declared, state, width, height);
		const shown = table(state);
		const { columns, rows, selected = 0, share = NAME_SHARE } = shown;
		const room = width - (selected > 0 ? SELECTION_CELLS : 0);
		const fitted = room < MIN_FITTED_CELLS ? undefined : fitter?.({ columns, rows, width: room, share });
		return (
			<Box width={width} height={height} flexDirection="column">
				{above.length > 0 && <ComposedLines {...{ theme, width, lines: above }} />}
				<RowList
					{...shown}
					columns={fitted ?? columns}
					hasSelection={selected > 0}
					theme={theme}
					width={width}
					height={list}
					gutter={gutter}
					faint={isStale?.(state) ?? false}
					words={words?.(state) ?? []}
					part="list"
				/>
				{below.length > 0 && (
					<Canvas
						width={width}
						height={below.length + 1}
						lines={[style(theme, 'border', '─'.repeat(width)), ...below]}
					/>
				)}
			</Box>
		);
	}
	return {
		...section,
		component: TableBody,
		list: tableList({ table, move, goTo, filter, select, setSort }),
		page: (state, width, height) => ({ page: Math.max(1, layOut(declared, state, width, height).list - 1) }),
	};
}
