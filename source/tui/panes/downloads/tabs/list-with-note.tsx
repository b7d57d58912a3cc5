import { Box } from 'ink';
import { factRows } from '../../../../columns/fact-rows.ts';
import type { Facts } from '../../../../columns/facts.ts';
import type { State } from '../../../../state/core/state.ts';
import type { columnFitter } from '../../../components/column-fitter.ts';
import { RowList } from '../../../components/row-list.tsx';
import { type DrawnTable, type TableList, tableList } from '../../../surfaces/row-table.ts';
import { Canvas } from '../../../terminal/canvas.tsx';
import { style, type Token } from '../../../theme/theme.ts';
import type { TabPlace, TabProps } from './tab.ts';

/**
 * Returns the lines of a note below a list of so many rows. It has the wanted lines if the list needs no more space,
 * but at least a third of all. Small screens have none.
 */
function noteHeight(height: number, wanted: number, rows: number): number {
	return height < 7 ? 0 : Math.min(wanted, Math.max(Math.floor(height / 3), height - 1 - rows));
}

/** A line of a note. Sanitized. */
type NoteLine = readonly [text: string, token: Token];

/** Returns the lines of facts. An error is red. */
export function factNote(facts: Facts, width: number): readonly NoteLine[] {
	return factRows(facts, width).map(({ fact, value }) => [value, fact === 'error' ? 'bad' : 'normal']);
}

interface ListTab<Row> extends TableList<Row> {
	readonly table: (state: State) => DrawnTable<Row>;
	/** Returns lines about the row under the cursor. */
	readonly note: (row: Row | undefined, state: State, width: number) => readonly NoteLine[];
	/** Minimum lines of the note, including its rule. */
	readonly minNoteRows: number;
	/** Whether a longer note gets more lines. */
	readonly hasWholeNote?: true;
	/** Fits the columns to the rows. */
	readonly fitted?: ReturnType<typeof columnFitter<Row>>;
	/** Whether the rows are stale. */
	readonly isStale?: (state: State) => boolean;
}

/**
 * Returns component, page and list of a tab: a list, and below a rule a note about the row under the cursor. If the note
 * does not fit, the number of hidden lines is shown.
 */
export function listTab<Row extends object>(declared: ListTab<Row>) {
	const { table, note, minNoteRows, hasWholeNote, fitted, isStale, ...list } = declared;
	const layOut = ({ state, width, height }: TabPlace) => {
		const shown = table(state);
		const lines = note(shown.rows[shown.cursor], state, width);
		const wanted = hasWholeNote ? Math.max(minNoteRows, lines.length + 1) : minNoteRows;
		return { shown, lines, below: noteHeight(height, wanted, shown.rows.length) };
	};
	function ListWithNote(props: TabProps) {
		const { state, theme, width, height, gutter, focused } = props;
		const { shown, lines, below } = layOut(props);
		const { columns, rows, share = 0 } = shown;
		const rule = style(theme, 'border', '─'.repeat(width));
		const hidden = lines.length - (below - 1);
		const more: NoteLine = [`… ${hidden + 1} lines more`, 'faint'];
		const visible = hidden > 0 ? [...lines.slice(0, Math.max(0, below - 2)), more] : lines;
		const texts = visible.map(([text, token]) => style(theme, token, text));
		return (
			<Box width={width} height={height} flexDirection="column">
				<RowList
					{...{ ...shown, theme, width, gutter }}
					columns={fitted?.({ columns, rows, width, share }) ?? columns}
					cursor={focused ? shown.cursor : -1}
					height={height - below}
					faint={isStale?.(state) ?? false}
					part="details"
				/>
				{below > 0 && <Canvas width={width} height={below} lines={[rule, ...texts]} />}
			</Box>
		);
	}
	return {
		component: ListWithNote,
		page: (place: TabPlace) => ({ rows: place.height - layOut(place).below - 1 }),
		list: tableList({ table, ...list }),
	};
}
